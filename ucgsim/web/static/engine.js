/** The game in WebAssembly: one instance with a memory of its own. Nothing of the game is written here; offsets and
 * signatures come from the layout that Python wrote. */

import { _, lineOf, listed } from './language.js';

const PAGE = 65536;
const ALIGNED = 16;
/** Games that are played in one call, at most. */
export const MOST_AT_ONCE = 512;
const BYTES_PER_GAME = 48;

/**
 * @typedef {{size: number, members: Record<string, (string | number)[]>}} RecordLayout
 * @typedef {{row: number[], fast: number[] | null, numbers: number[] | null,
 *   spread: import('./numbers.js').Spread | null}} Policy
 * @typedef {object} Layout What `layout.json` holds.
 * @property {string} version Hash of the sources of the library.
 * @property {string} mark What the files that belong together bear.
 * @property {string} rules
 * @property {number[]} switches
 * @property {string[]} numbers Card numbers, sorted.
 * @property {string[]} types
 * @property {number} names
 * @property {Record<string, number[]>} book Place and shape of every array.
 * @property {Record<string, Policy>} policies
 * @property {string} usual Who plays where nothing is said.
 * @property {string} hint Who rates options.
 * @property {string[]} arrays Those of the book, as `select_cards` takes them.
 * @property {number} most_cards
 * @property {number} longest_game
 * @property {{first: number, most: number, shape: number[]}} screening Columns before those of cards, cards that an
 *   exchange may have; builds on one shuffle, and cards that each exchanges.
 * @property {Record<string, number>} constants
 * @property {Record<string, Record<string, number>>} enums
 * @property {Record<string, RecordLayout>} records
 * @property {Record<string, number[]>} entries
 * @property {Record<string, string[]>} counting What the arrays of each entry that counts hold: `f8` or `i8`.
 *
 * @typedef {Record<string, number>} Counts Copies by card number.
 * @typedef {{points: number[][], halves: number[], decisions: number, by_lead: number[][][][], ended: number[][][],
 *   rounds: number[][][], redraw: number[][][][]}} Tally What games come to; adds up over parts in any order.
 */

/** Something that the page can't do, said in one line. */
export class EngineError extends Error {}

/** Cards of a deck in the order in which they are dealt: by number, copies together.
 * @param {Counts} counts @returns {string[]} */
export function cardsOf(counts) {
  return Object.keys(counts)
    .sort()
    .flatMap((number) => Array(counts[number]).fill(number));
}

/** Add up two tallies, or any arrays of numbers within arrays and objects.
 * @template T
 * @param {T} a @param {T} b @returns {T} */
export function added(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return /** @type {T} */ (a + b);
  if (Array.isArray(a) && Array.isArray(b)) return /** @type {T} */ (a.map((each, k) => added(each, b[k])));
  const [x, y] = /** @type {Record<string, unknown>[]} */ ([a, b]);
  const both = Object.keys(y).map((key) => [key, key in x ? added(x[key], y[key]) : y[key]]);
  return /** @type {T} */ ({ ...x, ...Object.fromEntries(both) });
}

/** A table: cards and policies as the game reads them, and the decks as rows of its cards. */
export class Table {
  /** @param {number} at Where the record lies.
   * @param {Map<string, number>} rows Row by card number.
   * @param {number} decks Where the rows of both decks lie.
   * @param {number} size Cards of the larger deck.
   * @param {boolean} scratch Whether a player at it needs room to think. */
  constructor(at, rows, decks, size, scratch) {
    this.at = at;
    this.rows = rows;
    this.decks = decks;
    this.size = size;
    this.scratch = scratch;
  }
}

