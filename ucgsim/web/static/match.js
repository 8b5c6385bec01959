/**
 * One game, step by step: what is asked, what may be chosen, what a player may see, what a strong player would do.
 *
 * @module match
 */

import { EngineError } from './engine.js';
import { Z95 } from './numbers.js';

const SIDES = ['A', 'B'];
const SEEN = 1;
/** Options that name two things are `first * SEVERAL + card`. */
const SEVERAL = 128;
const DECLINE = -1;

/**
 * @typedef {object} Option
 * @property {number} index What `take` is given.
 * @property {string} [card] Number of the card it speaks of, where the player knows it.
 * @property {string} [side] Whose character or area it speaks of.
 * @property {number} [area] Battle area, from 1.
 * @property {string} label A word for what it does.
 *
 * @typedef {object} Stack A character in a battle area.
 * @property {(string | null)[]} cards Bottom first; null where the viewer can't tell.
 * @property {number} down How many of the topmost lie face-down.
 * @property {number | null} bp
 * @property {string | null} grade
 *
 * @typedef {object} Scene What a player sees.
 * @property {number} turn
 * @property {string} phase
 * @property {string} lead
 * @property {(Stack | null)[][]} field By side, oldest area first.
 * @property {(string | null)[]} outcomes Of the last judgement, `A`, `B`, `tie` or null.
 * @property {(string | null)[][]} hands
 * @property {string[][]} discards
 * @property {number[]} decks How many cards each deck holds.
 * @property {{card: string, side: string} | null} scene
 * @property {string | null} winner
 * @property {boolean} over
 */

/** The mean of chances to win, with its 95 % interval. @param {number[]} values @returns {import('./numbers.js').Estimate} */
export function meanOf(values) {
  const n = values.length;
  const rate = values.reduce((sum, value) => sum + value, 0) / n;
  const spread = values.reduce((sum, value) => sum + (value - rate) ** 2, 0) / Math.max(n - 1, 1);
  const reach = Z95 * Math.sqrt(spread / n);
  return { rate, low: rate - reach, high: rate + reach, n };
}

/** A game between a person and a policy, or two policies. */
export class Match {
  /**
   * @param {import('./engine.js').Engine} engine Played on by this game alone.
   * @param {{a: string[], b: string[], policies: [string, string], seed: number, game?: number, you?: number}} what
   *   `you`: the side that a person plays, 0 or 1, or -1 for none.
   */
  constructor(engine, { a, b, policies, seed, game = 0, you = 0 }) {
    this.engine = engine;
    this.you = you;
    this.policies = policies;
    this.table = engine.table(a, b, policies);
    const { Act } = engine.layout.enums;
    this.act = Act;
    this.size = engine.layout.records.GAME.size;
    this.at = engine.room(this.size);
    this.numbers = [...this.table.rows.keys()];
    this.do(Act.DEAL, [seed, 0, game, -1]);
    /** @type {Uint8Array[]} Positions before each choice of the person. */
    this.past = [];
    this.goOn();
  }

  /** Give memory back. */
  close() {
    this.engine.giveBack(this.at, this.size);
    this.engine.drop(this.table);
  }

  /** @param {number} what @param {number[]} [numbers] @returns {number} */
  do(what, numbers = []) {
    const { engine, table } = this;
    new BigInt64Array(engine.memory.buffer, engine.numbers, 5).fill(0n).set(numbers.map(BigInt));
    const decks = [table.decks, 2, table.size];
    const room = [engine.scratch, 1];
    return Number(engine.call('ucg_act', this.at, table.at, what, [engine.numbers, 5], decks, engine.view, room));
  }

  /** @param {string} name @returns {any} */
  get(name) {
    return this.engine.read('GAME', this.at, name);
  }

  /** @returns {boolean} */
  get over() {
    return this.get('phase') === this.engine.layout.enums.Phase.OVER;
  }

  /** Run on until the person must decide, or the game is over. */
  goOn() {
    const { Decision } = this.engine.layout.enums;
    while (!this.over) {
      if (this.get('kind') === Decision.NOTHING) this.do(this.act.STEP);
      else if (this.get('player') === this.you) return;
      else this.do(this.act.ANSWER, [this.advice()]);
    }
  }

  /** What the policy of the player who decides would take.
   * @returns {number} Index of an option. */
  advice() {
    this.engine.clearScratch(this.policies);
    return this.do(this.act.DECIDE);
  }

  /** Take an option and run on.
   * @param {number} index */
  take(index) {
    if (!(index >= 0 && index < this.get('n_options'))) throw new EngineError(`${index} is no option here.`);
    this.past.push(new Uint8Array(this.engine.memory.buffer, this.at, this.size).slice());
    this.do(this.act.ANSWER, [index]);
    this.goOn();
  }

  /** Take the latest choice back.
   * @returns {boolean} Whether there was one. */
  undo() {
    const before = this.past.pop();
    if (before) new Uint8Array(this.engine.memory.buffer, this.at, this.size).set(before);
    return before !== undefined;
  }

  /** What each option is worth: chance to win, over worlds in which the cards that the player can't see lie otherwise.
   * @param {number} worlds
   * @returns {(import('./numbers.js').Estimate & {seen: number[]})[]} By option; `seen` is what came of it in each world, the
   *   same worlds for all options. */
  rate(worlds) {
    const { engine } = this;
    const { hint } = engine.layout;
    engine.clearScratch([hint, hint]);
    this.do(this.act.RATE, [worlds, 0]);
    const options = this.get('n_options');
    const most = Number(engine.layout.records.SEARCH.members.values[3]);
    const values = engine.scratch + engine.offset('SEARCH', 'values');
    return Array.from({ length: options }, (_, k) => {
      const seen = engine.array('f4', values + 4 * most * k, worlds);
      return { ...meanOf(seen), seen };
    });
  }

