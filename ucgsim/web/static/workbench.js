/** What the page knows, and what a person does with it: the parts of the workbench, and what goes through several of
 * them. */

import { cleaned, named, sizeOf } from './deck.js';
import { Edited } from './edited.js';
import { Field } from './field.js';
import { _, lineOf, listed } from './language.js';
import { fromLink, toLink } from './link.js';
import { readList } from './lists.js';
import { Played } from './played.js';
import { Questions } from './questions.js';
import { Saved } from './storage.js';
import { Versions } from './versions.js';

/** @typedef {import('./deck.js').Deck} Deck */

/** The workbench of one page. */
export class Workbench {
  /** @param {{cards: import('./cards.js').Cards, decks: Deck[], layout: import('./engine.js').Layout,
   *   advice: import('./swaps.js').Advice, pool: import('./pool.js').Pool, tab?: string,
   *   storage?: import('./storage.js').Store | null, server?: import('./server.js').Server | null,
   *   library?: import('./versions.js').Kept[]}} given */
  constructor({ cards, decks, layout, advice, pool, storage = null, tab = '', server = null, library = [] }) {
    this.cards = cards;
    this.pool = pool;
    this.policy = layout.usual;
    this.policies = Object.keys(layout.policies);
    this.rules = layout.rules;
    /** The studio that served this page. */
    this.server = server;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    this.message = '';
    /** Whether it was opened by a link. */
    this.isGuest = false;
    /** A list that another page brought, and that can't be read for sure. */
    this.unread = '';
    this.storage = new Saved(storage, tab, (line) => {
      this.message = line;
    });
    this.versions = new Versions(this.storage, cards, decks, library);
    this.edited = new Edited(cards, decks[0], this.ask);
    this.field = new Field(this.storage, cards, decks, this.ask);
    this.questions = new Questions(this.storage, cards);
    const { deck, saved, at } = this.versions.lastTable();
    if (deck) Object.assign(this.edited, { deck, saved: { ...(saved ?? deck), at } });
    const player = layout.policies[this.policy].spread;
    const { policy, edited, field, say, report } = this;
    this.played = new Played({ cards, pool, policy, player, edited, field, advice, say, report });
    this.meetOthers();
  }

  /** @param {() => void} watcher @returns {() => void} Stops it. */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  say = () => this.watchers.forEach((each) => each());

  /** Show what went wrong, or a line of one's own. @param {unknown} error */
  report = (error) => {
    this.message = lineOf(error);
    this.say();
  };

  /** Keep what is on the table, and play it from the first game on. */
  ask = () => {
    this.keep();
    this.played.ask();
  };

  keep() {
    this.versions.keepTable(this.edited);
    this.field.keep();
  }

  /** Take over what other tabs saved. */
  meetOthers() {
    this.questions.meetOthers();
    this.versions.meetOthers();
    this.say();
  }

  /** Say all in another language. @param {{code: string, catalog: Record<string, string>}} spoken */
  turn(spoken) {
    this.pool.speak(spoken);
    this.questions.forget();
    this.meetOthers();
  }

  /** Open another deck; what is on the table is kept as a version if it was changed. @param {Deck} deck
   * @param {import('./edited.js').Edited['saved']} [saved] What it is measured against. */
  open(deck, saved) {
    if (!this.isKept) this.versions.remember(this.edited.deck, _('before another deck was opened'));
    this.edited.replace(deck, saved);
  }

  /** @returns {boolean} Whether the deck is there under its name, so that nothing of it can be lost. */
  get isKept() {
    return this.versions.has(this.edited.deck);
  }

  /** Save the deck, in the studio into the library as well: from now on changes are measured against it.
   * @param {string} [note] */
  save(note = '') {
    const { edited, server, versions } = this;
    versions.remember(edited.deck, note);
    server
      ?.save(edited.deck)
      .then(async () => {
        versions.library = await server.decks();
        this.say();
      })
      .catch(this.report);
    this.played.takeOver();
    edited.saved = { ...edited.deck, counts: { ...edited.deck.counts }, at: Date.now() };
    this.ask();
  }

  /** @param {string} name */
  rename(name) {
    this.edited.deck = { ...this.edited.deck, name: named(name) };
    this.keep();
    this.say();
  }

  /** Read a pasted list. @param {string} text */
  paste(text) {
    const { name, counts, problems } = readList(text, this.cards);
    return { name: named(name) || _('Pasted deck'), counts: Object.fromEntries(counts), problems };
  }

  /** Open a list that another page brought, or have it asked about. @param {string} text @param {string} [name] */
  bring(text, name) {
    const list = this.paste(text);
    this.isGuest = true;
    if (list.problems.length || !sizeOf(list.counts)) this.unread = text;
    else this.open({ ...list, name: named(name ?? '') || list.name });
  }

  /** @returns {string} The fragment of a link that holds deck and field. */
  get link() {
    const { rivals } = this.field;
    return toLink({ decks: [this.edited.deck, ...rivals], weights: rivals.map(({ weight }) => weight) });
  }

  /** Open what a link holds. @param {string} fragment
   * @param {import('./edited.js').Edited['saved'] | null} [saved] What its deck is measured against: known where the
   *   page itself was there before. */
  openLink(fragment, saved = null) {
    const { decks, weights } = fromLink(fragment);
    const given = decks.map(({ name, counts }) => ({ name, counts: Object.fromEntries(counts) }));
    const [deck, ...rivals] = given.flatMap((each) => cleaned(each, this.cards) ?? []);
    if (!deck) throw new Error(_('this link holds no deck'));
    const unknown = given.flatMap(({ counts }) => Object.keys(counts)).filter((number) => !this.cards.get(number));
    if (unknown.length) {
      const some = listed([...new Set(unknown)].slice(0, 5));
      this.message = _('This page knows no {cards}: left out.', { cards: some });
    }
    if (rivals.length) {
      if (!saved && !this.field.isKept) this.field.save(_('before a link was opened'));
      const known = Array.isArray(weights) ? weights.map(Number) : [];
      const weighed = rivals.map((rival, place) => ({ ...rival, weight: known[place] >= 0 ? known[place] : 1 }));
      this.field.rivals = weighed;
    }
    this.isGuest = true;
    this.open(deck, saved ?? undefined);
  }

  /** @returns {boolean} Whether nothing was done here yet. */
  get isNew() {
    const { edited, versions } = this;
    const isFirst = edited.deck.name === versions.shipped[0].name && !edited.isChanged;
    return isFirst && !this.isGuest && !versions.all.length;
  }
}
