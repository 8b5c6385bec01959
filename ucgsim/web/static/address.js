/** Where one is: every state of the page has an address, and is opened by it alone. Back, reload, a bookmark, a link
 * and another tab come to the same.
 *
 * `#d=…` holds decks: the one on the table and its field, or the two of a game. Then follows which page is shown,
 * `&page=decks`; the game, `&game=1.0.17` (seed, matchup, number), with the side of a person and what was chosen so
 * far, `&you=0&taken=Ab`, or with the decision at which it is looked at, `&at=30`; or the hand in the trainer,
 * `&hand=17`. `#list=…` is a list as text, which other pages may name, with `&name=…`: it is read and opened. */

import { cleaned, named } from './deck.js';
import { cardsOf } from './engine.js';
import { UcgsimError } from './known.js';
import { _, listed } from './language.js';
import { fromLink, toLink } from './link.js';
import { Match } from './match.js';

const PAGES = ['bench', 'decks', 'field', 'table', 'hands', 'games', 'guide', 'ask', 'bridge'];
/** Under which key it is saved what was at the table and in the trainer last. */
const LAST = 'ucgsim-last';
const WHOLE = /^\d{1,16}$/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TAKEN = /[A-Za-z0-9]|_[A-Za-z0-9]{2}/g;
/** Games and hands that are dealt, by number. */
const DEALT = 1_000_000;
/** Of the games from which hands are dealt. */
const SEED = 11;
/** Milliseconds between two writes of the address: browsers refuse more than about ten a second. */
const PAUSE = 120;

/**
 * @typedef {import('./workbench.js').Workbench} Bench
 * @typedef {import('./deck.js').Deck} Deck
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./engine.js').Layout} Layout
 * @typedef {import('./match.js').Game & {names: string[]}} Pair A game with the names of its decks.
 * @typedef {Pair & {step?: number, review?: number}} Shown `step`: the decision at which it is looked at, where
 *   nobody plays it; `review`: the side whose review is asked for.
 * @typedef {Pair & {game: number, as: string}} Hand `as`: whether the player is to be `lead` or `next`, or `either`.
 * @typedef {{page: string, link?: string, game?: Shown, hand?: Hand, list?: string, name?: string}} Named
 * @typedef {Named & {id: number}} Place `id`: another one whenever something is opened.
 */

/** Options that were taken, in letters: one for each of the first 62, more for others. @param {number[]} taken */
const inLetters = (taken) =>
  taken
    .map((index) => {
      const [over, letter] = [Math.floor(index / LETTERS.length), LETTERS[index % LETTERS.length]];
      return over ? `_${LETTERS[over]}${letter}` : letter;
    })
    .join('');

/** @param {string} text @returns {number[]} */
function fromLetters(text) {
  const parts = text.match(TAKEN) ?? [];
  if (parts.join('') !== text)
    throw new UcgsimError(_('the choices in this link are damaged; copy the whole link again'));
  const joined = (/** @type {number} */ sum, /** @type {string} */ letter) =>
    sum * LETTERS.length + LETTERS.indexOf(letter);
  return parts.map((part) => [...part.replace('_', '')].reduce(joined, 0));
}

/** The two decks of a game as a link. @param {Pair} pair */
function linkOf({ a, b, names }) {
  const counts = (/** @type {string[]} */ list) =>
    list.reduce((all, card) => all.set(card, (all.get(card) ?? 0) + 1), /** @type {Map<string, number>} */ (new Map()));
  return toLink({ decks: [a, b].map((list, side) => ({ name: names[side], counts: counts(list) })) });
}

/** The address of a game. @param {Shown} shown @param {string} usual Who plays where nothing is said. */
export function ofGame({ policies, seed, matchup = 0, game = 0, you = -1, taken, step, review, ...pair }, usual) {
  const by = policies.every((each) => each === usual) ? '' : `&by=${encodeURIComponent(policies.join('.'))}`;
  const person = you < 0 ? '' : `&you=${you}`;
  const choices = taken?.length ? `&taken=${inLetters(taken)}` : '';
  const seen = `${step === undefined ? '' : `&at=${step}`}${review === undefined ? '' : `&review=${review}`}`;
  return `${linkOf(/** @type {Shown} */ (pair))}&game=${seed}.${matchup}.${game}${by}${person}${choices}${seen}`;
}

