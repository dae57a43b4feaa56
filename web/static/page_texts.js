// Every text that the scripts of this page say, in its language.

export const all = JSON.parse(document.getElementById("texts").textContent);
