/** What happened in a game, in words, as its two sides see it: the rows of its log. As ucgsim/play/events.py. */

import { titleOf } from './cards.js';
import { _, listed } from './language.js';

const SIDES = ['A', 'B'];
const CHARGED = 6;
/** Where a card goes, by the name of its destination.
 * @type {Record<string, (card: string, whose: string) => string>} */
const GOES = {
  HAND: (card, whose) => _('{whose} {card} goes to the hand', { card, whose }),
  DISCARD: (card, whose) => _('{whose} {card} goes to the discard pile', { card, whose }),
  EXILE: (card, whose) => _('{whose} {card} goes out of the game', { card, whose }),
  DECK_TOP: (card, whose) => _('{whose} {card} goes on top of the deck', { card, whose }),
  DECK_BOTTOM: (card, whose) => _('{whose} {card} goes under the deck', { card, whose }),
};
/** @type {Record<string, (area: string, n: number) => string>} */
const MODIFIED = {
  BP_UP: (area, n) => _('{area} gets +{n} BP', { area, n }),
  BP_DOWN: (area, n) => _('{area} gets −{n} BP', { area, n }),
  BP_VALUE: (area, n) => _('{area} has a BP of {n}', { area, n }),
  GRADE_UP: (area, n) => _('{area} has its BP grade increased by {n}', { area, n }),
  GRADE_DOWN: (area, n) => _('{area} has its BP grade decreased by {n}', { area, n }),
  READS_EXTRA: (area) => _('{area} reads its EXTRA BP', { area }),
  WIN: (area) => _('{area} wins its battle', { area }),
  TIE: (area) => _('{area} ties its battle', { area }),
  NO_LEVEL_UP: (area) => _("{area} can't level up", { area }),
  ADD_TYPE: (area) => _('{area} has another TYPE', { area }),
  REMOVE_TYPE: (area) => _('{area} loses a TYPE', { area }),
  LEVELS: (area, n) => _('{area} counts as {n} levels higher', { area, n }),
};

/** What a BP grade is called, by its name in the layout. @param {string} grade @returns {string} */
export const graded = (grade) =>
  ({ SINGLE: _('SINGLE'), DOUBLE: _('DOUBLE'), TRIPLE: _('TRIPLE'), QUAD: _('QUAD'), EXTRA: _('EXTRA') })[grade] ??
  grade;

/** @typedef {{layout: import('./engine.js').Layout, numbers: string[], cards: import('./cards.js').Cards, you: number,
 *   open?: boolean}} Reader `numbers`: of the table's cards; `you`: who reads, -1 for nobody of the game; `open`:
 *   whether all cards lie open. */

/** Whose something is, in the words of who looks. @param {string | undefined} side @param {number} you */
export function whose(side, you) {
  if (you < 0) return _('{side}’s', { side });
  return side === SIDES[you] ? _('your') : _('their');
}

/** Who does something, as a sentence begins with it. @param {number} side @param {Reader} reader */
function doer(side, { you }) {
  if (you < 0) return SIDES[side];
  return side === you ? _('You') : _('They');
}

/** What a card is called for its side, and for the other one. @param {number} row @param {number} side
 * @param {Reader} reader */
function seenBy(row, side, { numbers, cards, you, open }) {
  if (!open && you >= 0 && side !== you) return _('a card');
  const known = cards.get(numbers[row]);
  return known ? titleOf(known) : (numbers[row] ?? _('a card'));
}

/** Cards that a side draws, or how many the other one does. @param {number[]} rows @param {number} side
 * @param {Reader} reader */
function drawn(rows, side, reader) {
  const { you, open } = reader;
  const [who, hidden] = [doer(side, reader), !open && you >= 0 && side !== you];
  if (hidden && rows.length > 1) return _('{who} draw {count} cards', { who, count: rows.length });
  const cards = listed(rows.map((row) => seenBy(row, side, reader)));
  return you < 0 ? _('{who} draws {cards}', { who, cards }) : _('{who} draw {cards}', { who, cards });
}

/** @typedef {ReturnType<typeof wordsFor>} Words What a sentence of a happening is made of. */

/** @param {import('./match.js').Happening} happening @param {Reader} reader */
function wordsFor({ player }, reader) {
  const { layout, you, open } = reader;
  /** Nobody of the game reads of sides by their letters. */
  const all = you < 0;
  const whoseOf = (/** @type {number} */ side) => whose(SIDES[side], you);
  return {
    layout,
    you,
    all,
    who: doer(player, reader),
    whose: whoseOf(player),
    /** Whether the other side does it, with cards that can't be seen. */
    hidden: !open && !all && player !== you,
    card: (/** @type {number} */ row) => seenBy(row, you, reader),
    seen: (/** @type {number} */ row) => seenBy(row, player, reader),
    area: (/** @type {number} */ place, side = player) =>
      _('{whose} area {area}', { whose: whoseOf(side), area: place + 1 }),
    name: (/** @type {string} */ kind, /** @type {number} */ value) =>
      Object.keys(layout.enums[kind]).find((each) => layout.enums[kind][each] === value) ?? '',
  };
}

/** @param {string} text */
const begun = (text) => text[0].toUpperCase() + text.slice(1);

/** Sentences by the name of the event: for somebody who sees all the side does it, for a player you or they do.
 * @type {Record<string, (happening: import('./match.js').Happening, words: Words) => string | null>} */
