/** What is asked of the workers about the deck on the table, and what it comes to: it moves with every card. */

import { differing, same } from './deck.js';
import { added, cardsOf } from './engine.js';
import { againstField, gain, matchup } from './numbers.js';
import { aligned } from './pool.js';
import { bestRule, marksOf } from './redraw.js';
import { BUDGET, bestSwaps, foundBefore } from './swaps.js';
import { weighCards } from './worth.js';

/** Games against each rival, where more are asked for: enough for half a point. */
const GAMES = 10_000;
/** Games against all rivals, or pairs of them, that are played unasked; fewer on a phone or a battery; and pairs after
 * which a decided change ends them. */
const [UNASKED, FRUGAL, LEAST_PAIRS] = [20_000, 8000, 4000];
/** Milliseconds between two looks at a win rate while its games are played. */
const LOOK = 100;
/** Opening hands against each rival and all rivals at most, each kept and redrawn. */
const [HANDS, ALL_HANDS, HANDS_SEED] = [4000, 16_000, 3];
/** Times the games of the search before, where one looks longer. */
const LONGER = 4;

/**
 * @typedef {import('./numbers.js').Estimate} Estimate
 * @typedef {import('./numbers.js').Answer} Answer
 * @typedef {import('./deck.js').Rival} Rival
 * @typedef {import('./engine.js').Tally} Tally
 * @typedef {import('./redraw.js').Hands} Hands
 * @typedef {import('./pool.js').Pairs} Pairs
 * @typedef {{games: number, tally: Tally, pairs: number[][] | null}} Known
 * @typedef {{swaps: Tried[], budget: number}} Sought What a search of so many games found.
 * @typedef {import('./swaps.js').Tried} Tried
 * @typedef {object} Line What is known against one rival.
 * @property {string} name
 * @property {number} weight
 * @property {number} games
 * @property {Tally | null} tally
 * @property {Estimate | null} alone By these games alone.
 * @property {Estimate | null} shown For another good player.
 * @property {Answer | null} change
 */

/** @template {import('./pool.js').Counted} [C=import('./pool.js').Counted]
 * @typedef {import('./pool.js').Task<C>} Task */

/** @param {number} row @param {number} column @returns {number} As matchups are numbered in a matrix. */
const matchupNumber = (row, column) => (column * (column - 1)) / 2 + row + 1;

/** The games of the deck on the table. */
export class Played {
  /** @type {(Known | null)[]} What games of each rival came to. */
  counted = [];
  /** @type {(Hands | null)[]} Opening hands against each rival. */
  hands = [];
  /** @type {number[]} How many were dealt so far. */
  handsDealt = [];
  /** The rule for the redraw that gains most against the field, all rivals alike, and against each rival; null before
   * it is known. @type {import('./redraw.js').Rule | null} */
  rule = null;
  /** @type {(import('./redraw.js').Rule | null)[]} */
  rules = [];
  /** @type {Map<string, Estimate>} What a copy of each card is worth, by these games alone. */
  worth = new Map();
  /** @type {(number[][] | null)[]} Pairs of games with either side leading. */
  pairsByLead = [];
  /** Questions of this list that are or were played, by name. @type {Record<string, AbortController>} */
  controls = {};
  /** What searches for better cards found, by the list and its field. @type {Map<string, Sought>} */
  finds = new Map();
  /** The search under way. @type {{key: string, share: number, control: AbortController} | null} */
  search = null;

  /** @param {{cards: import('./cards.js').Cards, pool: import('./pool.js').Pool, policy: string,
   *   player: import('./numbers.js').Spread | null, edited: import('./edited.js').Edited,
   *   field: import('./field.js').Field, advice: import('./swaps.js').Advice, say: () => void,
   *   report: (error: unknown) => void}} given `player`: how far good players lie apart, where the one who plays is
   *   one; `advice`: what was found for the decks that ship. */
  constructor({ cards, pool, policy, player, edited, field, advice, say, report }) {
    this.cards = cards;
    this.pool = pool;
    this.policy = policy;
    this.player = player;
    this.edited = edited;
    this.field = field;
    this.say = say;
    this.report = report;
    this.games = GAMES;
    /** Games against each rival that are wanted. */
    this.goal = GAMES;
    this.looked = 0;
    this.advice = advice;
    this.clear();
  }

  /** Nothing is known. */
  clear() {
    const none = () => this.field.rivals.map(() => null);
    Object.assign(this, { counted: none(), hands: none(), rules: none(), pairsByLead: none() });
    this.handsDealt = [];
    this.rule = null;
    this.worth = new Map();
  }

