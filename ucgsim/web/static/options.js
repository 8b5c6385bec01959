/** What is asked at a table, and what may be chosen, in words. */

import { shownAs } from './cards.js';
import { linesOf, whose } from './happenings.js';
import { _, listed } from './language.js';

export const SIDES = ['A', 'B'];

/**
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {import('./match.js').Match} Match
 * @typedef {import('./match.js').Option} Option
 */

/** What is asked, by kind of decision. @returns {Record<string, string>} */
const questions = () => ({
  LEAD: _('The throw is won: who leads Round 1?'),
  REDRAW: _('Keep these six cards, or redraw all of them?'),
  SCENE: _('Set a scene?'),
  SET: _('Set a character face-down'),
  LEVEL_UP: _('Level up a character?'),
  RESOLVE: _('Several effects wait: which comes first?'),
  ACTIVATE: _('Use a power?'),
  OPTIONAL: _('Use this effect?'),
  CHARACTER: _('Choose a character'),
  CARD: _('Choose a card'),
  TYPE: _('Choose a TYPE'),
  PLACE: _('On top of the deck, or under it?'),
  NUMBER: _('How many?'),
  ORDER: _('Which comes first, nearest the top?'),
});
/** What options do that name no card. @returns {Record<string, string>} */
const plainly = () => ({
  keep: _('Keep'),
  redraw: _('Redraw all six'),
  lead: _('Lead'),
  next: _('Let the other side lead'),
  'no scene': _('Set none'),
  top: _('On top'),
  bottom: _('Under the deck'),
  pass: _('Pass'),
  yes: _('Yes'),
  no: _('No'),
  none: _('None of them'),
});
/** Where cards lie, in the words of who looks. @type {Record<string, (whose: string) => string>} */
const ZONES = {
  hand: (whose) => _('{whose} hand', { whose }),
  deck: (whose) => _('{whose} deck', { whose }),
  discard: (whose) => _('{whose} discard pile', { whose }),
  exile: (whose) => _('{whose} cards out of the game', { whose }),
  scene: (whose) => _('{whose} scene', { whose }),
  charge: (whose) => _('{whose} Charge cards', { whose }),
};

/** @param {string | undefined} side @param {number} you @param {unknown} area */
export const areaOf = (side, you, area) => _('{whose} area {area}', { whose: whose(side, you), area });

/** What is asked. @param {Match} match @param {Cards} cards @returns {string} */
export function question(match, cards) {
  const { asked } = match;
  if (!asked) return '';
  if (match.get('scene_asked')) return _('Draw a card for the scene?');
  if (asked === 'LEAD' && match.you >= 0) return _('You won the throw: who leads Round 1?');
  const by = cards.title(match.asker);
  const words = questions()[asked];
  return by ? _('{card}: {question}', { card: by, question: `${words[0].toLowerCase()}${words.slice(1)}` }) : words;
}

/** An option in words. @param {Option} option @param {Cards} cards @param {number} you @returns {string} */
function named({ label, area, side, zone, power = 1, ...option }, cards, you) {
  const card = cards.title(option.card, option.card);
  const given = { card: card || _('a card'), area };
  const lies = zone && ZONES[zone](whose(side, you));
  const place = area ? areaOf(side, you, area) : lies;
  const more = [power > 1 && _('power {power}', { power }), place].filter(Boolean);
  switch (label) {
    case 'set':
      return _('Set {card} in area {area}', given);
    case 'level up':
      return _('Level up area {area} with {card}', given);
    case 'scene':
      return _('Set the scene {card}', { card });
    case 'resolve':
      return listed([_('The effect of {card}', given), ...more]);
    case 'activate':
      return listed([_('Use {card}', given), ...more]);
    case 'choose':
      return listed([card || _('A card that you can’t see'), ...(place ? [place] : [])]);
    default:
      return plainly()[label] ?? shownAs('types', label);
  }
}

/** Options in words, with their numbers where cards of one name are among them.
 * @param {Option[]} options @param {Cards} cards @param {number} you @returns {string[]} */
export function allNamed(options, cards, you) {
  const words = options.map((each) => named(each, cards, you));
  return words.map((each, k) =>
    options[k].card && words.indexOf(each) !== words.lastIndexOf(each) ? `${each} (${options[k].card})` : each,
  );
}

/** A game's happenings from one on, to where it is looked at, in lines.
 * @param {Match} match @param {Cards} cards @param {number} from @param {number} [you] Who reads them.
 * @returns {string[]} */
export function linesSince(match, cards, from, you = match.you) {
  const { engine, numbers } = match;
  return linesOf(match.happened.slice(from), { layout: engine.layout, numbers, cards, you, open: match.you < 0 });
}