const SENTENCES = {
  THROW: (_h, { all, who }) => (all ? _('{who} wins the throw', { who }) : _('{who} win the throw', { who })),
  NO_CARD_TO_DRAW: (_h, { all, who }) =>
    all ? _('{who} has no card to draw', { who }) : _('{who} have no card to draw', { who }),
  REDRAW: ({ a: count }, { all, who }) =>
    all ? _('{who} redraws {count} cards', { who, count }) : _('{who} redraw {count} cards', { who, count }),
  SCENE_SET: ({ a, b }, { all, who, card }) => {
    const given = { who, card: card(a) };
    if (b) return all ? _('{who} puts the scene {card}', given) : _('{who} put the scene {card}', given);
    return all ? _('{who} sets the scene {card}', given) : _('{who} set the scene {card}', given);
  },
  SCENE_LEAVES: ({ a }, { whose: of, card }) =>
    begun(_('{whose} scene {card} is discarded', { whose: of, card: card(a) })),
  SET: ({ a, b }, { all, who, seen }) => {
    const given = { who, card: seen(b), area: a + 1 };
    return all
      ? _('{who} sets {card} face-down in area {area}', given)
      : _('{who} set {card} face-down in area {area}', given);
  },
  LEVEL_UP: ({ a, b, c }, { all, who, card, seen, area }) => {
    if (c) return _('{card} is put into play in {area}', { card: card(b), area: area(a) });
    const given = { who, card: seen(b), area: a + 1 };
    return all
      ? _('{who} levels up area {area} with {card}', given)
      : _('{who} level up area {area} with {card}', given);
  },
  TURNED_UP: ({ a, b, c }, { card, area, name }) =>
    begun(_('{area} is {card}, {grade}', { area: area(a), card: card(b), grade: graded(name('Grade', c)) })),
  BATTLE: ({ player, a, b, c }, { all, you, name }) => {
    const bps = [b, c].map((bp) => (bp < 0 ? _('nobody') : `${bp} BP`));
    const mine = Math.max(you, 0);
    const given = { area: a + 1, mine: bps[mine], theirs: bps[1 - mine], side: SIDES[player] };
    const outcome = name('Outcome', player);
    if (outcome === 'TIE') return _('Area {area}, {mine} against {theirs}: a tie', given);
    if (outcome === 'NO_RESULT') return _('Area {area}, {mine} against {theirs}: no result', given);
    if (all) return _('Area {area}, {mine} against {theirs}: {side} wins', given);
    return player === you
      ? _('Area {area}, {mine} against {theirs}: you win', given)
      : _('Area {area}, {mine} against {theirs}: they win', given);
  },
  LEAD_NEXT: ({ player, a }, { all, who }) => {
    if (player === a) return all ? _('{who} keeps the lead', { who }) : _('{who} keep the lead', { who });
    return all ? _('{who} takes the lead', { who }) : _('{who} take the lead', { who });
  },
  GAME_OVER: ({ a }, { all, who, name }) => {
    if (name('Reason', a) !== 'NO_CHARACTER')
      return all ? _('{who} wins by battles', { who }) : _('{who} win by battles', { who });
    return all
      ? _('{who} wins: the other side has no character to set', { who })
      : _('{who} win: the other side has no character to set', { who });
  },
  CANNOT_SET: (_h, { who }) => _('{who} can’t fill every battle area', { who }),
  EFFECT: ({ a }, { whose: of, card }) => _('Effect of {whose} {card}', { whose: of, card: card(a) }),
  MOVED: ({ a, b, c }, { all, who, whose: of, hidden, card, name }) => {
    const given = { who, card: card(a) };
    if (c < 0) return all ? _('{who} reveals {card}', given) : _('{who} reveal {card}', given);
    const destination = name('Destination', c);
    // From hand or deck, and to where it lies closed.
    const closed = hidden && b < 2 && !['DISCARD', 'EXILE'].includes(destination);
    const what = closed ? _('card') : card(a);
    if (c === CHARGED)
      return begun(_('{whose} {card} goes under a character as a Charge card', { whose: of, card: what }));
    return begun(GOES[destination]?.(what, of) ?? what);
  },
  MODIFIED: ({ a, b, c }, { area, name }) => {
    if (b < 0) return begun(_('{area} and area {other} swap places', { area: area(a), other: c + 1 }));
    const words = MODIFIED[name('Modifier', b)];
    return words ? begun(words(area(a), c)) : null;
  },
  LOOKED: ({ a }, { all, who, seen }) =>
    all ? _('{who} looks at {card}', { who, card: seen(a) }) : _('{who} look at {card}', { who, card: seen(a) }),
  NEGATED: ({ a, b }, { card, area }) =>
    _('The effect text of {card} in {area} is negated', { card: card(b), area: area(a) }),
};

/** A happening in a sentence; null for one that says nothing of its own.
 * @param {import('./match.js').Happening} happening @param {Reader} reader @returns {string | null} */
function worded(happening, reader) {
  const words = wordsFor(happening, reader);
  const event = words.name('Event', happening.event);
  if (event === 'DRAW') return drawn([happening.a], happening.player, reader);
  return SENTENCES[event]?.(happening, words) ?? null;
}

/** Several in sentences; draws of a side in one.
 * @param {import('./match.js').Happening[]} happenings @param {Reader} reader @returns {string[]} */
export function linesOf(happenings, reader) {
  const { DRAW } = reader.layout.enums.Event;
  /** @type {string[]} */
  const lines = [];
  /** What the side of the last line drew, where it says that. @type {{player: number, rows: number[]} | null} */
  let last = null;
  happenings.forEach((happening) => {
    const line = worded(happening, reader);
    if (line === null) return;
    const { event, player, a } = happening;
    if (event === DRAW && last?.player === player) {
      last.rows.push(a);
      lines[lines.length - 1] = drawn(last.rows, player, reader);
      return;
    }
    last = event === DRAW ? { player, rows: [a] } : null;
    lines.push(line);
  });
  return lines;
}
