/** The studio behind the page: it saves on disk, knows the library of decks, and plays what takes minutes. */

import { comeIn, hold, KEY } from './again.js';
import { _ } from './language.js';

/** Begin of the keys under which each tab notes what it could not send. */
const UNSENT = 'ucgsim-unsent-';
/** Answers after which it makes no sense to send the same again (RFC 9110): too large, or nothing that can be saved. */
const NEVER = [413, 422];
const AGAIN = 3000;
/** Milliseconds between two looks whether the game is compiled, and seconds after which it is said that it is not. */
const [LOOK, LONG] = [500, 2];

/**
 * @typedef {import('./engine.js').Counts} Counts
 * @typedef {{run: number, title: string, progress: string, error: string, terminal: boolean, status: string, made:
 *   number, live: boolean, games: number, can_grow: boolean, command: string}} Run A run of the studio, as the list has
 * it.
 * @typedef {{runs: Run[], unreadable: {run: number, problem: string}[], note: string}} Runs
 * @typedef {{method?: string, json?: unknown, text?: string}} Given
 */

/** The studio's answers. */
export class Server {
  /** @param {string} key Without it nothing may be changed. */
  constructor(key) {
    this.key = key;
    /** @type {Promise<string> | null} Where the studio was started again: on the way in. */
    this.coming = null;
  }

  /** Come in again. @returns {Promise<string>} */
  async #comeIn() {
    this.coming ??= comeIn();
    const key = await this.coming;
    this.coming = null;
    this.key = key || this.key;
    return key;
  }

  /** Ask for something, and get what comes as JSON.
   * @param {string} path @param {Given} [given] @returns {Promise<ReturnType<typeof JSON.parse>>}
   * @throws {Error} In one line; its `refused` says whether it would be refused again. */
  async ask(path, { method = 'GET', json, text } = {}) {
    const body = json === undefined ? text : JSON.stringify(json);
    const send = () => fetch(path, { method, body, headers: { 'X-Ucgsim-Key': this.key } }).catch(() => null);
    let answer = await send();
    if (answer?.status === 403 && (await this.#comeIn())) answer = await send();
    if (!answer)
      throw Object.assign(
        new Error(_('The studio does not answer. Is it still running? What you change is saved as soon as it does.')),
        { refused: false },
      );
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok)
      throw Object.assign(new Error(said.error ?? _('The studio answers {status}.', { status: answer.status })), {
        refused: NEVER.includes(answer.status),
      });
    return said;
  }

  /** Decks of the library: those that can't be read with their text and what is wrong with it.
   * @returns {Promise<import('./versions.js').Kept[]>} */
  async decks() {
    /** @type {{decks: (import('./versions.js').Kept & {cards?: Counts})[]}} */
    const { decks } = await this.ask('/api/decks');
    return decks.filter(({ key }) => key.startsWith('own:')).map(({ cards, ...each }) => ({ ...each, counts: cards }));
  }

  /** @param {{name: string, counts: Record<string, number>}} deck */
  save({ name, counts }) {
    return this.ask('/api/decks', { method: 'POST', json: { name, deck: listOf(counts) } });
  }
}

/** A list that Python reads. @param {Record<string, number>} counts @returns {string} */
export const listOf = (counts) =>
  Object.entries(counts)
    .map(([number, count]) => `${count} ${number}\n`)
    .join('');

/** What the page saves, like `localStorage`, in the studio: what could not be sent is sent again, by the next visit
 * too. */
export class Shelf {
  /** @type {Map<string, string | null>} */
  #unsent = new Map();
  #noted = UNSENT + String(Math.random()).slice(2);
  /** @type {Set<string>} What was written since others were asked for. */
  #written = new Set();
  #busy = false;
  /** @type {Server} */
  #server;
  /** @type {(line: string) => void} */
  #trouble = () => {};
  /** Its own properties are what is saved, as with `localStorage`. */
  #items = /** @type {Record<string, string>} */ (/** @type {unknown} */ (this));

