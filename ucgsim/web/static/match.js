/** One game, step by step: what is asked, what may be chosen, what a player may see, what a strong player would do. */

import { EngineError } from './engine.js';
import { _ } from './language.js';
import { meanOf } from './numbers.js';

const SIDES = ['A', 'B'];
const SEEN = 1;
/** Options that name two things are `first * SEVERAL + card`. */
const SEVERAL = 128;
const DECLINE = -1;
/** Numbers in a row of the game's log; the first row holds how many follow. */
const LOGGED = 6;
/** How a decision is declined, by its kind. */
const DECLINING = {
  REDRAW: 'keep',
  SCENE: 'no scene',
  LEVEL_UP: 'pass',
  ACTIVATE: 'pass',
  CARD: 'none',
  ORDER: 'none',
};
const ZONES = ['hand', 'deck', 'discard', 'exile'];

/**
 * @typedef {object} Option
 * @property {number} index What `take` is given.
 * @property {string} [card] Number of the card it speaks of, where the player knows it.
 * @property {number[]} copies All options that come to the same.
 * @property {string} [side] Whose character, area or card it speaks of.
 * @property {number} [area] Battle area, from 1.
 * @property {string} [zone] Where its card lies, unless on the field.
 * @property {number} [power] Which of the card's powers, from 1.
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

/** By how much one option is better than another: both were tried in the same worlds, so what lies between them is
 * known better than either. @param {Rate} one @param {Rate} other */
export const apart = (one, other) => meanOf(one.seen.map((value, k) => value - other.seen[k]));

/**
 * @typedef {import('./numbers.js').Estimate & {seen: number[]}} Rate What an option is worth: `seen` is what came of it
 *   in each world, the same worlds for all options.
 * @typedef {object} Game What a game is played from, the same on every device.
 * @property {string[]} a Cards of side A, as they are dealt.
 * @property {string[]} b
 * @property {[string, string]} policies
 * @property {number} seed
 * @property {number} [matchup]
 * @property {number} [game]
 * @property {number} [you] The side that a person plays, 0 or 1, or -1 for none.
 * @property {number[]} [taken] Options that were taken, of either side from the first on; the game goes on after them.
 *
 * @typedef {{player: number, asked: string, turn: number, index: number, events: number, before: Uint8Array}} Move
 *   A decision: `events` is how many had happened, `before` the position in which it was asked.
 * @typedef {{event: number, player: number, a: number, b: number, c: number, turn: number}} Happening A row of the
 *   game's log, as `Event` of ucgsim/engine/core/constants.py says.
 */

