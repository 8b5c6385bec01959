/** What is asked of the workers about the deck on the table, and what it comes to: it moves with every card. */

import { differing, same } from './deck.js';
import { added, cardsOf } from './engine.js';
import { againstField, gain, matchup } from './numbers.js';
import { aligned } from './pool.js';
import { HANDS, bestRule, marksOf } from './redraw.js';
import { bestSwaps, weighCards } from './swaps.js';

/** Games against each rival: enough for half a point. */
const GAMES = 10_000;
/** Opening hands before a rule is named. */
const [LEAST_HANDS, HANDS_SEED] = [2000, 3];

/**
 * @typedef {import('./numbers.js').Estimate} Estimate
 * @typedef {import('./numbers.js').Answer} Answer
 * @typedef {import('./deck.js').Rival} Rival
 * @typedef {import('./engine.js').Tally} Tally
 * @typedef {object} Line What is known against one rival.
 * @property {string} name
 * @property {number} weight
 * @property {number} games
 * @property {Tally | null} tally
 * @property {Estimate | null} alone By these games alone.
 * @property {Estimate | null} shown For another good player.
 * @property {Answer | null} change
 */

/** @param {number} row @param {number} column @returns {number} As matchups are numbered in a matrix. */
const matchupNumber = (row, column) => (column * (column - 1)) / 2 + row + 1;

/** The games of the deck on the table. */
export class Played {
  /** @type {({games: number, tally: Tally, pairs: number[][] | null} | null)[]} What games of each rival came to. */
  counted = [];
  /** @type {(import('./redraw.js').Hands | null)[]} Opening hands against each rival. */
  hands = [];
  /** The rule for the redraw that gains most against the field, all rivals alike; null before it is known.
   * @type {import('./redraw.js').Rule | null} */
  rule = null;
  /** @type {Map<string, Estimate>} What a copy of each card is worth, by these games alone. */
  worth = new Map();
  /** @type {(number[][] | null)[] | null} Pairs of games with either side leading; null before they were asked for. */
  pairsByLead = null;

  /** @param {{cards: import('./cards.js').Cards, pool: import('./pool.js').Pool, policy: string,
   *   player: import('./numbers.js').Spread | null, edited: import('./edited.js').Edited,
   *   field: import('./field.js').Field, say: () => void, report: (error: unknown) => void}} given `player`: how far
   * good players lie apart, where the one who plays is one. */
  constructor({ cards, pool, policy, player, edited, field, say, report }) {
    this.cards = cards;
    this.pool = pool;
    this.policy = policy;
    this.player = player;
    this.edited = edited;
    this.field = field;
    this.say = say;
    this.report = report;
    this.games = GAMES;
    this.control = new AbortController();
    this.tried = {
      swaps: /** @type {import('./swaps.js').Tried[]} */ ([]),
      share: 0,
      control: /** @type {AbortController | null} */ (null),
      of: edited.deck.counts,
    };
    this.clear();
  }

  /** Nothing is known. */
  clear() {
    this.counted = this.field.rivals.map(() => null);
    this.hands = this.field.rivals.map(() => null);
    this.rule = null;
    this.worth = new Map();
    this.pairsByLead = null;
  }

