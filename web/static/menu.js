// The drawer: voice, colours, the code for another phone.

const byId = (id) => document.getElementById(id);

export function setUpMenu() {
  const menu = byId("menu"), qr = byId("qr"), theme = byId("theme");
  byId("open-menu").addEventListener("click", () => {
    if (!qr.src) qr.src = qr.dataset.src;
    menu.showModal();
  });
  menu.addEventListener("click", (event) => { if (event.target === menu) menu.close(); });
  theme.value = document.documentElement.dataset.theme || "";
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try { localStorage.setItem("theme", theme.value); } catch { /* private window: for this visit only */ }
  });
}
