// What a phone keeps for its owner, and what it asks the table.

export function recall(what) {
  try { return localStorage.getItem(what) || ""; } catch { return ""; }
}

// Whether it is kept: where storage is off it holds for this visit only.
export function remember(what, value) {
  try { localStorage.setItem(what, value); return true; } catch { return false; }
}

// The key of the host's own link, which no server ever sees; it does not stay in the address.
export function keyInLink() {
  const link = /^#host\b=?(.*)$/.exec(location.hash);
  if (link) history.replaceState(null, "", location.pathname);
  return link ? link[1] : null;
}

export const SOON = 10000; // milliseconds in which a look or what is said of the game is answered; on a dead line nothing ever is

// What the table says, with the status of its answer; 0 where it gave none, or none in time: then what is still on its way is dropped.
export async function asked(address, method, content, headers, patience) {
  try {
    const answer = await fetch(address, {
      signal: patience ? AbortSignal.timeout(patience) : null, method, body: content && JSON.stringify(content), cache: "no-store", headers: { "Content-Type": "application/json", ...headers },
    });
    const said = await answer.json();
    return { ...said, accepted: Boolean(answer.ok && said.accepted), status: answer.status };
  } catch {
    return { accepted: false, status: 0 };
  }
}