/** One instance of the game. */
export class Engine {
  /** @param {WebAssembly.Instance} instance @param {Layout} layout @param {Uint8Array} book */
  constructor(instance, layout, book) {
    const { memory, __heap_base: base } = instance.exports;
    this.game = /** @type {Record<string, (...words: (number | bigint)[]) => bigint>} */ (instance.exports);
    this.layout = layout;
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
    const { value } = /** @type {WebAssembly.Global<'i32'>} */ (base);
    this.end = (value + ALIGNED - 1) & -ALIGNED;
    /** @type {Map<number, number[]>} Room that was given back, by its size. */
    this.free = new Map();
    this.book = this.room(book.length);
    new Uint8Array(this.memory.buffer).set(book, this.book);
    this.lowest = this.room(8 * layout.names);
    this.record = this.room(layout.records.GAME.size);
    this.view = this.room(layout.records.VIEW.size);
    this.scratch = this.room(layout.records.SEARCH.size);
    this.tally = this.room(layout.records.TALLY.size);
    this.pairs = this.room(8 * 9);
    this.where = this.room(8 * Object.keys(layout.enums.At).length);
    this.numbers = this.room(8 * 8);
    this.rows = [this.room(layout.records.ROW.size * MOST_AT_ONCE), this.room(layout.records.ROW.size * MOST_AT_ONCE)];
    this.indices = this.room(8 * MOST_AT_ONCE);
    this.leads = this.room(8 * MOST_AT_ONCE);
    this.ends = this.room(8 * MOST_AT_ONCE);
    this.battlesSize = layout.longest_game + BYTES_PER_GAME * MOST_AT_ONCE;
    this.battles = this.room(this.battlesSize);
  }

  /** Open an instance.
   * @param {{wasm: BufferSource | WebAssembly.Module, layout: Layout, book: Uint8Array, mark?: string}} files `mark`:
   *   that of the cards.
   * @returns {Promise<Engine>}
   * @throws {EngineError} Where there is no memory, or the files don't belong together. */
  static async open({ wasm, layout, book, mark = layout.mark }) {
    try {
      const made = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
      const opened = new Engine(await WebAssembly.instantiate(made), layout, book);
      const marks = [mark, new TextDecoder().decode(book.slice(-layout.mark.length))];
      if (opened.version !== layout.version || marks.some((each) => each !== layout.mark)) {
        throw new EngineError(_("The files of the page don't belong together: load it again."));
      }
      return opened;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError(_("The game can't be opened here: {problem}", { problem: lineOf(error) }));
    }
  }

  /** What the library says that it is of. @returns {string} */
  get version() {
    const { value } = /** @type {WebAssembly.Global<'i32'>} */ (/** @type {unknown} */ (this.game.ucg_about));
    const text = new Uint8Array(this.memory.buffer, value);
    return JSON.parse(new TextDecoder().decode(text.subarray(0, text.indexOf(0)))).version;
  }

  /** Room in memory, zeroed, until it is given back with `giveBack`.
   * @param {number} bytes @returns {number} Where it begins. */
  room(bytes) {
    const size = (bytes + ALIGNED - 1) & -ALIGNED;
    const again = this.free.get(size)?.pop();
    if (again !== undefined) {
      new Uint8Array(this.memory.buffer, again, size).fill(0);
      return again;
    }
    const at = this.end;
    const lack = at + size - this.memory.buffer.byteLength;
    if (lack > 0) {
      try {
        this.memory.grow(Math.ceil(lack / PAGE));
      } catch {
        throw new EngineError(
          _('This device gives the page no more memory: close other pages, or compare fewer decks.'),
        );
      }
    }
    this.end = at + size;
    return at;
  }

  /** Give room back. @param {number} at @param {number} bytes */
  giveBack(at, bytes) {
    const size = (bytes + ALIGNED - 1) & -ALIGNED;
    this.free.set(size, [...(this.free.get(size) ?? []), at]);
  }

  /** Call an entry; an array is given as `[where, ...lengths]`.
   * @param {string} name @param {...(number | bigint | number[])} args @returns {bigint} */
  call(name, ...args) {
    const words = this.layout.entries[name].flatMap((kind, place) => {
      const given = args[place];
      if (kind < 0) return [BigInt(/** @type {number | bigint} */ (given))];
      if (kind === 0) return [/** @type {number} */ (given)];
      const [at, ...lengths] = /** @type {number[]} */ (given);
      return [at, ...lengths.map(BigInt)];
    });
    return this.game[name](...words);
  }

