// The colours that this phone's owner chose, before anything is drawn.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* private window: as the phone */ }