  /** The question of the win rate. */
  get control() {
    return this.controls.rate;
  }

  /** @returns {boolean} Whether games of the win rate are being played. */
  get isPlaying() {
    return this.isAsked('rate');
  }

  /** @param {string} name @returns {boolean} Whether a question is being played. */
  isAsked(name) {
    return name in this.controls && !this.controls[name].signal.aborted;
  }

  /** Play a question of the list to its end. @param {string} name
   * @param {(signal: AbortSignal) => Promise<unknown>[]} play */
  async answered(name, play) {
    const control = new AbortController();
    this.controls[name] = control;
    await Promise.all(play(control.signal).map((each) => each.catch(this.report)));
    control.abort();
    this.say();
  }

  /** Play the deck against the field, on the shuffles of the saved version where it differs: what was played before is
   * there at once, and goes on where it stopped. */
  async ask() {
    const left = this.search?.key === this.listKey ? [] : [this.search?.control];
    [...Object.values(this.controls), ...left].forEach((each) => each?.abort());
    this.controls = {};
    this.clear();
    const { controls } = this;
    this.say();
    await this.pool.ledger.opened;
    if (controls !== this.controls) return;
    this.places.forEach((place) => {
      this.counted[place] = this.known(place);
    });
    if (this.places.every((place) => (this.pool.known(this.hand(place))?.games ?? 0) >= this.dealt)) this.deal();
    this.goal = this.has(this.games) ? this.games : this.unasked;
    this.say();
    this.playUpToGoal();
  }

  /** Games against each rival that a list is worth unasked: an even number, as of `ucgsim gauntlet`. */
  get unasked() {
    return Math.min(this.games, 2 * Math.round((this.pool.isFrugal ? FRUGAL : UNASKED) / this.places.length / 2));
  }

  /** @param {number} games @returns {boolean} Whether there are so many against each rival. */
  has(games) {
    return this.places.every((place) => (this.counted[place]?.games ?? 0) >= games);
  }

  /** @returns {boolean} Whether more games would be played if they were asked for. */
  get hasMore() {
    return !this.isPlaying && !this.has(this.games);
  }

  /** Play on for a narrower answer; what leading adds is asked again by who shows it. */
  playOn() {
    this.control?.abort();
    this.goal = this.games;
    delete this.controls.lead;
    this.playUpToGoal();
  }

  playUpToGoal() {
    if (!this.isEnough) this.answered('rate', (signal) => this.places.map((place) => this.play(place, signal)));
  }

  /** @returns {boolean} Whether there are as many games as are wanted; unasked, a decided change wants no more. */
  get isEnough() {
    if (this.has(this.goal)) return true;
    const isSeen = this.goal < this.games && this.has(LEAST_PAIRS / this.places.length);
    return isSeen && Boolean(this.answer?.change?.decided);
  }

  /** @returns {number[]} Of the rivals that are played. */
  get places() {
    const { rivals } = this.field;
    const isPlayed = (/** @type {Rival} */ rival) => rival.weight > 0 && !this.isMirror(rival);
    return this.edited.isPlayable ? [...rivals.keys()].filter((place) => isPlayed(rivals[place])) : [];
  }

  /** @param {Rival} rival @returns {boolean} Whether it is the deck itself, so that it wins half of its games. */
  isMirror(rival) {
    return !this.edited.isChanged && same(rival.counts, this.edited.deck.counts);
  }

  /** @param {string} number */
  card = (number) => this.cards.must(number);

  /** What is played against a rival: the deck, or pairs with the build that it is measured against.
   * @param {number} place @param {import('./deck.js').Counts} [from] @param {import('./deck.js').Counts} [to] */
  task(place, from = this.edited.saved.counts, to = this.edited.deck.counts) {
    const a = cardsOf(from);
    const builds = same(from, to) ? { a } : { a, other: aligned(a, cardsOf(to), this.card) };
    const chance = { seed: 1, matchup: matchupNumber(0, place + 1) };
    return { ...this.against(place), ...builds, ...chance, games: this.games, saved: true };
  }

  /** @param {number} place */
  against(place) {
    const policies = /** @type {[string, string]} */ ([this.policy, this.policy]);
    return { b: cardsOf(this.field.rivals[place].counts), policies };
  }