  /** A number of a record, or an array of them (in arrays) where it has several.
   * @param {string} record @param {number} at @param {string} name @returns {number | unknown[]} */
  read(record, at, name) {
    const [kind, offset, ...shape] = this.layout.records[record].members[name];
    const numbers = this.array(
      String(kind),
      at + Number(offset),
      shape.map(Number).reduce((a, b) => a * b, 1),
    );
    /** @param {number[]} flat @param {number[]} left @returns {number | unknown[]} */
    const shaped = (flat, left) => {
      if (!left.length) return flat[0];
      const each = flat.length / left[0];
      return Array.from({ length: left[0] }, (_, k) => shaped(flat.slice(k * each, (k + 1) * each), left.slice(1)));
    };
    return shaped(numbers, shape.map(Number));
  }

  /** Numbers in memory, as numbers. @param {string} kind @param {number} at @param {number} n @returns {number[]} */
  array(kind, at, n) {
    const buffer = this.memory.buffer;
    switch (kind) {
      case 'i1':
        return Array.from(new Int8Array(buffer, at, n));
      case 'i2':
        return Array.from(new Int16Array(buffer, at, n));
      case 'i4':
        return Array.from(new Int32Array(buffer, at, n));
      case 'i8':
        return Array.from(new BigInt64Array(buffer, at, n), Number);
      case 'f4':
        return Array.from(new Float32Array(buffer, at, n));
      case 'f8':
        return Array.from(new Float64Array(buffer, at, n));
      default:
        throw new EngineError(_("The layout speaks of {kind}, which this page can't read: load it again.", { kind }));
    }
  }

  /** Write numbers of 64 bits into memory. @param {string} kind @param {number} at @param {number[]} numbers */
  write(kind, at, numbers) {
    const { buffer } = this.memory;
    if (kind === 'f8') new Float64Array(buffer, at, numbers.length).set(numbers);
    else new BigInt64Array(buffer, at, numbers.length).set(numbers.map(BigInt));
  }

  /** @param {string} record @param {string} name @returns {number} */
  offset(record, name) {
    return Number(this.layout.records[record].members[name][1]);
  }

  /** Where an array of the book lies, as `call` takes it. @param {string} name */
  ofBook(name) {
    const [at, ...shape] = this.layout.book[name];
    return [this.book + at, ...shape];
  }

  /** Lay out a table for two lists, cards in the order in which they are dealt, with further cards that may be in them.
   * @param {string[]} a @param {string[]} b @param {[string, string]} policies @param {string[]} [further]
   * @returns {Table}
   * @throws {EngineError} For a card or a policy that is not known, and lists that are too long. */
  table(a, b, policies, further = []) {
    const { layout } = this;
    const numbers = [...new Set([...a, ...b, ...further])].sort();
    const places = numbers.map((number) => layout.numbers.indexOf(number));
    const unknown = numbers.filter((each, k) => places[k] < 0);
    if (unknown.length) throw new EngineError(_('{cards}: no such card here.', { cards: listed(unknown) }));
    const size = Math.max(a.length, b.length);
    if (!a.length || !b.length || size > layout.constants.CARDS) {
      throw new EngineError(
        _('A deck of {size} cards against one of {other}: 1 to {most} play.', {
          size: a.length,
          other: b.length,
          most: layout.constants.CARDS,
        }),
      );
    }
    const at = this.room(layout.records.TABLES.size);
    const lists = this.room(8 * (places.length + layout.switches.length));
    const longs = new BigInt64Array(this.memory.buffer, lists, places.length + layout.switches.length);
    [...places, ...layout.switches].forEach((value, k) => {
      longs[k] = BigInt(value);
    });
    const book = layout.arrays.map((name) => this.ofBook(name));
    const switches = [lists + 8 * places.length, layout.switches.length];
    this.call('ucg_select_cards', at, [lists, places.length], switches, ...book, [this.lowest, layout.names]);
    this.giveBack(lists, 8 * (places.length + layout.switches.length));
    this.seat(at, policies);
    const rows = new Map(numbers.map((number, row) => [number, row]));
    const decks = this.room(2 * 2 * layout.constants.CARDS);
    return this.dealt(
      new Table(
        at,
        rows,
        decks,
        size,
        policies.some((name) => layout.policies[name].fast),
      ),
      a,
      b,
    );
  }