/** The address of a hand. @param {Hand} hand */
export const ofHand = (hand) => `${linkOf(hand)}&hand=${hand.game}${hand.as === 'either' ? '' : `&as=${hand.as}`}`;

/** An address in its parts. @param {string} fragment */
function partsOf(fragment) {
  const parts = fragment.slice(1).split('&');
  const isLink = (/** @type {string} */ part) => /^d(=|%3D)/i.test(part);
  const coded = parts.find(isLink);
  const given = new URLSearchParams(parts.filter((part) => !isLink(part)).join('&'));
  return { link: coded === undefined ? '' : `#${coded}`, given };
}

/** The two decks of a link, and who plays them. @param {string} link @param {URLSearchParams} given
 * @param {Layout} layout */
function pairOf(link, given, layout) {
  const by = (given.get('by') ?? `${layout.usual}.${layout.usual}`).split('.');
  const unknown = by.filter((name) => !Object.hasOwn(layout.policies, name));
  if (by.length !== 2 || unknown.length) {
    throw new UcgsimError(
      _('nobody plays by the name {name} here; there are {policies}', {
        name: (unknown[0] ?? by[0]).slice(0, 40),
        policies: listed(Object.keys(layout.policies)),
      }),
    );
  }
  const { decks } = fromLink(link);
  if (decks.length < 2)
    throw new UcgsimError(_('this link names a game of two decks, and holds one; copy the whole link again'));
  const [a, b] = decks.map(({ counts }) => cardsOf(Object.fromEntries(counts)));
  const policies = /** @type {[string, string]} */ ([by[0], by[1]]);
  return { a, b, names: [named(decks[0].name), named(decks[1].name)], policies };
}

/** The game that an address names; null for one that names none.
 * @param {string} fragment @param {Layout} layout @returns {Shown | null} @throws {UcgsimError} In one line. */
export function gameOf(fragment, layout) {
  const { link, given } = partsOf(fragment);
  if (!given.has('game')) return null;
  const numbers = (given.get('game') ?? '').split('.');
  const [at, ...sides] = ['at', 'you', 'review'].map((name) => given.get(name) ?? undefined);
  const isWhole = [...numbers, at ?? '0'].every((each) => WHOLE.test(each) && Number.isSafeInteger(Number(each)));
  if (numbers.length !== 3 || !isWhole || !sides.every((each = '0') => ['0', '1'].includes(each))) {
    throw new UcgsimError(_('this link names no game; one looks like &game=1.0.17: seed, matchup, number of the game'));
  }
  const [seed, matchup, game] = numbers.map(Number);
  const [you, review] = sides.map((each) => (each === undefined ? undefined : Number(each)));
  const person = you === undefined ? {} : { you, taken: fromLetters(given.get('taken') ?? '') };
  const seen = { ...(at === undefined ? {} : { step: Number(at) }), ...(review === undefined ? {} : { review }) };
  return { ...pairOf(link, given, layout), seed, matchup, game, ...person, ...seen };
}

/** The hand that an address names, if it names one. @param {string} fragment @param {Layout} layout
 * @returns {Hand | null} */
function handOf(fragment, layout) {
  const { link, given } = partsOf(fragment);
  if (!given.has('hand')) return null;
  const [game, as] = [given.get('hand') ?? '', given.get('as') ?? 'either'];
  if (!WHOLE.test(game) || !['lead', 'next', 'either'].includes(as))
    throw new UcgsimError(_('this link names no hand; one looks like &hand=17'));
  return { ...pairOf(link, given, layout), seed: SEED, game: Number(game) % DEALT, you: 0, as };
}

const draw = () => Math.floor(Math.random() * DEALT);

/** The deck on the table and one of the field, or else the one that was met before.
 * @param {Bench} bench @param {{rival?: number, before?: Pair, you?: number}} given */
function seated({ edited, field, policy }, { rival = 0, before, you = 0 }) {
  const listOf = (/** @type {Deck} */ { name, counts }) => ({ name, list: cardsOf(counts) });
  const place = 1 - (before?.you ?? 0);
  const met = before && { name: before.names[place], list: [before.a, before.b][place] };
  const other = field.rivals[rival] ? listOf(field.rivals[rival]) : (met ?? listOf(edited.saved));
  const [a, b] = you ? [other, listOf(edited.deck)] : [listOf(edited.deck), other];
  return {
    a: a.list,
    b: b.list,
    names: [a.name, b.name],
    policies: /** @type {[string, string]} */ ([policy, policy]),
  };
}