  /** What is known against a rival. Pairs that were played the other way round say as much of a change.
   * @param {number} place @returns {Known | null} */
  known(place) {
    const { deck, saved, isChanged } = this.edited;
    const forth = isChanged ? this.pool.known(/** @type {Task<Pairs>} */ (this.task(place))) : null;
    if (forth) return asKnown(forth.counts, forth.games);
    const alone = [this.alone(place), this.taken(place)].map((task) => this.pool.known(task));
    const [most] = alone.filter((each) => each !== null).sort((x, y) => y.games - x.games);
    if (!most || !isChanged) return most ? asKnown(most.counts, most.games) : null;
    const back = this.pool.known(/** @type {Task<Pairs>} */ (this.task(place, deck.counts, saved.counts)));
    if (!back) return null;
    const pairs = back.counts.pairs.map((_, x, table) => table.map((row) => row[x]));
    return { games: back.games, tally: most.counts, pairs };
  }

  /** The games of the deck itself. @param {number} place @returns {Task<Tally>} */
  alone(place) {
    const { counts } = this.edited.deck;
    return this.task(place, counts, counts);
  }

  /** Those that it played as a change of another list, before it was saved: under a name of their own.
   * @param {number} place @returns {Task<Tally>} */
  taken(place) {
    return { ...this.alone(place), matchup: -1 - place };
  }

  /** @param {number} place @param {AbortSignal} signal */
  play(place, signal) {
    const onCounts = (/** @type {Tally | Pairs} */ counts, /** @type {number} */ games) => {
      // What the save of a version left here may be more than what was played since.
      if (signal.aborted || games < (this.counted[place]?.games ?? 0)) return;
      this.counted[place] = asKnown(counts, games);
      if (performance.now() < this.looked + LOOK) return;
      this.looked = performance.now();
      this.say();
      if (this.isEnough) this.control.abort();
    };
    return this.pool.play({ ...this.task(place), games: this.goal, signal, onCounts });
  }

  /** Opening hands against a rival. @param {number} place
   * @returns {Task<Hands> & {marks: import('./redraw.js').Marks}} */
  hand(place) {
    const a = cardsOf(this.edited.deck.counts);
    const marks = marksOf(a, this.card);
    return { a, ...this.against(place), marks, seed: HANDS_SEED, matchup: place, games: this.dealt, saved: true };
  }

  /** Hands against each rival. */
  get dealt() {
    return Math.min(HANDS, Math.round(ALL_HANDS / this.places.length));
  }

  /** Deal opening hands against each rival, once for a list. */
  deal() {
    if (this.controls.hands) return;
    const deal = async (/** @type {number} */ place, /** @type {AbortSignal} */ signal) => {
      const onCounts = (/** @type {Hands} */ _, /** @type {number} */ games) => {
        if (signal.aborted) return;
        this.handsDealt[place] = games;
        this.say();
      };
      const hands = await this.pool.play({ ...this.hand(place), signal, onCounts });
      if (!hands || signal.aborted) return;
      this.hands[place] = hands;
      this.rules[place] = bestRule(hands);
      const all = this.hands.filter((each) => each !== null);
      if (all.length === this.places.length) this.rule = bestRule(all.reduce((sum, each) => added(sum, each)));
      this.say();
    };
    this.answered('hands', (signal) => this.places.map((place) => deal(place, signal)));
    this.say();
  }

  /** @returns {number} Of the opening hands that are wanted, the share that was dealt. */
  get dealtShare() {
    return this.handsDealt.reduce((sum, each) => sum + each, 0) / (this.dealt * this.places.length);
  }

  /** What swaps and worths are counted from. */
  get given() {
    const { cards, policy, pool } = this;
    return { cards, policy, pool, counts: this.edited.deck.counts, rivals: this.field.met };
  }

  /** Play what each card is worth. */
  weigh() {
    if (this.controls.worth) return;
    const onWorth = (/** @type {string} */ number, /** @type {Estimate} */ worth) => {
      this.worth.set(number, worth);
      this.say();
    };
    this.answered('worth', (signal) => [weighCards({ ...this.given, signal, onWorth })]);
  }

  /** Play what leading adds against each rival: the pairs that `ucgsim gauntlet` plays of as many games. */
  lead() {
    if (this.controls.lead) return;
    this.answered('lead', (signal) =>
      this.places.map((place) => {
        const onCounts = (/** @type {Pairs} */ { pairs }) => {
          if (signal.aborted) return;
          this.pairsByLead[place] = pairs;
          this.say();
        };
        const task = { ...this.alone(place), byLead: /** @type {const} */ (true), games: this.goal / 2 };
        return this.pool.play({ ...task, signal, onCounts });
      }),
    );
  }