  /** A table with its lists in another order.
   * @param {Table} table @param {string[]} a @param {string[]} b @returns {Table} The same. */
  dealt(table, a, b) {
    const { size } = table;
    const cards = new Int16Array(this.memory.buffer, table.decks, 2 * size).fill(-1);
    [a, b].forEach((list, side) =>
      list.forEach((number, k) => {
        cards[side * size + k] = table.rows.get(number) ?? -1;
      }),
    );
    return table;
  }

  /** Say who plays at a table. @param {number} at @param {[string, string]} policies */
  seat(at, policies) {
    policies.forEach((name, player) => {
      const policy = this.layout.policies[name];
      if (!policy) throw new EngineError(_('{name}: nobody plays by that name in a page.', { name }));
      const n = policy.row.length;
      new Float64Array(this.memory.buffer, at + this.offset('TABLES', 'policies') + 8 * n * player, n).set(policy.row);
      if (policy.fast) {
        const [from, size] = this.ofBook('weights');
        new Uint8Array(this.memory.buffer).copyWithin(at + this.offset('TABLES', 'learned'), from, from + size);
      }
    });
  }

  /** Give a table back. @param {Table} table */
  drop(table) {
    this.giveBack(table.at, this.layout.records.TABLES.size);
    this.giveBack(table.decks, 2 * 2 * this.layout.constants.CARDS);
  }

  /** Clear the room in which players at a table think. @param {[string, string]} policies */
  clearScratch(policies) {
    const { SEARCH } = this.layout.records;
    new Uint8Array(this.memory.buffer, this.scratch, SEARCH.size).fill(0);
    policies.forEach((name, player) => {
      const policy = this.layout.policies[name];
      if (!policy.fast || !policy.numbers) return;
      const n = policy.row.length;
      for (const [member, numbers] of /** @type {[string, number[]][]} */ ([
        ['fast', policy.fast],
        ['numbers', policy.numbers],
      ])) {
        new Float64Array(this.memory.buffer, this.scratch + this.offset('SEARCH', member) + 8 * n * player, n).set(
          numbers,
        );
      }
    });
  }

  /** Play games of a table into rows of this engine.
   * @param {Table} table
   * @param {{policies: [string, string], seed: number, matchup?: number, start: number, games: number, into?: number,
   *   first?: number}} what `games` up to MOST_AT_ONCE; `first`: who leads the first turn of all, -1 by the throw.
   * @returns {number} How many were played; fewer where their battles found no room. */
  play(table, { policies, seed, matchup = 0, start, games, into = 0, first = -1 }) {
    const buffer = () => this.memory.buffer;
    const indices = new BigInt64Array(buffer(), this.indices, games);
    const leads = new BigInt64Array(buffer(), this.leads, games);
    for (let k = 0; k < games; k += 1) {
      indices[k] = BigInt(start + k);
      leads[k] = BigInt(first);
    }
    const { At } = this.layout.enums;
    const where = new BigInt64Array(buffer(), this.where, Object.keys(At).length).fill(0n);
    where[At.CHOSEN] = -1n;
    new Uint8Array(buffer(), this.rows[into], this.layout.records.ROW.size * games).fill(0);
    if (table.scratch) this.clearScratch(policies);
    this.call(
      'ucg_play_games',
      this.record,
      table.at,
      [table.decks, 2, table.size],
      seed,
      matchup,
      [this.indices, games],
      [this.leads, games],
      [this.rows[into], games],
      [this.battles, this.battlesSize],
      [this.ends, games],
      [this.scratch, table.scratch ? 1 : 0],
      [this.where, where.length],
    );
    return Number(new BigInt64Array(buffer(), this.where, Object.keys(At).length)[At.GAME]);
  }

