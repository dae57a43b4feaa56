// Tabs of a browser, each running the page's own line to the table, in a time that is only told: streams that break,
// phones that sleep, a program that begins anew. `window.table(what, about)` asks the real feed of the server.

const LATENCY = [5, 150], WITHIN = 2000, BEAT = 10000;

function random(seed) { // mulberry32
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class World {
  constructor(seed, languages) {
    this.languages = languages;
    this.chance = random(seed);
    this.now = 1e6;
    this.tasks = []; // {at, order, tab, act}
    this.order = 1; // 0 is no timer
    this.asking = 0;
    this.up = true;
    this.tabs = [];
    this.streams = new Set();
  }

  between([low, high]) { return low + this.chance() * (high - low); }

  later(milliseconds, act, tab = null) {
    const task = { at: this.now + milliseconds, order: this.order++, tab, act };
    this.tasks.push(task);
    return task.order;
  }

  forget(order) { this.tasks = this.tasks.filter((task) => task.order !== order); }

  // Lets promises run until nobody waits for the server.
  async settle() {
    do { await new Promise((done) => { channel.port2.onmessage = done; channel.port1.postMessage(0); }); } while (this.asking);
  }

  async table(what, about) {
    this.asking += 1;
    try { return await window.table(what, about); } finally { this.asking -= 1; }
  }

  async advance(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = this.tasks.filter((task) => task.at <= end && !task.tab?.asleep).sort((one, other) => one.at - other.at || one.order - other.order)[0];
      if (!due) break;
      this.tasks = this.tasks.filter((task) => task !== due);
      this.now = Math.max(this.now, due.at);
      if (!due.tab?.closed) due.act();
      await this.settle();
    }
    this.now = end;
    await this.settle();
  }
}

const channel = new MessageChannel();

// What a stream is sent, in order, each message a while after it was sent.
class Stream {
  constructor(world, tab, address) {
    const asked = new URL(address, location).searchParams;
    Object.assign(this, { world, tab, readyState: 0, dead: false, last: asked.get("last"), language: asked.get("lang"), listeners: {}, from: world.now });
    world.later(world.between(LATENCY), () => this.begin(), tab);
  }

  begin() {
    if (this.dead) return;
    if (!this.world.up || this.tab.offline) { this.dead = true; this.onerror?.({}); return; }
    this.readyState = 1;
    this.world.streams.add(this);
    this.onopen?.({});
    this.fetch();
    this.beat();
  }

  async fetch() {
    for (const [id, data] of await this.world.table("since", { last: this.last, language: this.language })) {
      this.last = id;
      this.send(() => this.onmessage?.({ data, lastEventId: id }));
    }
  }

  beat() {
    this.world.later(BEAT, async () => {
      if (this.dead) return;
      const number = String((await this.world.table("number")));
      this.send(() => this.listeners.beat?.({ data: number }));
      this.beat();
    }, this.tab);
  }

  send(act) {
    this.from = Math.max(this.from, this.world.now + this.world.between(LATENCY));
    this.world.later(this.from - this.world.now, () => { if (!this.dead) act(); }, this.tab);
  }

  addEventListener(kind, act) { this.listeners[kind] = act; }

  close() {
    this.dead = true;
    this.readyState = 2;
    this.world.streams.delete(this);
  }

  // The network or the server lets go of it; a browser says so.
  snap() {
    this.world.streams.delete(this);
    this.world.later(5, () => { if (!this.dead) { this.dead = true; this.onerror?.({}); } }, this.tab);
  }
}
Object.assign(Stream, { CLOSED: 2 });

class Tab {
  constructor(world, frame, language) {
    Object.assign(this, { world, frame, language, asleep: false, offline: false, closed: false, state: null, heard: [] });
    const inner = frame.contentWindow, tab = this;
    this.inner = inner;
    inner.setTimeout = (act, milliseconds = 0) => world.later(milliseconds, act, tab);
    inner.clearTimeout = (order) => world.forget(order);
    inner.setInterval = (act, milliseconds) => {
      const every = { order: 0 };
      const again = () => { every.order = world.later(milliseconds, () => { again(); act(); }, tab); };
      again();
      return every;
    };
    inner.clearInterval = (every) => { if (every) world.forget(every.order); };
    inner.Date.now = () => world.now;
    inner.Math.random = world.chance;
    inner.EventSource = class extends Stream { constructor(address) { super(world, tab, address); } };
    inner.fetch = (address, { headers = {} } = {}) => new Promise((answer, fail) => {
      world.later(world.between(LATENCY), async () => {
        if (!world.up || tab.offline) { fail(new TypeError("no network")); return; }
        const language = new URL(address, location).searchParams.get("lang");
        const told = await world.table("state", { known: headers["If-None-Match"] || "", language });
        world.later(world.between(LATENCY), () => answer({
          status: told.status, ok: told.status === 200, headers: { get: () => told.id }, json: async () => JSON.parse(told.data),
        }), tab);
      }, tab);
    });
    inner.BroadcastChannel = class {
      constructor(name) { this.name = name; tab.channel = this; }
      postMessage(data) {
        for (const other of world.tabs) {
          if (other !== tab && other.channel?.name === this.name) world.later(1, () => other.channel.onmessage?.({ data }), other);
        }
      }
    };
    Object.defineProperty(inner.document, "visibilityState", { get: () => (tab.asleep ? "hidden" : "visible") });
    inner.begin({ onState: (state) => { tab.state = state; }, onLink: (kind) => { tab.link = kind; } });
  }

