// The colours this phone's owner chose, before anything is drawn.
(() => {
  let chosen = "";
  try { chosen = localStorage.getItem("theme") || ""; } catch { /* private window: as the phone */ }
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
