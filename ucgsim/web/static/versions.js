/** Decks that can be opened: those that ship, the library of the studio, and the versions that were saved. */

import { cleaned, named, same, sizeOf } from './deck.js';
import { _ } from './language.js';

/** Keys of what lies on the table of a tab, and of versions: no two tabs write the same one. */
const [DRAFT, VERSION] = ['ucgsim-draft-', 'ucgsim-version-'];
/** Milliseconds after which a tab's table is cleared where nothing on it was changed: a month. */
const LONG_AGO = 30 * 24 * 3600 * 1000;
const LONGEST_NOTE = 200;

/**
 * @typedef {import('./deck.js').Deck} Deck
 * @typedef {Deck & {at: number, note: string, key: string, isDraft: boolean}} Version A deck as it was saved, or as it
 *   lies unsaved on the table of another tab.
 * @typedef {{key: string, name: string, counts?: Deck['counts'], problem?: string, text?: string}} Kept A deck of the
 *   library; one that can't be read has no counts.
 */

/** The decks that are known. */
export class Versions {
  /** @param {import('./storage.js').Saved} storage @param {import('./cards.js').Cards} cards @param {Deck[]} shipped
   * @param {Kept[]} library */
  constructor(storage, cards, shipped, library) {
    this.storage = storage;
    this.cards = cards;
    this.shipped = shipped;
    this.library = library;
    /** @type {Version[]} Newest first. */
    this.all = [];
  }

  /** What this tab had on the table, or else what was there last; tables that nobody wants back are cleared.
   * @returns {{deck: Deck | null, saved: Deck | null, at: number}} */
  lastTable() {
    const drafts = this.storage.read(DRAFT).sort((x, y) => Number(y.data.at) - Number(x.data.at));
    const own = drafts.find(({ key }) => key === DRAFT + this.storage.tab);
    const old = Date.now() - LONG_AGO;
    drafts
      .filter((each) => each !== own && !each.data.isChanged && Number(each.data.at) < old)
      .forEach(({ key }) => this.storage.remove(key));
    const { deck, saved } = (own ?? drafts[0])?.data ?? {};
    const { at } = /** @type {{at?: unknown}} */ (saved ?? {});
    return { deck: cleaned(deck, this.cards), saved: cleaned(saved, this.cards), at: Number(at) || 0 };
  }

  /** Save what lies on the table. @param {import('./edited.js').Edited} edited */
  keepTable({ deck, saved, isChanged }) {
    this.storage.write(DRAFT + this.storage.tab, { deck, saved, isChanged, at: Date.now() });
  }

  /** The versions of all tabs of this browser, each of which has a key of its own, and what lies unsaved in others. */
  meetOthers() {
    const saved = this.storage.read(VERSION).map(({ key, data }) => {
      return { key, isDraft: false, deck: data, at: data.at, note: data.note };
    });
    const left = this.storage
      .read(DRAFT)
      .filter(({ key, data }) => key !== DRAFT + this.storage.tab && data.isChanged)
      .map(({ key, data: { deck, at } }) => {
        return { key, isDraft: true, deck, at, note: _('not saved, on the table of another tab') };
      });
    this.all = [...saved, ...left]
      .flatMap(({ key, isDraft, deck: data, at, note }) => {
        const deck = cleaned(data, this.cards);
        return deck ? [{ ...deck, at: Number(at) || 0, note: named(note ?? '', LONGEST_NOTE), key, isDraft }] : [];
      })
      .sort((x, y) => y.at - x.at);
  }

  /** Save a deck as a version. @param {Deck} deck @param {string} [note] */
  remember({ name, counts }, note = '') {
    const at = Math.max(Date.now(), (this.all[0]?.at ?? 0) + 1);
    this.put({ name, counts: { ...counts }, at, note, key: `${VERSION}${at}-${this.storage.tab}`, isDraft: false });
  }

  /** Write another note to a version. @param {Version} version @param {string} note */
  annotate(version, note) {
    if (!version.isDraft) this.put({ ...version, note: named(note, LONGEST_NOTE) });
  }

  /** @param {Version} version */
  put({ key, name, counts, at, note, isDraft }) {
    const others = this.all.filter((each) => each.key !== key);
    this.all = [{ key, name, counts, at, note, isDraft }, ...others].sort((x, y) => y.at - x.at);
    this.storage.write(key, { name, counts, at, note });
  }

  /** @param {Version} version */
  forget({ key }) {
    this.all = this.all.filter((each) => each.key !== key);
    this.storage.remove(key);
  }

  /** @returns {(Deck & {note?: string})[]} All decks that can be read. */
  get decks() {
    const library = this.library.flatMap(({ name, counts }) => (counts ? [{ name, counts }] : []));
    return [...this.all, ...library, ...this.shipped];
  }

  /** Whether a deck is there under its name, so that nothing of it can be lost. @param {Deck} deck
   * @returns {boolean} */
  has({ name, counts }) {
    return !sizeOf(counts) || this.decks.some((each) => each.name === name && same(each.counts, counts));
  }
}
