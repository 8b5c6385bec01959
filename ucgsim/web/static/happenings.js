/**
 * What happened in a game, in words, as its two sides see it: the rows of its log. As ucgsim/play/events.py.
 *
 * @module happenings
 */

const SIDES = ['A', 'B'];
const AREA_WORDS = { HAND: 'to the hand', DISCARD: 'to the discard pile', EXILE: 'out of the game', DECK_TOP: 'on top of the deck', DECK_BOTTOM: 'under the deck' };
const CHARGED = 6;
/** @type {Record<string, (amount: number) => string>} */
const MODIFIED = {
  BP_UP: (n) => `gets +${n} BP`, BP_DOWN: (n) => `gets −${n} BP`, BP_VALUE: (n) => `has a BP of ${n}`,
  GRADE_UP: (n) => `has its BP grade increased by ${n}`, GRADE_DOWN: (n) => `has its BP grade decreased by ${n}`,
  READS_EXTRA: () => 'reads its EXTRA BP', WIN: () => 'wins its battle', TIE: () => 'ties its battle', NO_LEVEL_UP: () => 'can\'t level up',
  ADD_TYPE: () => 'has another TYPE', REMOVE_TYPE: () => 'loses a TYPE', LEVELS: (n) => `counts as ${n} levels higher`,
};

/** A happening in a sentence; null for one that says nothing of its own.
 * @param {import('./match.js').Happening} happening
 * @param {{layout: import('./engine.js').Layout, numbers: string[], cards: any, you: number}} given `numbers`: of the table's
 *   cards; `you`: who reads, -1 for somebody who sees all.
 * @returns {string | null} */
export function worded({ event, player, a, b, c }, { layout, numbers, cards, you }) {
  const { Event, Grade, Outcome, Reason, Modifier, Destination } = layout.enums;
  const is = (/** @type {number} */ side) => (you < 0 ? SIDES[side] : side === you ? 'You' : 'They');
  const does = (/** @type {string} */ verb) => `${is(player)} ${verb}${you < 0 ? 's' : ''}`;
  const whose = (/** @type {number} */ side) => (you < 0 ? `${SIDES[side]}’s` : side === you ? 'your' : 'their');
  const card = (/** @type {number} */ row) => cards.get(numbers[row])?.title ?? numbers[row] ?? 'a card';
  const hidden = you >= 0 && player !== you;
  const seen = (/** @type {number} */ row) => (hidden ? 'a card' : card(row));
  const area = (/** @type {number} */ side, /** @type {number} */ place) => `${whose(side)} area ${place + 1}`;
  const name = (/** @type {Record<string, number>} */ names, /** @type {number} */ value) => Object.keys(names).find((each) => names[each] === value) ?? '';
  const begun = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
  switch (event) {
    case Event.THROW: return `${does('win')} the throw`;
    case Event.DRAW: return `${does('draw')} ${seen(a)}`;
    case Event.NO_CARD_TO_DRAW: return `${is(player)} ${you < 0 ? 'has' : 'have'} no card to draw`;
    case Event.REDRAW: return `${does('redraw')} ${a} cards`;
    case Event.SCENE_SET: return `${does(b ? 'put' : 'set')} the scene ${card(a)}`;
    case Event.SCENE_LEAVES: return `${begun(whose(player))} scene ${card(a)} is discarded`;
    case Event.SET: return `${does('set')} ${seen(b)} face-down in area ${a + 1}`;
    case Event.LEVEL_UP: return c ? `${card(b)} is put into play in ${area(player, a)}` : `${does('level')} up area ${a + 1} with ${seen(b)}`;
    case Event.TURNED_UP: return `${begun(area(player, a))} is ${card(b)}, ${name(Grade, c)}`;
    case Event.BATTLE: {
      const bps = [b, c].map((bp) => (bp < 0 ? 'nobody' : `${bp} BP`));
      const against = `Area ${a + 1}, ${bps[Math.max(you, 0)]} against ${bps[1 - Math.max(you, 0)]}`;
      if (player === Outcome.TIE) return `${against}: a tie`;
      return player === Outcome.NO_RESULT ? `${against}: no result` : `${against}: ${you < 0 ? `${SIDES[player]} wins` : player === you ? 'you win' : 'they win'}`;
    }
    case Event.LEAD_NEXT: return player === a ? `${does('keep')} the lead` : `${does('take')} the lead`;
    case Event.GAME_OVER: return a === Reason.NO_CHARACTER ? `${does('win')}: the other side has no character to set` : `${does('win')} by battles`;
    case Event.CANNOT_SET: return `${is(player)} can’t fill every battle area`;
    case Event.EFFECT: return `Effect of ${whose(player)} ${card(a)}`;
    case Event.MOVED: {
      const word = c === CHARGED ? 'under a character as a Charge card' : AREA_WORDS[/** @type {keyof typeof AREA_WORDS} */ (name(Destination, c))];
      // From hand or deck, and to where it lies closed.
      const closed = hidden && b < 2 && c !== Destination.DISCARD && c !== Destination.EXILE && c >= 0;
      return c < 0 ? `${does('reveal')} ${card(a)}` : `${begun(whose(player))} ${closed ? 'card' : card(a)} goes ${word}`;
    }
    case Event.MODIFIED: {
      if (b < 0) return `${begun(area(player, a))} and area ${c + 1} swap places`;
      const words = MODIFIED[name(Modifier, b)];
      return words ? `${begun(area(player, a))} ${words(c)}` : null;
    }
    case Event.LOOKED: return `${does('look')} at ${seen(a)}`;
    case Event.NEGATED: return `The effect text of ${card(b)} in ${area(player, a)} is negated`;
    default: return null;
  }
}

/** Several in sentences; draws of a side in one.
 * @param {import('./match.js').Happening[]} happenings @param {Parameters<typeof worded>[1]} given @returns {string[]} */
export function linesOf(happenings, given) {
  /** @type {string[]} */
  const lines = [];
  let unseen = 0;
  happenings.forEach((happening) => {
    const line = worded(happening, given);
    if (line === null) return;
    const draws = /^(?:You draw|They draw|[AB] draws) /.exec(line)?.[0];
    const goesOn = draws && lines.at(-1)?.startsWith(draws);
    unseen = line === 'They draw a card' ? (goesOn ? unseen : 0) + 1 : 0;
    if (!goesOn) lines.push(line);
    else lines.push(unseen ? (lines.pop(), `${draws}${unseen} cards`) : `${lines.pop()}, ${line.slice(draws.length)}`);
  });
  return lines;
}
