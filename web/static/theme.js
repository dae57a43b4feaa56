// What this phone's owner chose, before anything is drawn: the colours, and whether there is suspense.
(() => {
  let chosen = "", suspense = "";
  try {
    chosen = localStorage.getItem("theme") || "";
    suspense = localStorage.getItem("suspense") || "";
  } catch { /* private window: as the phone */ }
  if (chosen) document.documentElement.dataset.theme = chosen;
  if (suspense) document.documentElement.dataset.suspense = suspense;
})();
