// The live stream, tried again whenever it breaks, and asking from time to time where there is none.

import { all as texts } from "./page_texts.js";

const SILENCE = 9000; // a stream gives a sign of life every 4 s
const POLL = 3000;
const LOST_POLL = 1500; // whoever lost the line asks more often, and has a stream again as soon as there is an answer
const STREAM_AGAIN = 30000;

// `last()`: the update seen last; `ask()`: asks for the whole state, and tells whether the table answered;
// `onNews(data, id)`, `onBeat(number)`, `onTime(now)`: the table's own clock, `onLink(kind)`.
export function makeStream({ last, ask, onNews, onBeat, onTime, onLink }) {
  const page = Math.random().toString(36).slice(2);
  let stream = null, watchdog = 0, poller = 0, pace = 0, again = 0, tries = 0;

  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { onLink("lost"); ask(); open(); }, SILENCE);
  }

  function open() {
    clearTimeout(again);
    closeStream();
    stream = new EventSource(`/events?lang=${texts.language.code}&page=${page}&last=${encodeURIComponent(last())}`);
    const mine = stream;
    watch(); // trying is no news from the table
    mine.onopen = () => { if (mine === stream) { tries = 0; stopPolling(); watch(); onLink("live"); } };
    mine.onmessage = (event) => {
      if (mine !== stream) return;
      watch();
      onNews(event.data, event.lastEventId);
    };
    mine.addEventListener("time", (event) => { if (mine === stream) onTime(Number(event.data)); });
    mine.addEventListener("beat", (event) => {
      if (mine !== stream) return;
      watch();
      onBeat(Number(event.data));
    });
    mine.onerror = () => {
      if (mine !== stream) return;
      const refused = mine.readyState === EventSource.CLOSED; // an answer, but no stream: all places taken
      closeStream();
      tries += 1;
      if (!refused) onLink("lost");
      startPolling(refused ? POLL : LOST_POLL);
      again = setTimeout(open, refused ? STREAM_AGAIN : Math.min(250 * 2 ** tries, 8000));
    };
  }

  function closeStream() {
    clearTimeout(watchdog);
    if (stream) stream.close();
    stream = null;
  }

  async function poll() {
    const there = await ask();
    if (there && !stream) onLink("polling");
    return there;
  }

  function startPolling(every) {
    if (every === pace) return;
    stopPolling();
    pace = every;
    poll();
    poller = setInterval(async () => { if (await poll() && !stream && pace === LOST_POLL) open(); }, every);
  }

  function stopPolling() {
    clearInterval(poller);
    pace = 0;
  }

  return {
    open() { tries = 0; open(); },
    close() {
      clearTimeout(again);
      stopPolling();
      closeStream();
    },
  };
}