  /** What a search is of: the list, and whom it meets. */
  get listKey() {
    const { counts, rivals } = this.given;
    return JSON.stringify([cardsOf(counts), rivals.map((rival) => [cardsOf(rival.counts), rival.share])]);
  }

  /** What was found for the list, by a search here or beforehand; null where nobody looked. @returns {Sought | null} */
  get sought() {
    const key = this.listKey;
    const known = this.finds.get(key);
    if (known) return known;
    const swaps = foundBefore(this.advice, { ...this.given, spread: this.player });
    if (swaps) this.finds.set(key, { swaps, budget: BUDGET });
    return this.finds.get(key) ?? null;
  }

  /** @returns {Tried[]} Swaps of the deck as it is. */
  get swaps() {
    return this.sought?.swaps ?? [];
  }

  /** Look for swaps worth trying, longer where somebody looked before; or stop to look. */
  async seek() {
    if (this.search) {
      this.search.control.abort();
      return;
    }
    const usual = this.pool.isFrugal ? BUDGET / 3 : BUDGET;
    const budget = this.sought ? LONGER * this.sought.budget : usual;
    const search = { key: this.listKey, share: 0, control: new AbortController() };
    const { signal } = search.control;
    this.search = search;
    this.say();
    const onProgress = (/** @type {number} */ share) => {
      search.share = share;
      this.say();
    };
    try {
      const swaps = await bestSwaps({ ...this.given, spread: this.player, signal, onProgress, budget });
      if (!signal.aborted) this.finds.set(search.key, { swaps, budget });
    } catch (error) {
      this.report(error);
    }
    this.search = null;
    this.say();
  }

  /** Take the games for the deck's own, which it is measured against from now on: nothing is played for it. */
  takeOver() {
    if (!this.edited.isChanged) return;
    this.places.forEach((place) => {
      const { tally, games } = this.counted[place] ?? {};
      if (tally && games) this.pool.keep(this.taken(place), tally, games);
    });
  }

  /** @returns {Line[]} By rival. */
  get lines() {
    return this.field.rivals.map((rival, place) => {
      const known = this.counted[place];
      const line = { name: rival.name, weight: rival.weight, games: known?.games ?? 0, tally: known?.tally ?? null };
      if (known) {
        const { alone, shown } = matchup(known.tally.points, this.player);
        return { ...line, alone, shown, change: this.gained([{ pairs: known.pairs, share: 1 }]) };
      }
      const exact = this.isMirror(rival) ? { rate: 0.5, low: 0.5, high: 0.5, n: 0 } : null;
      return { ...line, alone: exact, shown: exact, change: null };
    });
  }

  /** What was gained since the deck was saved; null where that can't be told.
   * @param {{pairs: number[][] | null, share: number}[]} rivals */
  gained(rivals) {
    if (!this.edited.isComparable || rivals.some(({ pairs }) => !pairs)) return null;
    const paired = rivals.map(({ pairs, share }) => ({ pairs: pairs ?? [], share }));
    return gain(paired, differing(this.edited.saved.counts, this.edited.deck.counts), this.player, true);
  }

  /** Against the field, once every rival was met. */
  get answer() {
    const places = [...this.field.rivals.keys()].filter((place) => this.field.rivals[place].weight > 0);
    const total = places.reduce((sum, place) => sum + this.field.rivals[place].weight, 0);
    const met = places
      .filter((place) => !this.isMirror(this.field.rivals[place]))
      .map((place) => ({ known: this.counted[place], share: this.field.rivals[place].weight / total }));
    const rivals = met.flatMap(({ known, share }) =>
      known ? [{ points: known.tally.points, pairs: known.pairs, share }] : [],
    );
    if (!met.length || rivals.length < met.length) return null;
    const own = 1 - rivals.reduce((sum, { share }) => sum + share, 0);
    const { alone, shown, decided } = againstField(rivals, this.player, own);
    const simply = this.player?.simple ? againstField(rivals, this.player.simple, own).shown : null;
    const change = this.edited.isChanged ? this.gained(rivals) : null;
    const games = met.reduce((sum, { known }) => sum + (known?.games ?? 0), 0);
    return { alone, shown, simply, decided, change, games };
  }
}

/** @param {Tally | Pairs} counts @param {number} games @returns {Known} */
const asKnown = (counts, games) => ({ games, ...('tally' in counts ? counts : { tally: counts, pairs: null }) });