/** A game between a person and a policy, or two policies. */
export class Match {
  /** @param {import('./engine.js').Engine} engine Played on by this game alone. @param {Game} what */
  constructor(engine, { a, b, policies, seed, matchup = 0, game = 0, you = 0, taken = [] }) {
    this.engine = engine;
    this.you = you;
    this.policies = policies;
    this.what = { a, b, policies, seed, matchup, game };
    this.table = engine.table(a, b, policies);
    const { Act } = engine.layout.enums;
    this.act = Act;
    this.size = engine.layout.records.GAME.size;
    this.at = engine.room(this.size);
    this.numbers = [...this.table.rows.keys()];
    this.logAt = this.table.at + engine.offset('TABLES', 'log');
    new BigInt64Array(engine.memory.buffer, this.table.at + engine.offset('TABLES', 'logging'), 1)[0] = 1n;
    /** @type {Move[]} Decisions of both sides so far. */
    this.moves = [];
    /** @type {Happening[]} */
    this.events = [];
    this.script = [...taken];
    this.do(Act.DEAL, [seed, matchup, game, -1]);
    this.readLog(1);
    /** Which decision is looked at; all of them where the game is played. */
    this.shown = 0;
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

  /** Empty the game's log. @param {number} turn In which it was written, where it says nothing else. */
  readLog(turn) {
    const rows = new Int32Array(this.engine.memory.buffer, this.logAt, 1)[0];
    const log = new Int32Array(this.engine.memory.buffer, this.logAt, LOGGED * (rows + 1));
    for (let row = 1; row <= rows; row += 1) {
      const [event, player, a, b, c] = log.subarray(row * LOGGED, row * LOGGED + 5);
      if (event === this.engine.layout.enums.Event.PHASE) turn = b;
      this.events.push({ event, player, a, b, c, turn });
    }
    log[0] = 0;
  }

  /** A number of the game, a row of them, and rows. @param {string} name */
  get(name) {
    return /** @type {number} */ (this.engine.read('GAME', this.at, name));
  }

  /** @param {string} name */
  row(name) {
    return /** @type {number[]} */ (this.engine.read('GAME', this.at, name));
  }

  /** @param {string} name */
  rows(name) {
    return /** @type {number[][]} */ (this.engine.read('GAME', this.at, name));
  }

  /** @returns {boolean} */
  get over() {
    return this.get('phase') === this.engine.layout.enums.Phase.OVER;
  }

  /** @returns {number[]} What was taken, by which the game is played again. */
  get taken() {
    return this.moves.slice(0, this.shown).map(({ index }) => index);
  }

  /** @returns {number} Place of the person's latest decision, -1 for none. */
  get latest() {
    return this.moves.map(({ player }) => player).lastIndexOf(this.you, this.shown - 1);
  }

  /** Run on until the person must decide, or the game is over. */
  goOn() {
    const { Decision } = this.engine.layout.enums;
    while (!this.over) {
      if (this.get('kind') === Decision.NOTHING) {
        const turn = this.get('turn');
        this.do(this.act.STEP);
        this.readLog(turn);
      } else if (this.script.length) this.answer(/** @type {number} */ (this.script.shift()));
      else if (this.get('player') === this.you) break;
      else this.answer(this.advice());
    }
    this.shown = this.moves.length;
  }

  /** What the policy of the player who decides would take. @returns {number} Index of an option. */
  advice() {
    this.engine.clearScratch(this.policies);
    return this.do(this.act.DECIDE);
  }

  /** @returns {Uint8Array} The game as it is. */
  copy() {
    return new Uint8Array(this.engine.memory.buffer, this.at, this.size).slice();
  }

  /** Take an option of the decision that is asked. @param {number} index */
  answer(index) {
    if (!(index >= 0 && index < this.get('n_options')))
      throw new EngineError(_('{index} is no option here.', { index }));
    const [player, turn] = [this.get('player'), this.get('turn')];
    this.moves.push({ player, asked: this.asked ?? '', turn, index, events: this.events.length, before: this.copy() });
    this.do(this.act.ANSWER, [index]);
    this.readLog(turn);
  }

  /** Take an option and run on. @param {number} index */
  take(index) {
    this.answer(index);
    this.goOn();
  }

  /** Take the latest choice back. @returns {boolean} Whether there was one. */
  undo() {
    const place = this.latest;
    if (place < 0) return false;
    const { before, events } = this.moves[place];
    new Uint8Array(this.engine.memory.buffer, this.at, this.size).set(before);
    this.moves.length = place;
    this.events.length = events;
    this.shown = place;
    return true;
  }

  /** Look at the game as it was when a decision was asked, or at its end. @param {number} place */
  seek(place) {
    const { moves } = this;
    if (this.shown === moves.length) this.last = this.copy();
    this.shown = Math.min(Math.max(place, 0), moves.length);
    const position = moves[this.shown]?.before ?? this.last;
    new Uint8Array(this.engine.memory.buffer, this.at, this.size).set(/** @type {Uint8Array} */ (position));
  }

  /** @returns {Happening[]} What had happened by the position that is looked at. */
  get happened() {
    return this.events.slice(0, this.moves[this.shown]?.events ?? this.events.length);
  }

  /** What each option is worth: chance to win, over worlds in which the cards that the player can't see lie otherwise.
   * @param {number} worlds @returns {Rate[]} By option. */
  rate(worlds) {
    const { engine } = this;
    const { hint, enums, policies } = engine.layout;
    engine.clearScratch([hint, hint]);
    this.do(this.act.RATE, [worlds, policies[hint].row[enums.Searching.TURNS]]);
    const options = this.get('n_options');
    const most = Number(engine.layout.records.SEARCH.members.values[3]);
    const values = engine.scratch + engine.offset('SEARCH', 'values');
    return Array.from({ length: options }, (_, k) => {
      const seen = engine.array('f4', values + 4 * most * k, worlds);
      return { ...meanOf(seen), seen };
    });
  }

  /** What the person is asked for, in the words of the rules; null where nothing is asked. @returns {string | null} */
  get asked() {
    const { Decision } = this.engine.layout.enums;
    const kind = this.get('kind');
    return kind === Decision.NOTHING ? null : (Object.keys(Decision).find((name) => Decision[name] === kind) ?? null);
  }

  /** What may be chosen; copies that make no difference are one.
   * @param {{open?: boolean}} [given] `open`: as everybody sees it afterwards, when all cards lie open.
   * @returns {Option[]} */
  options({ open = this.you < 0 } = {}) {
    const { Option: words } = this.engine.layout.enums;
    const options = this.row('options').slice(0, this.get('n_options'));
    const player = this.get('player');
    const [cards, sight, top] = [this.row('card'), this.rows('sight')[player], this.row('top')];
    const asked = /** @type {string} */ (this.asked ?? '');
    /** @param {number} card */
    const number = (card) => (open || sight[card] === SEEN ? this.numbers[cards[card]] : undefined);
    /** @param {number} option */
    const made = (option) => {
      const [first, card] = [Math.floor(option / SEVERAL), option % SEVERAL];
      const side = SIDES[player];
      if (option === DECLINE) return { label: DECLINING[/** @type {keyof typeof DECLINING} */ (asked)] ?? 'no' };
      if (option < 0) {
        const word =
          Object.keys(words)
            .find((name) => words[name] === option)
            ?.toLowerCase() ?? '';
        return { label: asked === 'REDRAW' ? 'redraw' : word };
      }
      switch (asked) {
        case 'SET':
          return { label: 'set', card: number(card), area: first + 1, side };
        case 'LEVEL_UP':
          return { label: 'level up', card: number(card), area: first + 1, side };
        case 'SCENE':
          return { label: 'scene', card: number(option) };
        case 'RESOLVE':
        case 'ACTIVATE':
          return { label: asked.toLowerCase(), card: number(card), power: first + 1, ...this.placeOf(card) };
        case 'CHARACTER':
          return { label: 'choose', card: number(top[option]), ...this.placeOf(top[option]) };
        case 'TYPE':
          return { label: this.engine.layout.types[option] };
        case 'NUMBER':
        case 'PLACE':
          return { label: String(option) };
        default:
          return { label: 'choose', card: number(option), ...this.placeOf(option) };
      }
    };
    /** @type {Map<string, Option>} */
    const known = new Map();
    options.forEach((option, index) => {
      const each = /** @type {Option} */ ({ index, copies: [index], ...made(option) });
      const { label, card, side, area, zone, power } = each;
      const key = JSON.stringify([label, card, side, area, zone, power, card === undefined && !area ? index : 0]);
      const same = known.get(key);
      if (same) same.copies.push(index);
      else known.set(key, each);
    });
    return [...known.values()];
  }

  /** The cards of a side's hand, deck or pile. @param {string} name @param {number} side */
  zone(name, side) {
    return this.rows(name)[side].slice(0, this.row(`n_${name}`)[side]);
  }

  /** @param {number} card @returns {{side?: string, area?: number, zone?: string}} Where a card lies. */
  placeOf(card) {
    const field = this.rows('field');
    for (const side of [0, 1]) {
      const area = field[side].findIndex((one) => one >= 0 && this.stack(one).includes(card));
      if (area >= 0) return { side: SIDES[side], area: area + 1 };
    }
    const side = Math.floor(card / (SEVERAL / 2));
    const zone = ZONES.find((name) => this.zone(name, side).includes(card));
    return { side: SIDES[side], zone: zone ?? (card === this.get('scene') ? 'scene' : 'charge') };
  }

  /** The card whose effect asks, where one does. @returns {string | null} */
  get asker() {
    const frames = this.get('n_frames');
    const card = frames ? this.rows('frame')[frames - 1][1] : -1;
    return card < 0 || ['SET', 'LEVEL_UP', 'SCENE', 'RESOLVE', 'ACTIVATE'].includes(this.asked ?? '')
      ? null
      : this.numbers[this.row('card')[card]];
  }

  /** @param {number} character @returns {number[]} Its cards, bottom first. */
  stack(character) {
    const [top, link] = [this.row('top'), this.row('link')];
    const cards = [];
    for (let card = top[character]; card >= 0; card = link[card]) cards.unshift(card);
    return cards;
  }

  /** What the person may see; all of it where nobody plays. @returns {Scene} */
  look() {
    const { engine } = this;
    const { Phase, Grade } = engine.layout.enums;
    this.do(this.act.LOOK);
    const open = this.you < 0 || this.over;
    const [cards, sight] = [this.row('card'), this.rows('sight')[Math.max(this.you, 0)]];
    /** @param {number} card */
    const number = (card) => (open || sight[card] === SEEN ? this.numbers[cards[card]] : null);
    /** @param {Record<string, number>} names @param {number} value */
    const name = (names, value) => Object.keys(names).find((each) => names[each] === value) ?? '';
    const [bp, grade] = ['bp', 'grade'].map(
      (each) => /** @type {number[][]} */ (engine.read('VIEW', engine.view, each)),
    );
    const areas = this.get('n_areas');
    const field = this.rows('field').map((row, side) =>
      row
        .slice(0, areas)
        .map((one, area) =>
          one < 0
            ? null
            : {
                cards: this.stack(one).map(number),
                down: this.row('hidden')[one],
                bp: bp[side][area] < 0 ? null : bp[side][area],
                grade: grade[side][area] < 0 ? null : name(Grade, grade[side][area]),
              },
        ),
    );
    const [scene, winner] = [this.get('scene'), this.get('winner')];
    return {
      turn: Math.max(this.get('turn'), 1),
      phase: name(Phase, this.get('phase')).toLowerCase(),
      lead: SIDES[this.get('lead')],
      field,
      outcomes: this.row('outcome')
        .slice(0, areas)
        .map((each) => ['A', 'B', 'tie', null][each]),
      hands: [0, 1].map((side) => this.zone('hand', side).map(number)),
      discards: [0, 1].map((side) => this.zone('discard', side).map((card) => this.numbers[cards[card]])),
      decks: this.row('n_deck'),
      scene: scene < 0 ? null : { card: this.numbers[cards[scene]], side: SIDES[Math.floor(scene / (SEVERAL / 2))] },
      winner: winner < 0 ? null : SIDES[winner],
      over: this.over,
    };
  }
}
