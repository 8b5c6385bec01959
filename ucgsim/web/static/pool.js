/** Workers that play games side by side. Counts add up to the same however many they are, in whatever
 * order they come. */

import { added, EngineError } from './engine.js';
import { _, spoken } from './language.js';
import { fingerprint, Ledger } from './ledger.js';

/** Milliseconds that a block of games is to take: so long it is before a core is free again. */
const BLOCK = 30;
const MOST_GAMES = 2000;
/** Workers that may die over one block before its games are given up. */
const TRIES = 3;
/** Milliseconds between two looks at the workers, and looks after which one that owes an answer is taken for dead: some
 * systems end a worker without a word. Looks are counted, not time: a device that sleeps takes none. */
const LOOK = 2000;
const SILENT = 10;

/**
 * @typedef {import('./engine.js').Tally} Tally
 * @typedef {import('./redraw.js').Hands} Hands
 * @typedef {{pairs: number[][], tally: Tally}} Pairs Half points of both games of a pair, (3, 3), and what the second
 *   comes to.
 * @typedef {Tally | Pairs | Hands | number[][]} Counted
 */
/**
 * @typedef {object} Games What is played.
 * @property {string[]} a Cards of side A, in the order in which they are dealt (`cardsOf`, `aligned`).
 * @property {string[]} b Cards of side B.
 * @property {boolean} [byLead] Either side leads the first turn on the same chance: what comes back are pairs, A
 *   leading second.
 * @property {string[]} [other] Another build of side A, played on the same chance: what comes back are pairs.
 * @property {import('./redraw.js').Marks} [marks] Of the cards of side A: its opening hands are counted by what they
 *   hold.
 * @property {string[]} [further] Cards that may come into the list of side A.
 * @property {{outs: number[], entrants: [string, number, number][], width: number}} [screen] Cards come in at random:
 *   what comes back are sums of products (`Engine.screen`).
 * @property {{out: string[], into: string[]}[]} [changes] Cards are exchanged: what comes back are pairs of each.
 * @property {[string, string]} policies
 * @property {number} seed A whole number from 0 to 2^53.
 * @property {number} [matchup] Tells the chance of matchups of one seed apart.
 * @property {number} games
 * @property {number} [start] Index of the first game.
 * @property {AbortSignal} [signal] Stops the games; what was counted is given back. Tasks of one signal are one
 *   question.
 * @property {boolean} [patient] Waits while anything else is to be played.
 * @property {boolean} [saved] What was played of it is saved: where it is asked for again, it goes on where it stopped,
 *   and gives all that there is, be it more games than are asked for.
 */
/**
 * @template {Counted} [C=Counted]
 * @typedef {Games & {onCounts?(counts: C, games: number): void}} Task `onCounts` is called as games come in, with all
 *   that are there.
 */
/**
 * @typedef {{kind: 'ready' | 'failed' | 'looked' | 'counts', message: string, answer: Looked, counts: Counted, games:
 *   number, took: number}} Said What a worker says: as much of it as belongs to its kind.
 * @typedef {{postMessage: (message: unknown) => void, terminate: () => void,
 *   onmessage: ((event: MessageEvent<Said>) => void) | null, onerror: ((event: ErrorEvent) => void) | null}} WorkerLike
 * @typedef {{start: number, games: number}} Span
 * @typedef {Span & {tries: number}} Block
 * @typedef {{getBattery?(): Promise<{charging: boolean}>}} Device Some browsers tell of their battery.
 * @typedef {{id: number, task: Task, key: string, next: number, end: number, done: number, counts: Counted | null,
 *   pace: number, again: Block[], finish: (counts: Counted | null) => void, fail: (error: Error) => void}} Job `key`:
 *   of what is saved of it; empty where nothing is.
 * @typedef {object} Wish What is asked of one worker, before any block of games.
 * @property {import('./match.js').Game} game It is played on to where the person of it must decide, or to its end.
 * @property {number} [worlds] In how many the options there are rated; none where nothing is said.
 * @property {boolean} [open] Name all cards in options, as when the game is over.
 * @property {AbortSignal} [signal] Gives it up while it waits; null comes back.
 *
 * @typedef {object} Looked What comes back.
 * @property {string | null} asked
 * @property {import('./match.js').Option[]} options
 * @property {import('./match.js').Rate[]} rates By index of an option.
 * @property {number} usual What the policy of the game itself would take.
 * @property {number[]} taken
 *
 * @typedef {{wish: Wish, tries: number, finish: (answer: Looked | null) => void, fail: (error: Error) => void}} Call
 * @typedef {{worker: WorkerLike, ready: boolean, silent: number, call?: Call | null, at: Block & {job: Job} | null}}
 *   Place
 */

