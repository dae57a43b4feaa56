// The line to the table: what the stream says laid over what is known, asked for whole where that does not fit.

import { all as texts } from "./page_texts.js";
import { lay } from "./state.js";
import { makeStream } from "./stream.js";
import { agree } from "./tabs.js";

const ASK_LIMIT = 4000;

export function follow({ onState, onLink }) {
  let state = null, id = "", number = -1, asking = null, lacking = "", shown = "connecting";
  let heard = Date.now(), ahead = null; // milliseconds by which the table's clock is ahead of this phone's

  function link(kind) { shown = kind; onLink(kind, heard); }

  function take(message, fromId, how) {
    heard = Date.now();
    if (fromId && fromId === id && message.state && state) return;
    const restarted = run(fromId) !== run(id);
    if (message.state) {
      // An answer asked for earlier may arrive after news that is newer.
      if (!restarted && message.n < number) return;
      state = message.state;
      how = restarted && id ? "again" : how;
    } else {
      if (!restarted && message.n <= number) return;
      // News may overtake the answer that it is to be laid over.
      if (!state || restarted || message.n !== number + 1) { lacking = fromId; ask(); return; }
      state = lay(state, message);
    }
    const first = number < 0;
    number = message.n;
    id = fromId || id;
    onState(state, first ? "first" : how);
  }

  // Whether what has been heard of is still to be fetched; of another run, any of its states will do.
  function lacks() {
    const wanted = lacking;
    return wanted && (run(wanted) !== run(id) || Number(wanted.split("-")[1]) > number);
  }

  async function ask() {
    if (asking) return asking;
    asking = (async () => {
      try {
        const headers = id ? { "If-None-Match": `"${id}-${texts.language.code}"` } : {};
        const answer = await fetch(`/api/state?lang=${texts.language.code}`, { signal: AbortSignal.timeout(ASK_LIMIT), headers, cache: "no-store" });
        const time = answer.headers.get("X-Time");
        if (time) ahead = Number(time) - Date.now();
        if (answer.status === 304) heard = Date.now();
        else if (answer.ok) take(await answer.json(), answer.headers.get("X-Update") || "", "caught-up");
        else throw new Error(String(answer.status));
        return true;
      } catch {
        told("lost");
        return false;
      } finally {
        asking = null;
      }
    })();
    const there = await asking, again = there && lacks();
    lacking = "";
    if (again) ask();
    return there;
  }

  // How the line is doing; whoever holds the stream tells the other tabs, with the update it has.
  function told(kind) {
    link(kind);
    tabs.tell({ link: kind, id, ahead }, true);
  }

  const stream = makeStream({
    last: () => id,
    ask,
    onNews(data, fromId) {
      take(JSON.parse(data), fromId, "news");
      tabs.tell({ data, id: fromId });
    },
    onTime(now) { ahead = now - Date.now(); },
    onBeat(latest) {
      heard = Date.now();
      if (latest !== number) ask();
      told("live");
    },
    onLink(kind) {
      if (kind !== "lost") heard = Date.now();
      told(kind);
    },
  });

  const tabs = agree({
    onLead: stream.open,
    onFollow: stream.close,
    onHeard(news) {
      ahead = news.ahead ?? ahead;
      if (news.data) { take(JSON.parse(news.data), news.id, "news"); return; }
      if (news.link !== "lost") heard = Date.now();
      if (news.link !== "lost" && news.id !== id) ask();
      link(news.link);
    },
  });

  // A phone that wakes has a stream that looks open and is dead: ask at once, and see who holds the stream now.
  function restart() {
    stream.close();
    ask();
    tabs.seek();
  }
  function wake() {
    if (document.visibilityState === "visible") restart();
  }
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("offline", () => told("lost"));
  window.addEventListener("pagehide", () => { tabs.leave(); stream.close(); });

  link("connecting");
  tabs.seek(); // a stream begins with the whole state
  return { ask, get id() { return id; }, now: () => (ahead === null ? null : Date.now() + ahead) };
}

// The run of the program that an update belongs to.
function run(id) {
  return id.split("-")[0];
}