  /** What the person is asked for, in the words of the rules; null where nothing is asked.
   * @returns {string | null} */
  get asked() {
    const { Decision } = this.engine.layout.enums;
    const kind = this.get('kind');
    return kind === Decision.NOTHING ? null : Object.keys(Decision).find((name) => Decision[name] === kind) ?? null;
  }

  /** What may be chosen; copies that make no difference are one.
   * @returns {Option[]} */
  options() {
    const { Option: words } = this.engine.layout.enums;
    const options = this.get('options').slice(0, this.get('n_options'));
    const [cards, sight] = [this.get('card'), this.get('sight')[this.you]];
    const asked = /** @type {string} */ (this.asked ?? '');
    /** @param {number} card */
    const number = (card) => (sight[card] === SEEN ? this.numbers[cards[card]] : undefined);
    const made = options.map((/** @type {number} */ option, /** @type {number} */ index) => {
      const [first, card] = [Math.floor(option / SEVERAL), option % SEVERAL];
      const side = SIDES[this.you];
      if (option === DECLINE) return { index, label: asked === 'REDRAW' ? 'keep' : 'pass' };
      if (option < 0) {
        const word = Object.keys(words).find((name) => words[name] === option)?.toLowerCase() ?? '';
        return { index, label: asked === 'REDRAW' ? 'redraw' : word };
      }
      switch (asked) {
        case 'SET': return { index, label: 'set', card: number(card), area: first + 1, side };
        case 'LEVEL_UP': return { index, label: 'level up', card: number(card), area: first + 1, side };
        case 'SCENE': return { index, label: 'scene', card: number(option) };
        case 'RESOLVE':
        case 'ACTIVATE': return { index, label: asked.toLowerCase(), card: number(card), ...this.placeOf(card) };
        case 'CHARACTER': return { index, label: 'choose', ...this.placeOf(this.get('top')[option]) };
        case 'TYPE': return { index, label: this.engine.layout.types[option] };
        case 'NUMBER':
        case 'PLACE': return { index, label: String(option) };
        default: return { index, label: 'choose', card: number(option), ...this.placeOf(option) };
      }
    });
    const known = new Set();
    return made.filter((/** @type {Option} */ each) => {
      const key = JSON.stringify([each.label, each.card, each.side, each.area]);
      const again = known.has(key) && (each.card !== undefined || each.area !== undefined);
      known.add(key);
      return !again;
    });
  }

  /** @param {number} card @returns {{side?: string, area?: number}} Where a card lies on the field, if it does. */
  placeOf(card) {
    const field = this.get('field');
    for (const side of [0, 1]) {
      const area = field[side].findIndex((/** @type {number} */ one) => one >= 0 && this.stack(one).includes(card));
      if (area >= 0) return { side: SIDES[side], area: area + 1 };
    }
    return {};
  }

  /** @param {number} character @returns {number[]} Its cards, bottom first. */
  stack(character) {
    const [top, link] = [this.get('top'), this.get('link')];
    const cards = [];
    for (let card = top[character]; card >= 0; card = link[card]) cards.unshift(card);
    return cards;
  }

  /** What the person may see; all of it where nobody plays.
   * @returns {Scene} */
  look() {
    const { engine } = this;
    const { Phase, Grade } = engine.layout.enums;
    this.do(this.act.LOOK);
    const open = this.you < 0 || this.over;
    const [cards, sight] = [this.get('card'), this.get('sight')[Math.max(this.you, 0)]];
    /** @param {number} card */
    const number = (card) => (open || sight[card] === SEEN ? this.numbers[cards[card]] : null);
    /** @param {Record<string, number>} names @param {number} value */
    const name = (names, value) => Object.keys(names).find((each) => names[each] === value) ?? '';
    const [bp, grade] = [engine.read('VIEW', engine.view, 'bp'), engine.read('VIEW', engine.view, 'grade')];
    const areas = this.get('n_areas');
    /** @param {string} zone @param {number} side */
    const zone = (zone, side) => this.get(zone)[side].slice(0, this.get(`n_${zone}`)[side]);
    const field = this.get('field').map((/** @type {number[]} */ row, /** @type {number} */ side) =>
      row.slice(0, areas).map((one, area) => (one < 0 ? null : {
        cards: this.stack(one).map(number),
        down: this.get('hidden')[one],
        bp: bp[side][area] < 0 ? null : bp[side][area],
        grade: grade[side][area] < 0 ? null : name(Grade, grade[side][area]),
      })));
    const [scene, winner] = [this.get('scene'), this.get('winner')];
    return {
      turn: Math.max(this.get('turn'), 1),
      phase: name(Phase, this.get('phase')).toLowerCase(),
      lead: SIDES[this.get('lead')],
      field,
      outcomes: this.get('outcome').slice(0, areas).map((/** @type {number} */ each) => ['A', 'B', 'tie', null][each]),
      hands: [0, 1].map((side) => zone('hand', side).map(number)),
      discards: [0, 1].map((side) => zone('discard', side).map((/** @type {number} */ card) => this.numbers[cards[card]])),
      decks: this.get('n_deck'),
      scene: scene < 0 ? null : { card: this.numbers[cards[scene]], side: SIDES[Math.floor(scene / (SEVERAL / 2))] },
      winner: winner < 0 ? null : SIDES[winner],
      over: this.over,
    };
  }
}