  say(kind, home = this.inner) { home.dispatchEvent(new this.inner.Event(kind)); }
  sleep() { this.asleep = true; for (const stream of [...this.world.streams]) if (stream.tab === this) this.world.streams.delete(stream); }
  wake() { this.asleep = false; this.say("visibilitychange", this.inner.document); }
  cut() { this.offline = true; this.say("offline"); this.snap(); }
  mend() { this.offline = false; this.say("online"); }
  snap() { for (const stream of [...this.world.streams]) if (stream.tab === this) stream.snap(); }
  close() {
    this.say("pagehide");
    this.closed = true;
    this.world.tabs = this.world.tabs.filter((tab) => tab !== this);
    this.snap();
    this.frame.remove();
  }
}

function differs(one, other, path = "") {
  if (one === other) return "";
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differs(one[key], other[key], `${path}.${key}`);
    if (found) return found;
  }
  return "";
}

// Each tab in one of the languages, as it comes.
async function opened(world) {
  const frame = document.createElement("iframe"), language = world.languages[Math.floor(world.chance() * world.languages.length)];
  frame.src = `/reconnects-${language}.html`;
  document.body.append(frame);
  await new Promise((done) => { frame.onload = done; }); // its modules have run by then, or never will
  if (!frame.contentWindow.begin) throw new Error("the page's own modules do not run");
  return new Tab(world, frame, language);
}

// So many disturbances from this number on, with so many tabs; the first page that differs from the record ends it.
export async function run({ seed, disturbances, tabs, languages }) {
  const world = new World(seed, languages), done = {};
  const one = () => world.tabs[Math.floor(world.chance() * world.tabs.length)];
  async function news() {
    await world.table("play");
    for (const stream of world.streams) stream.fetch();
    await world.settle();
  }
  for (let made = 0; made < tabs; made++) { world.tabs.push(await opened(world)); await world.advance(50); }
  await world.advance(WITHIN);
  const kinds = {
    snap: async () => one().snap(),
    sleep: async () => {
      const tab = one();
      tab.sleep();
      for (let count = world.chance() * 4; count > 0; count--) { await news(); await world.advance(world.between([0, 20000])); }
      tab.wake();
    },
    offline: async () => {
      const tab = one();
      tab.cut();
      for (let count = world.chance() * 3; count > 0; count--) { await news(); await world.advance(world.between([0, 6000])); }
      tab.mend();
    },
    restart: async () => {
      world.up = false;
      for (const stream of [...world.streams]) stream.snap();
      await world.advance(world.between([0, 15000]));
      await world.table("restart");
      world.up = true;
    },
    tab: async () => {
      if (world.tabs.length > 1) one().close();
      world.tabs.push(await opened(world));
    },
  };
  const weights = [["snap", 0.35], ["sleep", 0.3], ["offline", 0.15], ["restart", 0.15], ["tab", 0.05]];
  for (let count = 0; count < disturbances; count++) {
    let left = world.chance();
    const [kind] = weights.find(([, weight]) => (left -= weight) < 0) || weights[0];
    for (let burst = Math.floor(world.chance() * 3); burst > 0; burst--) { await news(); await world.advance(world.between([0, 400])); }
    await kinds[kind]();
    if (world.chance() < 0.5) await news(); // and the game goes on at once
    done[kind] = (done[kind] || 0) + 1;
    await world.advance(WITHIN);
    for (const tab of world.tabs) {
      const { state: record } = JSON.parse(await world.table("record", tab.language));
      const found = tab.state ? differs(tab.state, record) : "nothing is shown";
      if (found) return { done, wrong: `seed ${seed}, disturbance ${count} (${kind}), tab ${world.tabs.indexOf(tab)}, line ${tab.link}: ${found}` };
    }
  }
  return { done, wrong: "", streams: world.streams.size, languages: new Set(world.tabs.map((tab) => tab.language)).size };
}