  /** Games as counts.
   * @param {Table} table
   * @param {{policies: [string, string], seed: number, matchup?: number, start: number, games: number}} what
   * @returns {Tally} */
  count(table, what) {
    this.clearTally();
    for (let done = 0; done < what.games;) {
      const games = Math.min(MOST_AT_ONCE, what.games - done);
      const played = this.play(table, { ...what, start: what.start + done, games });
      this.call('ucg_tally_games', this.tally, [this.rows[0], played]);
      done += played;
    }
    return this.tallied();
  }

  /** Pairs of games, each on one chance, by the half points of a side at the first table and at the second; and what
   * the games of the second come to.
   * @param {[Table, Table]} tables
   * @param {{policies: [string, string], seed: number, matchup?: number, start: number, games: number, side?: number,
   *   byLead?: boolean}} what `byLead`: B leads the first turn at the first table, A at the second.
   * @returns {{pairs: number[][], tally: Tally}} `pairs` of shape (3, 3). */
  countPairs(tables, what) {
    new Uint8Array(this.memory.buffer, this.pairs, 8 * 9).fill(0);
    this.clearTally();
    for (let done = 0; done < what.games;) {
      const start = what.start + done;
      let games = Math.min(MOST_AT_ONCE, what.games - done);
      tables.forEach((table, into) => {
        games = this.play(table, { ...what, start, games, into, first: what.byLead ? 1 - into : -1 });
      });
      this.call('ucg_tally_pairs', [this.pairs, 3, 3], [this.rows[0], games], [this.rows[1], games], what.side ?? 0);
      this.call('ucg_tally_games', this.tally, [this.rows[1], games]);
      done += games;
    }
    const flat = this.array('i8', this.pairs, 9);
    return { pairs: [0, 1, 2].map((row) => flat.slice(3 * row, 3 * row + 3)), tally: this.tallied() };
  }

  /** Opening hands of side A, and what comes of the game with each.
   * @param {Table} table
   * @param {{policies: [string, string], seed: number, matchup?: number, start: number, games: number, redraw:
   *   boolean}} what `games` up to MOST_AT_ONCE.
   * @returns {{hand: bigint, points: number}[]} Bits of the cards that were dealt, by their places in the list; half
   * points. */
  hands(table, { policies, seed, matchup = 0, start, games, redraw }) {
    const { OPENING } = this.layout.records;
    const [rows, choices] = [this.room(OPENING.size * games), this.room(games)];
    new BigInt64Array(this.memory.buffer, this.indices, games).forEach((_, k, all) => {
      all[k] = BigInt(start + k);
    });
    new Int8Array(this.memory.buffer, choices, games).fill(this.layout.enums.Choice[redraw ? 'REDRAW' : 'KEEP']);
    if (table.scratch) this.clearScratch(policies);
    this.call(
      'ucg_play_openings',
      this.record,
      table.at,
      [table.decks, 2, table.size],
      seed,
      matchup,
      [this.indices, games],
      -1,
      [this.numbers, 0, 6],
      [choices, games],
      1,
      [rows, games],
      [this.numbers, games, 2, 0],
      [this.scratch, table.scratch ? 1 : 0],
    );
    const view = new DataView(this.memory.buffer);
    const [hand, points] = [this.offset('OPENING', 'hand'), this.offset('OPENING', 'half_points')];
    const dealt = Array.from({ length: games }, (_, k) => ({
      hand: view.getBigUint64(rows + k * OPENING.size + hand, true),
      points: view.getInt8(rows + k * OPENING.size + points),
    }));
    this.giveBack(rows, OPENING.size * games);
    this.giveBack(choices, games);
    return dealt;
  }