  /** @param {Server} server @param {Record<string, string>} items */
  constructor(server, items) {
    this.#server = server;
    Object.assign(this, items);
    Object.keys(localStorage)
      .filter((key) => key.startsWith(UNSENT))
      .forEach((key) => this.#takeOver(key));
  }

  /** Send what another tab, or a former visit, could not. @param {string} key */
  #takeOver(key) {
    try {
      JSON.parse(localStorage.getItem(key) ?? '[]').forEach((/** @type {[string, string | null]} */ [name, text]) =>
        text === null ? this.removeItem(name) : this.setItem(name, text),
      );
    } catch {
      return; // Whatever it is, it is no list of ours, and is left where it is.
    }
    localStorage.removeItem(key);
  }

  /** @param {(line: string) => void} hears Of what can't be saved; of nothing, once it is. */
  listen(hears) {
    this.#trouble = hears;
  }

  /** @param {string} name @returns {string | null} */
  getItem(name) {
    return Object.hasOwn(this, name) ? this.#items[name] : null;
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    if (this.getItem(name) === text) return;
    Object.assign(this, { [name]: text });
    this.#put(name, text);
  }

  /** @param {string} name */
  removeItem(name) {
    delete this.#items[name];
    this.#put(name, null);
  }

  /** Ask what other tabs saved. */
  async renew() {
    this.#written.clear();
    const { items } = await this.#server.ask('/api/items');
    const own = (/** @type {string} */ name) => this.#unsent.has(name) || this.#written.has(name);
    Object.keys(this)
      .filter((name) => !(name in items) && !own(name))
      .forEach((name) => delete this.#items[name]);
    Object.entries(items)
      .filter(([name]) => !own(name))
      .forEach(([name, text]) => Object.assign(this, { [name]: text }));
  }

  /** @param {string} name @param {string | null} text */
  #put(name, text) {
    this.#unsent.set(name, text);
    this.#written.add(name);
    this.#note();
    this.#send();
  }

  #note() {
    try {
      if (this.#unsent.size) localStorage.setItem(this.#noted, JSON.stringify([...this.#unsent]));
      else localStorage.removeItem(this.#noted);
    } catch {
      // It is sent all the same: only what the studio does not take before the page is left is lost.
    }
  }

  async #send() {
    if (this.#busy) return;
    this.#busy = true;
    let said = '';
    while (this.#unsent.size) {
      const [name, text] = /** @type {[string, string | null]} */ (this.#unsent.entries().next().value);
      try {
        await this.#server.ask(`/api/items/${name}`, text === null ? { method: 'DELETE' } : { method: 'PUT', text });
        if (said) this.#trouble('');
        said = '';
      } catch (error) {
        const { message, refused } = /** @type {Error & {refused?: boolean}} */ (error);
        if (said !== message) this.#trouble(message);
        said = message;
        if (!refused) {
          await new Promise((go) => {
            setTimeout(go, AGAIN);
          });
          continue;
        }
      }
      if (this.#unsent.get(name) === text) this.#unsent.delete(name);
      this.#note();
    }
    this.#busy = false;
  }
}

/** Wait until the studio has compiled the game, and say how long it has taken. @param {Server} server */
async function compiled(server) {
  for (;;) {
    const { seconds } = await server.ask('/api/making');
    if (seconds === null) return;
    const line = _('The game is being compiled, which takes about a minute: {seconds} s so far …', { seconds });
    if (seconds >= LONG) document.querySelector('.first')?.replaceChildren(line);
    await new Promise((go) => {
      setTimeout(go, LOOK);
    });
  }
}

/** The studio that served this page, with what it saved; null on a site of its own.
 * @returns {Promise<{server: Server, storage: Shelf, library: import('./versions.js').Kept[]} | null>} */
export async function openServer() {
  if (!document.querySelector('meta[name=ucgsim]')) return null;
  if (location.hash.startsWith('#key=')) {
    localStorage.setItem(KEY, location.hash.slice(5));
    history.replaceState(null, '', location.pathname);
  }
  const server = new Server(localStorage.getItem(KEY) ?? '');
  const [{ items }, library] = await Promise.all([server.ask('/api/items'), server.decks()]);
  server
    .ask('/badge', { method: 'POST' })
    .then(({ badge }) => hold(badge))
    .catch(() => {});
  await compiled(server);
  return { server, storage: new Shelf(server, items), library };
}
