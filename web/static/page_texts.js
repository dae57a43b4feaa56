// Every text that the scripts of this page say, in its language; what stands in braces is filled in.

export const all = JSON.parse(document.getElementById("texts").textContent);

export const fill = (text, values) => (text || "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