  /** What the loops of exchanged cards are given behind the table and its lists, room in the end, and play.
   * @param {string} entry @param {Table} table @param {[string, string]} policies
   * @param {number[][][]} arrays Of whole numbers, rows of a length each, laid down before the numbers.
   * @param {number[]} numbers @param {number[]} shape Of what they fill. @returns {number[]} It, laid flat. */
  exchanged(entry, table, policies, arrays, numbers, shape) {
    const { GAME } = this.layout.records;
    const rows = Object.keys(this.layout.enums.Room).length;
    const breadth = 2 * this.layout.most_cards;
    const size = shape.reduce((product, length) => product * length, 1);
    const held = arrays.map((array) => {
      const flat = array.flat();
      const at = this.room(8 * flat.length);
      this.write('i8', at, flat);
      return {
        at,
        bytes: 8 * flat.length,
        shape: array[0].length > 1 ? [array.length, array[0].length] : [array.length],
      };
    });
    const sizes = [2 * GAME.size, 4 * table.size, 8 * size, 8 * rows * breadth];
    const [games, changed, filled, room] = sizes.map((bytes) => ({ at: this.room(bytes), bytes }));
    new Uint8Array(this.memory.buffer).copyWithin(changed.at, table.decks, table.decks + changed.bytes);
    if (table.scratch) this.clearScratch(policies);
    const fault = this.call(
      entry,
      [games.at, 2],
      table.at,
      [table.decks, 2, table.size],
      [changed.at, 2, table.size],
      ...held.map((each) => [each.at, ...each.shape]),
      ...numbers,
      [filled.at, ...shape],
      [room.at, rows, breadth],
      [this.scratch, table.scratch ? 1 : 0],
    );
    const counts = this.array('i8', filled.at, size);
    [...held, games, changed, filled, room].forEach(({ at, bytes }) => this.giveBack(at, bytes));
    if (fault) throw new EngineError(_('A game with other cards meets limit {fault} of the program.', { fault }));
    return counts;
  }

  /** Games in which cards come in at random: sums of products of the values of each, column by column.
   * @param {Table} table
   * @param {{policies: [string, string], seed: number, matchup: number, start: number, games: number,
   *   outs: number[], entrants: [string, number, number][], width: number}} what `outs`: columns of the cards of side A
   *   where they leave; `entrants`: cards that may come in, copies that a build may have, and columns.
   * @returns {number[][]} Of shape (width, width). */
  screen(table, { policies, seed, matchup, start, games, outs, entrants, width }) {
    const rows = entrants.map(([number, limit, column]) => [table.rows.get(number) ?? -1, limit, column]);
    const numbers = [seed, matchup, start, games, ...this.layout.screening.shape];
    const leaves = outs.map((column) => [column]);
    const flat = this.exchanged('ucg_screen_builds', table, policies, [leaves, rows], numbers, [width, width]);
    return Array.from({ length: width }, (_each, row) => flat.slice(row * width, (row + 1) * width));
  }

  /** Pairs of games of side A as it is and with cards exchanged, on the same shuffles.
   * @param {Table} table
   * @param {{policies: [string, string], seed: number, matchup: number, start: number, games: number,
   *   changes: {out: string[], into: string[]}[]}} what
   * @returns {number[][]} For each change nine numbers: games by the half points of the deck, then of the change. */
  exchange(table, { policies, seed, matchup, start, games, changes }) {
    const wide = 2 * this.layout.screening.most;
    const rows = changes.map(({ out, into }) => {
      const row = Array(wide).fill(-1);
      out.forEach((number, k) => {
        row[2 * k] = table.rows.get(number) ?? -1;
        row[2 * k + 1] = table.rows.get(into[k]) ?? -1;
      });
      return row;
    });
    const numbers = [seed, matchup, start, games];
    const flat = this.exchanged('ucg_play_exchanges', table, policies, [rows], numbers, [changes.length, 3, 3]);
    return changes.map((_each, k) => flat.slice(9 * k, 9 * (k + 1)));
  }

  clearTally() {
    new Uint8Array(this.memory.buffer, this.tally, this.layout.records.TALLY.size).fill(0);
  }

  /** @returns {Tally} What was counted since the tally was cleared. */
  tallied() {
    const names = Object.keys(this.layout.records.TALLY.members);
    const tally = Object.fromEntries(names.map((name) => [name, this.read('TALLY', this.tally, name)]));
    return /** @type {Tally} */ (/** @type {unknown} */ (tally));
  }
}