/** A game at the table. @param {Bench} bench
 * @param {{rival?: number, before?: Pair, you?: number, seed?: number}} given */
export const freshGame = (bench, { seed = draw(), ...given }) =>
  ofGame({ ...seated(bench, given), seed, you: given.you ?? 0 }, bench.policy);

/** A hand in the trainer. @param {Bench} bench @param {{rival?: number, before?: Pair, as?: string}} given */
export const freshHand = (bench, { as = 'either', ...given }) =>
  ofHand({ ...seated(bench, given), seed: SEED, game: draw(), as });

/** Which of the field is met in a game; -1 for none of it. @param {Bench} bench @param {Pair} game */
export const rivalIn = (bench, { names, you = 0 }) =>
  bench.field.rivals.findIndex(({ name }) => name === names[1 - you]);

/** A game at the table without what was chosen in it. @param {string} [fragment] */
const unplayed = (fragment) => fragment?.replace(/&taken=\w*/, '');

/** The address of what is shown. */
export class Address {
  /** @param {Bench} bench @param {Engine} engine */
  constructor(bench, engine) {
    this.bench = bench;
    this.engine = engine;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    /** @type {Place} */
    this.place = { page: 'bench', id: 0 };
    /** Of the game or the hand that is shown. */
    this.fragment = '';
    /** What was shown last on the pages of games and hands. @type {Record<string, string>} */
    this.last = {};
    for (const [page, text] of Object.entries(bench.storage.read(LAST)[0]?.data ?? {})) this.last[page] = String(text);
    this.seen = this.laid;
    this.timer = 0;
    this.isLate = false;
  }

  /** @param {() => void} watcher @returns {() => void} Stops it. */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  say = () => this.watchers.forEach((each) => each());

  /** What lies on the workbench. */
  get laid() {
    const { edited, field } = this.bench;
    return { deck: edited.deck, saved: edited.saved, rivals: field.rivals };
  }

  /** @returns {string} The address. */
  get text() {
    const { page, game, hand } = this.place;
    if (game || hand) return this.fragment;
    let link = '#';
    try {
      link = this.bench.link;
    } catch {
      // A card that a user made up: no link holds its number.
    }
    return page === 'bench' ? link : `${link}&page=${page}`;
  }

  /** Open what the address bar holds, and whatever it will hold. @returns {boolean} Whether it brought another deck. */
  open() {
    const { deck } = this.laid;
    this.read(false);
    addEventListener('popstate', () => this.read(true));
    addEventListener('pagehide', () => this.isLate && this.put('replaceState'));
    // Whoever opens a deck may go to another page with it: that is one step.
    this.bench.watch(() => queueMicrotask(this.follow));
    return deck !== this.laid.deck;
  }

  /** @param {boolean} isThere Whether the page has been there already. */
  read(isThere) {
    const { last, bench } = this;
    const { hash } = location;
    const saved = history.state?.saved;
    const before = cleaned(saved, bench.cards);
    // A game goes on while one looks at something else: Back comes to it as it is now.
    const goesOn = isThere && before && hash && unplayed(hash) === unplayed(last.table);
    try {
      this.show(goesOn ? last.table : hash, before && { ...before, at: Number(saved.at) || 0 });
    } catch (error) {
      bench.report(error);
    }
    this.put('replaceState');
    this.say();
  }

  /** Open an address, as another step in the history. @param {string} fragment */
  go(fragment) {
    const before = this.text;
    if (this.isLate) this.put('replaceState');
    try {
      this.show(fragment);
      this.put(this.text === before ? 'replaceState' : 'pushState');
    } catch (error) {
      this.bench.report(error);
    }
    this.say();
  }

  /** Open another page. @param {string} page */
  turn = (page) => this.go(`#page=${page}`);