const isPhone = () => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** How many workers suit a device: as many as it has cores, one less on a phone. @returns {number} */
export function cores() {
  const many = globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.max(1, Math.min(8, isPhone() ? many - 1 : many));
}

/** What tells one task from another, but for how many games are asked for. @param {Task} task @returns {string} */
function keyOf({ a, b, other, byLead, marks, further, screen, changes, policies, seed, matchup, start }) {
  const kind = [other ?? null, Boolean(byLead), Boolean(marks), further ?? 0, screen ?? 0, changes ?? 0];
  return fingerprint(JSON.stringify([a, b, kind, policies, seed, matchup ?? 0, start ?? 0]));
}

/** Workers, and the games that wait for them. No game is begun while nobody sees the page. */
export class Pool {
  /** @type {{charging: boolean} | null} */
  #battery = null;

  /** @param {() => WorkerLike} make Starts a worker.
   * @param {{wasm: WebAssembly.Module, layout: import('./engine.js').Layout, book: Uint8Array}} files
   * @param {number} [size] */
  constructor(make, files, size = cores()) {
    this.make = make;
    this.files = files;
    /** @type {Job[]} */
    this.jobs = [];
    /** @type {Call[]} */
    this.calls = [];
    this.turn = 0;
    this.id = 0;
    this.deaths = 0;
    /** @type {number | null} Games a second of all workers, lately. */
    this.speed = null;
    /** @type {Place[]} */
    this.places = Array.from({ length: size }, () => this.hired());
    this.watch = setInterval(() => this.lookAround(), LOOK);
    this.ledger = new Ledger(files.layout.mark);
    globalThis.document?.addEventListener('visibilitychange', this.turned);
    const device = /** @type {Device | undefined} */ (/** @type {unknown} */ (globalThis.navigator));
    device?.getBattery?.().then(
      (battery) => {
        this.#battery = battery;
      },
      () => {},
    );
  }

  /** @returns {boolean} Whether processor time is dear here: on a phone, or on a battery. */
  get isFrugal() {
    return isPhone() || this.#battery?.charging === false;
  }

  /** What is seen plays on; of what is not, all is saved that is there, as it may be closed for good. */
  turned = () => {
    if (document.hidden) this.jobs.forEach((job) => this.save(job));
    else this.handOut();
  };

  /** What is saved of a task. @template {Counted} [C=Counted] @param {Task<C>} task
   * @returns {{counts: C, games: number} | null} */
  known(task) {
    const entry = this.ledger.get(keyOf(/** @type {Task} */ (/** @type {unknown} */ (task))));
    return entry?.counts ? { counts: /** @type {C} */ (entry.counts), games: entry.done } : null;
  }

  /** Save counts of a task that was played elsewhere. @template {Counted} C @param {Task<C>} task @param {C} counts
   * @param {number} games */
  keep(task, counts, games) {
    const key = keyOf(/** @type {Task} */ (/** @type {unknown} */ (task)));
    this.ledger.put(key, { counts, done: games, next: games, left: [] });
  }

  /** Play games into counts: the tally of all games, or pairs where there is another build; of those that were played
   * where it was stopped, null for none. An EngineError for a list that can't be played, and where workers die again
   * and again.
   * @overload @param {Task<Hands> & {marks: import('./redraw.js').Marks}} task @returns {Promise<Hands | null>} */
  /** @overload @param {Task<Pairs> & ({other: string[]} | {byLead: true})} task @returns {Promise<Pairs | null>} */
  /** @overload @param {Task<number[][]> & ({changes: object[]} | {screen: object})} task
   * @returns {Promise<number[][] | null>} */
  /** @overload @param {Task<Tally>} task @returns {Promise<Tally | null>} */
  /** @template {Counted} C @overload @param {Task<C>} task @returns {Promise<C | null>} */
  /** @param {Task} task @returns {Promise<Counted | null>} */
  play(task) {
    const start = task.start ?? 0;
    if (!Number.isSafeInteger(task.seed) || task.seed < 0) {
      return Promise.reject(
        new EngineError(_('{seed} is no seed: take a whole number from 0 on.', { seed: task.seed })),
      );
    }
    return new Promise((finish, fail) => {
      const pace = task.policies.some((name) => name.startsWith('search')) ? 0.02 : 1;
      this.id += 1;
      const key = task.saved ? keyOf(task) : '';
      const { counts, done, next, left } = this.ledger.get(key) ?? { counts: null, done: 0, next: start, left: [] };
      const again = left.map((each) => ({ ...each, tries: 0 }));
      const work = { next, end: Math.max(start + task.games, next), done, counts, pace, again };
      const job = { id: this.id, task, key, ...work, finish, fail };
      task.signal?.addEventListener('abort', () => this.stop(job), { once: true });
      if (counts) task.onCounts?.(counts, done);
      if (task.signal?.aborted || done >= task.games) finish(counts);
      else this.jobs.push(job);
      this.handOut();
    });
  }

