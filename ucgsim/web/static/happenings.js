/**
 * What happened in a game, in words, as its two sides see it: the rows of its log. As ucgsim/play/events.py.
 *
 * @module happenings
 */

import { titleOf } from './cards.js';
import { _, listed } from './language.js';

const SIDES = ['A', 'B'];
const CHARGED = 6;
/** Where a card goes, by the name of its destination. @type {Record<string, (card: string, whose: string) => string>} */
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

/** @typedef {{layout: import('./engine.js').Layout, numbers: string[], cards: any, you: number}} Reader `numbers`: of the table's
 *   cards; `you`: who reads, -1 for somebody who sees all. */

/** Who does something, as a sentence begins with it. @param {number} side @param {Reader} reader */
const doer = (side, { you }) => (you < 0 ? SIDES[side] : side === you ? _('You') : _('They'));

/** What a card is called for its side, and for the other one. @param {number} row @param {number} side @param {Reader} reader */
function seenBy(row, side, { numbers, cards, you }) {
  if (you >= 0 && side !== you) return _('a card');
  const known = cards.get(numbers[row]);
  return known ? titleOf(known) : (numbers[row] ?? _('a card'));
}

/** Cards that a side draws, or how many the other one does. @param {number[]} rows @param {number} side @param {Reader} reader */
function drawn(rows, side, reader) {
  const { you } = reader;
  const [who, hidden] = [doer(side, reader), you >= 0 && side !== you];
  if (hidden && rows.length > 1) return _('{who} draw {count} cards', { who, count: rows.length });
  const cards = listed(rows.map((row) => seenBy(row, side, reader)));
  return you < 0 ? _('{who} draws {cards}', { who, cards }) : _('{who} draw {cards}', { who, cards });
}

/** A happening in a sentence; null for one that says nothing of its own.
 * @param {import('./match.js').Happening} happening @param {Reader} reader @returns {string | null} */
export function worded({ event, player, a, b, c }, reader) {
  const { layout, you } = reader;
  const { Event, Grade, Outcome, Reason, Modifier, Destination } = layout.enums;
  const who = doer(player, reader);
  /** Somebody who sees all reads of sides by their letters. */
  const all = you < 0;
  const whose = (/** @type {number} */ side) =>
    all ? _('{side}’s', { side: SIDES[side] }) : side === you ? _('your') : _('their');
  const card = (/** @type {number} */ row) => seenBy(row, you, reader);
  const hidden = !all && player !== you;
  const seen = (/** @type {number} */ row) => seenBy(row, player, reader);
  const area = (/** @type {number} */ side, /** @type {number} */ place) =>
    _('{whose} area {area}', { whose: whose(side), area: place + 1 });
  const name = (/** @type {Record<string, number>} */ names, /** @type {number} */ value) =>
    Object.keys(names).find((each) => names[each] === value) ?? '';
  const begun = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
  switch (event) {
    case Event.THROW:
      return all ? _('{who} wins the throw', { who }) : _('{who} win the throw', { who });
    case Event.DRAW:
      return drawn([a], player, reader);
    case Event.NO_CARD_TO_DRAW:
      return all ? _('{who} has no card to draw', { who }) : _('{who} have no card to draw', { who });
    case Event.REDRAW:
      return all
        ? _('{who} redraws {count} cards', { who, count: a })
        : _('{who} redraw {count} cards', { who, count: a });
    case Event.SCENE_SET: {
      const given = { who, card: card(a) };
      if (b) return all ? _('{who} puts the scene {card}', given) : _('{who} put the scene {card}', given);
      return all ? _('{who} sets the scene {card}', given) : _('{who} set the scene {card}', given);
    }
    case Event.SCENE_LEAVES:
      return begun(_('{whose} scene {card} is discarded', { whose: whose(player), card: card(a) }));
    case Event.SET: {
      const given = { who, card: seen(b), area: a + 1 };
      return all
        ? _('{who} sets {card} face-down in area {area}', given)
        : _('{who} set {card} face-down in area {area}', given);
    }
    case Event.LEVEL_UP: {
      if (c) return _('{card} is put into play in {area}', { card: card(b), area: area(player, a) });
      const given = { who, card: seen(b), area: a + 1 };
      return all
        ? _('{who} levels up area {area} with {card}', given)
        : _('{who} level up area {area} with {card}', given);
    }
    case Event.TURNED_UP:
      return begun(
        _('{area} is {card}, {grade}', { area: area(player, a), card: card(b), grade: graded(name(Grade, c)) }),
      );
    case Event.BATTLE: {
      const bps = [b, c].map((bp) => (bp < 0 ? _('nobody') : `${bp} BP`));
      const given = {
        area: a + 1,
        mine: bps[Math.max(you, 0)],
        theirs: bps[1 - Math.max(you, 0)],
        side: SIDES[player],
      };
      if (player === Outcome.TIE) return _('Area {area}, {mine} against {theirs}: a tie', given);
      if (player === Outcome.NO_RESULT) return _('Area {area}, {mine} against {theirs}: no result', given);
      if (all) return _('Area {area}, {mine} against {theirs}: {side} wins', given);
      return player === you
        ? _('Area {area}, {mine} against {theirs}: you win', given)
        : _('Area {area}, {mine} against {theirs}: they win', given);
    }
    case Event.LEAD_NEXT:
      if (player === a) return all ? _('{who} keeps the lead', { who }) : _('{who} keep the lead', { who });
      return all ? _('{who} takes the lead', { who }) : _('{who} take the lead', { who });
    case Event.GAME_OVER:
      if (a !== Reason.NO_CHARACTER)
        return all ? _('{who} wins by battles', { who }) : _('{who} win by battles', { who });
      return all
        ? _('{who} wins: the other side has no character to set', { who })
        : _('{who} win: the other side has no character to set', { who });
    case Event.CANNOT_SET:
      return _('{who} can’t fill every battle area', { who });
    case Event.EFFECT:
      return _('Effect of {whose} {card}', { whose: whose(player), card: card(a) });
    case Event.MOVED: {
      if (c < 0)
        return all
          ? _('{who} reveals {card}', { who, card: card(a) })
          : _('{who} reveal {card}', { who, card: card(a) });
      // From hand or deck, and to where it lies closed.
      const closed = hidden && b < 2 && c !== Destination.DISCARD && c !== Destination.EXILE;
      const what = closed ? _('card') : card(a);
      if (c === CHARGED)
        return begun(_('{whose} {card} goes under a character as a Charge card', { whose: whose(player), card: what }));
      return begun(GOES[name(Destination, c)]?.(what, whose(player)) ?? what);
    }
    case Event.MODIFIED: {
      if (b < 0) return begun(_('{area} and area {other} swap places', { area: area(player, a), other: c + 1 }));
      const words = MODIFIED[name(Modifier, b)];
      return words ? begun(words(area(player, a), c)) : null;
    }
    case Event.LOOKED:
      return all
        ? _('{who} looks at {card}', { who, card: seen(a) })
        : _('{who} look at {card}', { who, card: seen(a) });
    case Event.NEGATED:
      return _('The effect text of {card} in {area} is negated', { card: card(b), area: area(player, a) });
    default:
      return null;
  }
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
