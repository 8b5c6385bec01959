/** Counts of games that were played, by what was played: for this visit, and in the browser's database for the next. */

import { database, done } from './database.js';

const [NAME, STORE] = ['ucgsim-played', 'counts'];
/** Tasks whose counts are held, the latest used: each takes two kilobytes or less. */
const MOST = 2000;
/** Milliseconds that a database has to open: some browsers never say that they have none. */
const OPENS_WITHIN = 1000;

/**
 * @typedef {import('./pool.js').Counted} Counted
 * @typedef {import('./pool.js').Span} Span
 * @typedef {{counts: Counted | null, done: number, next: number, left: Span[]}} Entry How far a task is: games that are
 *   done, the first that nobody began, and spans before it that are missing.
 * @typedef {{at: number, mark: string, text: string, sum: string}} Row An entry as it is stored, and its checksum.
 */

/** A fingerprint of a text: 64 bits. Source: bryc, cyrb53, public domain.
 * @param {string} text @returns {string} */
export function fingerprint(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let k = 0; k < text.length; k += 1) {
    const code = text.charCodeAt(k);
    [a, b] = [Math.imul(a ^ code, 2654435761), Math.imul(b ^ code, 1597334677)];
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** What was played. A database that is refused, full or damaged costs games and nothing else. */
export class Ledger {
  /** @type {Map<string, Entry | string>} The latest used last; as text until it is asked for. */
  #entries = new Map();
  /** @type {IDBDatabase | null} */
  #database = null;
  #mark;

  /** @param {string} mark Of the game: counts of another one are dropped. */
  constructor(mark) {
    this.#mark = mark;
    const tooLate = new Promise((finish) => {
      setTimeout(finish, OPENS_WITHIN);
    });
    /** Done once it is known what former visits played. */
    this.opened = Promise.race([this.#open(), tooLate]).catch(() => {});
  }

  async #open() {
    if (!globalThis.indexedDB) return;
    const opened = await database(NAME, STORE);
    const store = opened.transaction(STORE, 'readwrite').objectStore(STORE);
    const [keys, rows] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const all = keys.map((key, k) => ({ key, row: /** @type {Row} */ (rows[k]) }));
    const isWhole = (/** @type {Row} */ row) =>
      row?.mark === this.#mark && typeof row.text === 'string' && row.sum === fingerprint(row.text);
    const whole = all.filter(({ row }) => isWhole(row)).sort((x, y) => x.row.at - y.row.at);
    const held = new Set(whole.slice(-MOST));
    all.filter((each) => !held.has(each)).forEach(({ key }) => store.delete(key));
    const [stored, played] = [[...held].map(({ key, row }) => [String(key), row.text]), [...this.#entries]];
    this.#entries = new Map(/** @type {[string, Entry | string][]} */ ([...stored, ...played]));
    this.#database = opened;
  }

  /** @param {string} key @returns {Entry | null} */
  get(key) {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    /** @type {Entry} */
    const read = typeof entry === 'string' ? JSON.parse(entry) : entry;
    this.#entries.delete(key);
    this.#entries.set(key, read);
    return read;
  }

  /** @param {string} key @param {Entry} entry */
  put(key, entry) {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const oldest = this.#entries.size > MOST ? String(this.#entries.keys().next().value) : '';
    this.#entries.delete(oldest);
    try {
      const store = this.#database?.transaction(STORE, 'readwrite').objectStore(STORE);
      const text = JSON.stringify(entry);
      store?.put({ at: Date.now(), mark: this.#mark, text, sum: fingerprint(text) }, key);
      if (oldest) store?.delete(oldest);
    } catch {
      this.#database = null; // It was closed, or is no more: what is played is held for this visit.
    }
  }
}