  /** Play the deck against the field, from the first game on: on the shuffles of the saved version where it differs. */
  ask() {
    [this.control, this.tried.control, this.leadControl].forEach((each) => each?.abort());
    this.control = new AbortController();
    this.clear();
    this.say();
    const { signal } = this.control;
    const asked = this.places.flatMap((place) => [this.play(place, signal), this.deal(place, signal)]);
    Promise.all(asked).then(() => {
      if (asked.length && !signal.aborted) this.weigh(signal);
    });
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

  /** Both builds in the order in which they are dealt; the saved one alone where nothing differs.
   * @returns {{a: string[], other?: string[]}} */
  get builds() {
    const a = cardsOf(this.edited.saved.counts);
    return this.edited.isChanged ? { a, other: aligned(a, cardsOf(this.edited.deck.counts), this.card) } : { a };
  }

  /** @param {number} place */
  against(place) {
    const policies = /** @type {[string, string]} */ ([this.policy, this.policy]);
    return { b: cardsOf(this.field.rivals[place].counts), policies };
  }

  /** @param {number} place @param {AbortSignal} signal */
  play(place, signal) {
    const onCounts = (/** @type {Tally | import('./pool.js').Pairs} */ counts, /** @type {number} */ games) => {
      if (signal.aborted) return;
      this.counted[place] = { games, ...('tally' in counts ? counts : { tally: counts, pairs: null }) };
      this.say();
    };
    const chance = { seed: 1, matchup: matchupNumber(0, place + 1) };
    const task = { ...this.against(place), ...this.builds, ...chance, games: this.games, signal, onCounts };
    return this.pool.play(task).catch(this.report);
  }

  /** @param {number} place @param {AbortSignal} signal */
  deal(place, signal) {
    const a = cardsOf(this.edited.deck.counts);
    const onCounts = (/** @type {import('./redraw.js').Hands} */ counts) => {
      if (signal.aborted) return;
      this.hands[place] = counts;
      const all = this.hands.filter((each) => each !== null).reduce((sum, each) => added(sum, each));
      this.rule = bestRule(all, LEAST_HANDS, this.rule);
    };
    const marks = marksOf(a, this.card);
    const task = { a, ...this.against(place), marks, seed: HANDS_SEED, matchup: place, games: HANDS, signal, onCounts };
    return this.pool.play(task).catch(this.report);
  }

  /** What swaps and worths are counted from. */
  get given() {
    const { cards, policy, pool } = this;
    return { cards, policy, pool, counts: this.edited.deck.counts, rivals: this.field.met };
  }

  /** After a rest: what each card is worth. @param {AbortSignal} signal */
  weigh(signal) {
    const onWorth = (/** @type {string} */ number, /** @type {Estimate} */ worth) => {
      this.worth.set(number, worth);
      this.say();
    };
    weighCards({ ...this.given, signal, onWorth }).catch(this.report);
  }

  /** Play what leading adds against each rival, once for a list: the pairs that `ucgsim gauntlet` plays of as many
   * games. */
  lead() {
    if (this.pairsByLead || !this.edited.isPlayable) return;
    this.leadControl = new AbortController();
    const { signal } = this.leadControl;
    const pairs = this.field.rivals.map(() => /** @type {number[][] | null} */ (null));
    this.pairsByLead = pairs;
    const { a, other = a } = this.builds;
    this.places.forEach((place) => {
      const onCounts = (/** @type {import('./pool.js').Pairs} */ counts) => {
        pairs[place] = counts.pairs;
        this.say();
      };
      const chance = { seed: 1, matchup: matchupNumber(0, place + 1) };
      const task = { a: other, ...this.against(place), ...chance, games: this.games / 2, signal, onCounts };
      this.pool.play({ ...task, byLead: true }).catch(this.report);
    });
  }

  /** Look for swaps worth trying, or stop to look. */
  async seek() {
    const { tried } = this;
    if (tried.control) {
      tried.control.abort();
      return;
    }
    const control = new AbortController();
    Object.assign(tried, { swaps: [], share: 0, control, of: this.edited.deck.counts });
    this.say();
    const onProgress = (/** @type {number} */ share) => {
      tried.share = share;
      this.say();
    };
    try {
      tried.swaps = await bestSwaps({ ...this.given, spread: this.player, signal: control.signal, onProgress });
    } catch (error) {
      this.report(error);
    }
    tried.control = null;
    this.say();
  }

  /** @returns {import('./swaps.js').Tried[]} Swaps of the deck as it is. */
  get swaps() {
    return this.tried.of === this.edited.deck.counts ? this.tried.swaps : [];
  }

  /** Take the games for the deck's own, which it is measured against from now on.
   * @returns {boolean} Whether all are there. */
  takeOver() {
    if (!this.counted.every((each, place) => !this.field.rivals[place]?.weight || (each?.games ?? 0) >= this.games))
      return false;
    this.counted = this.counted.map((each) => each && { ...each, pairs: null });
    return true;
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
