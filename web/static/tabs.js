// Which of a browser's tabs holds the live stream: a browser has six connections to a machine, and each stream takes one.
// Tabs agree by themselves, since locks and service workers are only to be had over HTTPS, and phones lack shared workers.
// What a stream says is in one language: tabs of another have a stream of their own.

import { all as texts } from "./page_texts.js";

const ANSWER = 100; // within which whoever leads says so
const SILENCE = 9000; // the table gives a sign of life every 4 s, and whoever leads hands it on

// `onLead`: this tab is to hold the stream; `onFollow`: another does; `onHeard(news)`: what that one hands on.
export function agree({ onLead, onFollow, onHeard }) {
  if (!window.BroadcastChannel) return { seek: onLead, tell() {}, leave() {} };
  const me = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(`line-${texts.language.code}`);
  let leader = null, waiting = 0, told = null;

  function post(kind, news) {
    channel.postMessage({ kind, from: me, news });
  }

  function later(act, milliseconds) {
    clearTimeout(waiting);
    waiting = setTimeout(act, milliseconds);
  }

  function lead() {
    leader = me;
    told = null;
    post("lead");
    onLead();
  }

  // A phone that slept cannot know whether it still leads.
  function seek() {
    leader = null;
    post("who");
    later(lead, ANSWER * (1 + Math.random()));
  }

  function heed(from) {
    if (leader !== from) onFollow();
    leader = from;
    later(seek, SILENCE);
  }

  channel.onmessage = ({ data: { kind, from, news } }) => {
    if (kind === "who") {
      if (leader === me) post("lead", told);
    } else if (kind === "bye") {
      if (from === leader) seek();
    } else if (leader === me && me < from) {
      post("lead", told); // two lead: the other gives way
    } else {
      heed(from);
      if (news) onHeard(news);
    }
  };

  return {
    seek,
    // Hands on what the stream said; `stays`: whoever comes later is to know it, too.
    tell(news, stays) {
      if (leader !== me) return;
      if (stays) told = news;
      post("news", news);
    },
    leave() {
      clearTimeout(waiting);
      if (leader === me) post("bye");
      leader = null;
    },
  };
}