  /** Have all workers speak a language. @param {ReturnType<typeof spoken>} words */
  speak(words) {
    this.places.forEach(({ worker }) => worker.postMessage({ kind: 'speak', spoken: words }));
  }

  /** Save how far a task is: blocks that are out are played again. @param {Job} job */
  save({ key, counts, done, next, again, id }) {
    if (!key || !done) return;
    const out = this.places.flatMap(({ at }) => (at?.job.id === id ? [at] : []));
    const left = [...again, ...out].map(({ start, games }) => ({ start, games }));
    this.ledger.put(key, { counts, done, next, left });
  }

  /** Give all workers back. */
  close() {
    clearInterval(this.watch);
    globalThis.document?.removeEventListener('visibilitychange', this.turned);
    this.places.forEach(({ worker }) => worker.terminate());
    this.jobs = [];
  }

  /** @param {Job} job */
  stop(job) {
    if (!this.jobs.includes(job)) return;
    this.jobs = this.jobs.filter((each) => each !== job);
    this.save(job);
    job.finish(job.counts);
  }

  /** Have a worker look into one game; nothing else waits for it, least of all the page.
   * @param {Wish} wish @returns {Promise<Looked | null>} Null where it was given up.
   * @throws {EngineError} For a game that can't be played. */
  ask(wish) {
    return new Promise((finish, fail) => {
      this.calls.push({ wish, tries: 0, finish, fail });
      this.handOut();
    });
  }

  /** @returns {Place} */
  hired() {
    const worker = this.make();
    /** @type {Place} */
    const place = { worker, ready: false, silent: 0, at: null };
    worker.onmessage = ({ data }) => this.hear(place, data);
    worker.onerror = (event) => {
      event?.preventDefault?.();
      this.replace(place, event?.message ?? _('it ended'));
    };
    worker.postMessage({ kind: 'open', files: this.files, spoken: spoken() });
    return place;
  }

  /** Have another worker in place of each that owes an answer and has long said nothing. */
  lookAround() {
    this.places.forEach((place) => {
      place.silent = place.ready && !place.at && !place.call ? 0 : place.silent + 1;
      if (place.silent >= SILENT) this.replace(place, _('it ended'));
    });
  }

  /** @param {Place} place @param {Said} said */
  hear(place, said) {
    // Of one that was replaced a last word may be on its way: its games are played again.
    if (!this.places.includes(place)) return;
    const { at } = place;
    place.silent = 0;
    if (said.kind === 'ready') {
      place.ready = true;
    } else if (said.kind === 'failed') {
      const { call } = place;
      [place.at, place.call] = [null, null];
      const error = new EngineError(said.message);
      if (call) call.fail(error);
      else if (at) this.giveUp([at.job], error);
      else this.giveUp(this.jobs, error, this.calls.splice(0));
    } else if (said.kind === 'looked') {
      place.call?.finish(said.answer);
      place.call = null;
    } else if (at) {
      place.at = null;
      this.take(at.job, said);
    }
    this.handOut();
  }

  /** @param {Job} job @param {Said} said */
  take(job, { counts, games, took }) {
    if (!this.jobs.includes(job)) return;
    job.counts = job.counts === null ? counts : added(job.counts, counts);
    job.done += games;
    job.pace = (job.pace + games / Math.max(took, 0.1)) / 2;
    this.speed = 1000 * job.pace * this.places.length;
    job.task.onCounts?.(job.counts, job.done);
    if (job.done === job.end - (job.task.start ?? 0)) {
      this.jobs = this.jobs.filter((each) => each !== job);
      this.save(job);
      job.finish(job.counts);
    }
  }

  /** @param {Job[]} jobs @param {Error} error @param {Call[]} [calls] */
  giveUp(jobs, error, calls = []) {
    this.jobs = this.jobs.filter((job) => !jobs.includes(job));
    [...jobs, ...calls].forEach((each) => each.fail(error));
  }

