// The line to the table: a live stream, asking from time to time where there is none, and the truth at once on waking.

import { lay } from "./state.js";

const SILENCE = 25000; // a stream gives a sign of life every 10 s
const POLL = 3000;
const STREAM_AGAIN = 30000;
const ASK_LIMIT = 4000;

export function follow({ onState, onLink }) {
  const page = Math.random().toString(36).slice(2);
  let state = null, id = "", number = -1;
  let stream = null, watchdog = 0, poller = 0, again = 0, tries = 0, asking = null;
  let heard = Date.now();

  function link(kind) { onLink(kind, heard); }

  function take(message, fromId, how) {
    heard = Date.now();
    if (fromId && fromId === id && message.state && state) return;
    if (message.state) {
      const restarted = fromId.split("-")[0] !== id.split("-")[0];
      // An answer asked for earlier may arrive after news that is newer.
      if (!restarted && message.n < number) return;
      state = message.state;
      how = restarted && id ? "again" : how;
    } else {
      if (message.n <= number) return;
      if (!state || message.n !== number + 1) { ask(); return; }
      state = lay(state, message);
    }
    const first = number < 0;
    number = message.n;
    id = fromId || id;
    onState(state, first ? "first" : how);
  }

  async function ask() {
    if (asking) return asking;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ASK_LIMIT);
    asking = (async () => {
      try {
        const headers = id ? { "If-None-Match": `"${id}"` } : {};
        const answer = await fetch("/api/state", { signal: limit.signal, headers, cache: "no-store" });
        if (answer.status === 304) heard = Date.now();
        else if (answer.ok) take(await answer.json(), answer.headers.get("X-Update") || "", "caught-up");
        else throw new Error(String(answer.status));
        if (!stream) link("polling");
        return true;
      } catch {
        link("lost");
        return false;
      } finally {
        clearTimeout(timer);
        asking = null;
      }
    })();
    return asking;
  }

  function sign() {
    heard = Date.now();
    watch();
  }

  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { link("lost"); restart(); }, SILENCE);
  }

  function open() {
    clearTimeout(again);
    close();
    stream = new EventSource(`/events?page=${page}&last=${encodeURIComponent(id)}`);
    const mine = stream;
    watch(); // trying is no news from the table
    mine.onopen = () => { if (mine === stream) { tries = 0; stopPolling(); sign(); link("live"); } };
    mine.onmessage = (event) => {
      if (mine !== stream) return;
      sign();
      take(JSON.parse(event.data), event.lastEventId, "news");
    };
    mine.addEventListener("beat", (event) => {
      if (mine !== stream) return;
      sign();
      link("live");
      if (Number(event.data) !== number) ask();
    });
    mine.onerror = () => {
      if (mine !== stream) return;
      const refused = mine.readyState === EventSource.CLOSED; // an answer, but no stream: all places taken
      close();
      tries += 1;
      if (refused) startPolling();
      else { link("lost"); ask().then((there) => { if (!there) startPolling(); }); }
      again = setTimeout(open, refused ? STREAM_AGAIN : Math.min(500 * 2 ** tries, 8000));
    };
  }

  function close() {
    clearTimeout(watchdog);
    if (stream) stream.close();
    stream = null;
  }

  function startPolling() {
    if (poller) return;
    ask();
    poller = setInterval(ask, POLL);
  }

  function stopPolling() {
    clearInterval(poller);
    poller = 0;
  }

  function restart() {
    ask();
    open();
  }

  // A phone that wakes has a stream that looks open and is dead: ask at once, and open a new one.
  function wake() {
    if (document.visibilityState === "visible") { tries = 0; restart(); }
  }
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("offline", () => link("lost"));
  window.addEventListener("pagehide", close);

  link("connecting");
  restart();
  return { ask, get id() { return id; } };
}