  /** What an address names. @param {string} fragment @returns {Named} @throws {Error} In one line. */
  named(fragment) {
    const { layout } = this.engine;
    const { link, given } = partsOf(fragment);
    const [game, hand] = [gameOf(fragment, layout), handOf(fragment, layout)];
    const tried = game ?? hand;
    if (tried) {
      new Match(this.engine, { you: 0, ...tried }).close();
      return game ? { page: 'table', game } : { page: 'hands', hand: hand ?? undefined };
    }
    const [list, name] = [given.get('list') ?? undefined, given.get('name') ?? ''];
    if (list) return { page: 'bench', list, name };
    const page = given.get('page') ?? 'bench';
    const pages = PAGES.filter((each) => each !== 'ask' || this.bench.server);
    if (!pages.includes(page))
      throw new UcgsimError(
        _('there is no page {page}; there are {pages}', { page: page.slice(0, 40), pages: listed(pages) }),
      );
    if (link || (fragment.length > 1 && !given.has('page'))) fromLink(link || fragment);
    return { page, link };
  }

  /** @param {string} fragment @param {import('./edited.js').Edited['saved'] | null} [saved] What its deck was measured
   *   against, if this page has been there. */
  show(fragment, saved = null) {
    const { bench, place } = this;
    let shown = this.named(fragment);
    if (['table', 'hands'].includes(shown.page) && !shown.game && !shown.hand) shown = this.begun(shown.page);
    if (shown.link && shown.link !== bench.link) bench.openLink(shown.link, saved);
    if (shown.list) bench.bring(shown.list, shown.name);
    this.place = { ...shown, id: place.id + 1 };
    this.seen = this.laid;
    const { game, hand } = shown;
    if (game) this.hold(game);
    if (hand) this.remember(ofHand(hand));
  }

  /** What is opened where nothing more is said: a game that has begun, or the hand or game of the deck on the table; or
   * else one that is dealt. @param {string} page @returns {Named} */
  begun(page) {
    const { bench, last } = this;
    try {
      const shown = this.named(last[page]);
      const pair = /** @type {Pair} */ (shown.game ?? shown.hand);
      const { a, b, you, taken = [] } = pair;
      const mine = String(cardsOf(bench.edited.deck.counts));
      const isMine = String(you ? b : a) === mine && rivalIn(bench, pair) >= 0;
      if (taken.length || isMine) return shown;
    } catch {
      // There was none, or one by other rules.
    }
    return this.named(page === 'table' ? freshGame(bench, {}) : freshHand(bench, {}));
  }

  /** The game that is shown has gone on. @param {Shown} game */
  note(game) {
    this.hold(game);
    this.write();
  }

  /** @param {Shown} game */
  hold(game) {
    const fragment = ofGame(game, this.bench.policy);
    if (isPlayed(game)) this.remember(fragment);
    else this.fragment = fragment;
  }

  /** @param {string} fragment */
  remember(fragment) {
    const { last, place, bench } = this;
    this.fragment = fragment;
    if (last[place.page] === fragment) return;
    last[place.page] = fragment;
    bench.storage.write(LAST, last);
  }

  /** The deck or the field is another one: a step in the history, unless it was only edited. */
  follow = () => {
    const [before, now] = [this.seen, this.laid];
    const [hasDeck, hasSaved] = [before.deck !== now.deck, before.saved !== now.saved];
    if (!hasDeck && !hasSaved && before.rivals === now.rivals) return;
    this.seen = now;
    if (this.place.game || this.place.hand) return;
    const [were, are] = [before, now].map(({ rivals }) => String(rivals.map(({ name }) => name)));
    if ((hasDeck && hasSaved) || were !== are) this.put('pushState');
    else this.write();
  };

  /** Write the address, as often as a browser bears it. */
  write() {
    this.isLate = Boolean(this.timer);
    if (this.isLate) return;
    this.put('replaceState');
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.isLate) this.write();
    }, PAUSE);
  }

  /** @param {'pushState' | 'replaceState'} how */
  put(how) {
    this.isLate = false;
    try {
      history[how]({ saved: this.bench.edited.saved }, '', this.text);
    } catch {
      // A browser may refuse what comes too often; the next one is taken.
    }
  }
}

/** Whether a person sits at a game, and does not only look at it. @param {Shown} game */
export const isPlayed = ({ you = -1, step, review }) => you >= 0 && step === undefined && review === undefined;