  /** Another worker in place of one that has died; its games are played again.
   * @param {Place} place @param {string} why */
  replace(place, why) {
    if (!this.places.includes(place)) return;
    place.worker.terminate();
    const { at, call } = place;
    this.deaths += 1;
    if (call && call.tries + 1 < TRIES) this.calls.unshift({ ...call, tries: call.tries + 1 });
    else
      call?.fail(
        new EngineError(
          _("This game can't be looked into: a worker ended {tries} times over it ({why}).", { tries: TRIES, why }),
        ),
      );
    if (at && at.tries + 1 >= TRIES) {
      const line = _("The games can't be played on: a worker ended {tries} times over the same ({why}).", {
        tries: TRIES,
        why,
      });
      this.giveUp([at.job], new EngineError(line));
    } else at?.job.again.push({ start: at.start, games: at.games, tries: at.tries + 1 });
    if (this.deaths > TRIES * this.places.length + TRIES) {
      const error = new EngineError(_("Workers can't be kept here ({why}): load the page again.", { why }));
      this.giveUp(this.jobs, error, this.calls.splice(0));
      return;
    }
    this.places[this.places.indexOf(place)] = this.hired();
    this.handOut();
  }

  /** Give everyone that waits a block: of each question in turn, however many tasks it has, and there of each task. */
  handOut() {
    for (const place of this.places) {
      if (!place.ready || place.at || place.call) continue;
      this.calls.filter(({ wish }) => wish.signal?.aborted).forEach(({ finish }) => finish(null));
      this.calls = this.calls.filter(({ wish }) => !wish.signal?.aborted);
      place.call = this.calls.shift() ?? null;
      if (place.call) {
        const { game, worlds, open } = place.call.wish;
        place.worker.postMessage({ kind: 'look', task: { game, worlds, open } });
        continue;
      }
      const open = this.jobs.filter((job) => job.next < job.end || job.again.length);
      if (!open.length || globalThis.document?.hidden) continue;
      const urgent = open.filter(({ task }) => !task.patient);
      const now = urgent.length ? urgent : open;
      const questions = [...new Set(now.map(({ task }) => task.signal))];
      this.turn += 1;
      const jobs = now.filter(({ task }) => task.signal === questions[this.turn % questions.length]);
      const job = jobs[Math.floor(this.turn / questions.length) % jobs.length];
      const block = job.again.pop() ?? this.cut(job);
      place.at = { job, ...block };
      const { a, b, other, byLead, policies, seed, matchup, marks, further, screen, changes } = job.task;
      const task = { a, b, other, byLead, policies, seed, matchup, marks, further, screen, changes };
      place.worker.postMessage({ kind: 'play', id: job.id, task, start: block.start, games: block.games });
    }
  }

  /** @param {Job} job */
  cut(job) {
    const games = Math.max(1, Math.min(MOST_GAMES, job.end - job.next, Math.round(BLOCK * job.pace)));
    job.next += games;
    return { start: job.next - games, games, tries: 0 };
  }
}

/** The cards of another build in an order in which common cards have the places that they have in `kept`; a replaced
 * card gives its place to the one that is most like it. One shuffle then deals both alike but for what differs. As
 * `align` of `ucgsim/simulate/same_chance.py`.
 * @param {string[]} kept @param {string[]} changed
 * @param {(number: string) => {level: number | null, kinds: string[]}} card @returns {string[]} */
export function aligned(kept, changed, card) {
  /** @type {Map<string, number>} */
  const missing = new Map();
  changed.forEach((number) => missing.set(number, (missing.get(number) ?? 0) + 1));
  const places = kept.map((number) => {
    const left = missing.get(number) ?? 0;
    if (left) missing.set(number, left - 1);
    return left ? number : null;
  });
  /** @param {string} x @param {string} y */
  const likeness = (x, y) => {
    const [one, two] = [card(x), card(y)];
    const scenes = Number(one.kinds.includes('Scene')) - Number(two.kinds.includes('Scene'));
    return scenes || (one.level ?? 0) - (two.level ?? 0) || (x < y ? -1 : Number(x > y));
  };
  const spare = [...missing].flatMap(([number, count]) => Array(count).fill(number)).sort(likeness);
  const free = kept
    .map((_, k) => k)
    .filter((k) => places[k] === null)
    .sort((x, y) => likeness(kept[x], kept[y]));
  free.slice(0, spare.length).forEach((place, k) => {
    places[place] = spare[k];
  });
  return [...places.filter((number) => number !== null), ...spare.slice(free.length)];
}
