// What lets the page open where the table cannot be reached. Browsers allow it only over HTTPS or on the machine itself.

const LAST = "last-state";
const EVERY = 2000;

let waiting = 0, newest = null;

// The state as it was last heard, kept from time to time and when the page is put away.
export function keepState(state) {
  newest = { at: Date.now(), state };
  waiting ||= setTimeout(write, EVERY);
}

function write() {
  clearTimeout(waiting);
  waiting = 0;
  try { if (newest) localStorage.setItem(LAST, JSON.stringify(newest)); } catch { /* storage is off or full: nothing is kept */ }
}

export function keptState() {
  try {
    const kept = JSON.parse(localStorage.getItem(LAST));
    return kept && kept.state && Array.isArray(kept.state.turns) && Array.isArray(kept.state.teams) ? kept : null;
  } catch { return null; }
}

addEventListener("pagehide", write);
document.addEventListener("visibilitychange", write);

export async function settleIn() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const heard = new MessageChannel();
    heard.port1.onmessage = () => { document.documentElement.dataset.kept = ""; };
    const made = performance.getEntriesByType("resource").map((one) => one.name).filter((one) => one.startsWith(`${location.origin}/assets/`));
    active.postMessage(["/", "/static/icon-192.png", ...new Set(made)], [heard.port2]);
  } catch { /* a browser that keeps nothing: the page works while the table is there */ }
}
