/** The field: which decks are expected, how often each is met, and fields that were saved by name. */

import { cleaned, named, same } from './deck.js';
import { _ } from './language.js';

/** Keys of the field, and of those that have a name. */
const [FIELD, NAMED] = ['ucgsim-field', 'ucgsim-named-'];
/** Decks that are met before anything else is said. */
const FIRST = 4;
const MOST_WEIGHT = 1e6;

/** @typedef {import('./deck.js').Deck} Deck @typedef {import('./deck.js').Rival} Rival */

/** A rival whose weight can be added up, wherever it came from. @param {Rival} rival @returns {Rival} */
const weighed = (rival) => ({ ...rival, weight: Math.min(Math.max(Number(rival.weight) || 0, 0), MOST_WEIGHT) });

/** The rivals with their weights. */
export class Field {
  /** @param {import('./storage.js').Saved} storage @param {import('./cards.js').Cards} cards @param {Deck[]} shipped
   * @param {() => void} changed Called once others are met. */
  constructor(storage, cards, shipped, changed) {
    this.storage = storage;
    this.cards = cards;
    this.changed = changed;
    this.first = shipped.slice(1, 1 + FIRST).map((deck) => ({ ...deck, weight: 1 }));
    const saved = this.cleaned(storage.read(FIELD)[0]?.data);
    /** @type {Rival[]} */
    this.all = [];
    this.rivals = saved.length ? saved : this.first;
  }

  /** @returns {Rival[]} */
  get rivals() {
    return this.all;
  }

  set rivals(rivals) {
    this.all = rivals.map(weighed);
  }

  /** A field out of what came from outside. @param {unknown} data @returns {Rival[]} */
  cleaned(data) {
    return (Array.isArray(data) ? data : []).flatMap((each) => {
      const rival = cleaned(each, this.cards);
      return rival ? [weighed({ ...rival, weight: each.weight })] : [];
    });
  }

  /** @param {Rival[]} rivals */
  meet(rivals) {
    this.rivals = rivals;
    this.changed();
  }

  /** Put a deck into the field. @param {Deck} deck */
  join({ name, counts }) {
    this.meet([...this.rivals.filter((each) => each.name !== name), { name, counts, weight: 1 }]);
  }

  /** @returns {(Rival & {share: number})[]} Those that are met, with their shares. */
  get met() {
    const met = this.rivals.filter(({ weight }) => weight > 0);
    const total = met.reduce((sum, { weight }) => sum + weight, 0);
    return met.map((rival) => ({ ...rival, share: rival.weight / total }));
  }

  keep() {
    this.storage.write(FIELD, this.rivals);
  }

  /** Fields that were saved by name. @returns {{key: string, name: string, rivals: Rival[]}[]} */
  get named() {
    return this.storage
      .read(NAMED)
      .map(({ key, data }) => ({ key, name: named(data.name ?? _('Field')), rivals: this.cleaned(data.field) }))
      .filter(({ rivals }) => rivals.length)
      .sort((x, y) => (x.name < y.name ? -1 : 1));
  }

  /** Save the field under a name, in place of that of the name. @param {string} name */
  save(name) {
    const key = this.named.find((each) => each.name === named(name))?.key;
    this.storage.write(key ?? `${NAMED}${Date.now()}-${this.storage.tab}`, { name: named(name), field: this.rivals });
  }

  /** @returns {string} The name under which it was saved, if it was. */
  get name() {
    return this.named.find(({ rivals }) => sameField(rivals, this.rivals))?.name ?? '';
  }

  /** @returns {boolean} Whether it can be had again, so that nothing is lost with it. */
  get isKept() {
    return [this.first, ...this.named.map(({ rivals }) => rivals)].some((rivals) => sameField(rivals, this.rivals));
  }
}

/** @param {Rival[]} a @param {Rival[]} b @returns {boolean} */
const sameField = (a, b) =>
  a.length === b.length &&
  a.every((each, k) => each.name === b[k].name && each.weight === b[k].weight && same(each.counts, b[k].counts));
