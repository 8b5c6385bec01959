/**
 * What lies on the table: areas that face each other, both hands, piles, the scene; the text of a card; what is asked.
 *
 * @module board_view
 */

import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { baseOf, titleOf } from './cards.js';
import { graded, linesOf } from './happenings.js';
import { _, listed, many } from './language.js';
import { gained, meanApart, wilson } from './numbers.js';
import { CardFace, Sheet, chanceWords, colour, sign } from './view.js';

const SIDES = ['A', 'B'];
/** Keys of options, the first for the first; `u`, `h`, `w`, `n` and `c` do other things. */
export const KEYS = '1234567890abdefgijklmopqrstvxyz';
/** How far a pointer moves before a card is dragged, in pixels. */
const DRAGGED = 8;
const SHOWN_LINES = 6;
const BEST = 3;
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

/** A chance by worlds as it is shown: where all end alike, what that leaves possible (Wilson). @param {any} chance */
export const ofWorlds = (chance) =>
  chance.low === chance.high && [0, 1].includes(chance.rate)
    ? { ...chance, ...wilson(chance.n * chance.rate, chance.n) }
    : chance;

/** @param {any} chance @returns {string} */
export const chanceText = (chance) => chanceWords(ofWorlds(chance));

/** What a card is called where there is little room. @param {any} card @returns {string} */
const short = (card) => (card.round ? baseOf(card) : titleOf(card).split(' · ')[0].replace(/ \d+$/, ''));

/** Whose something is, in the words of who looks. @param {string | undefined} side @param {number} you */
const whose = (side, you) => (you < 0 ? _('{side}’s', { side }) : side === SIDES[you] ? _('your') : _('their'));
/** @param {string | undefined} side @param {number} you @param {unknown} area */
const areaOf = (side, you, area) => _('{whose} area {area}', { whose: whose(side, you), area });
/** The title of a card by its number. @param {any} cards @param {string | null | undefined} number @returns {string} */
const titled = (cards, number) => (number && cards.get(number) ? titleOf(cards.get(number)) : '');

/** What is asked. @param {any} match @param {any} cards @returns {string} */
export function question(match, cards) {
  const { asked } = match;
  if (!asked) return '';
  if (match.get('scene_asked')) return _('Draw a card for the scene?');
  if (asked === 'LEAD' && match.you >= 0) return _('You won the throw: who leads Round 1?');
  const by = titled(cards, match.asker);
  const words = questions()[asked];
  return by ? _('{card}: {question}', { card: by, question: `${words[0].toLowerCase()}${words.slice(1)}` }) : words;
}

/** An option in words. @param {any} option @param {any} cards @param {number} you @returns {string} */
export function named(option, cards, you) {
  const { label, area, side, zone, power } = option;
  const card = titled(cards, option.card) || option.card || '';
  const given = { card: card || _('a card'), area };
  const place = area ? areaOf(side, you, area) : zone ? ZONES[zone](whose(side, you)) : '';
  const more = [...(power > 1 ? [_('power {power}', { power })] : []), ...(place ? [place] : [])];
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
      return plainly()[label] ?? label;
  }
}

/** Options in words, with their numbers where cards of one name are among them. @param {any[]} options @param {any} cards @param {number} you @returns {string[]} */
export function allNamed(options, cards, you) {
  const words = options.map((each) => named(each, cards, you));
  return words.map((each, k) =>
    options[k].card && words.indexOf(each) !== words.lastIndexOf(each) ? `${each} (${options[k].card})` : each,
  );
}

/** A game's happenings between two decisions, in lines. @param {any} match @param {any} cards @param {number} from @param {number} [to] */
export const linesBetween = (match, cards, from, to) =>
  linesOf(match.happened.slice(from, to), {
    layout: match.engine.layout,
    numbers: match.numbers,
    cards,
    you: match.you,
  });

/** Which card's text is shown: under the pointer, in the focus, or tapped. */
export function useText() {
  const [card, show] = useState('');
  const look = (/** @type {any} */ event) => {
    const place = event.target.closest?.('[data-card]');
    if (place) show(place.dataset.card);
  };
  return { card, show, on: { onPointerOver: look, onFocusIn: look, onClick: look } };
}

/** The text of a card: in its place at the side, on a phone above all but what is asked. @param {{number: string, cards: any, onClose: () => void}} given */
export function CardText({ number, cards, onClose }) {
  const card = number ? cards.get(number) : null;
  return html`<section class=${`sheet text${card ? ' on' : ''}`} aria-label=${_('Card text')}>${
    card
      ? html`<${CardFace} card=${card} button=${html`<button class="quiet" aria-label=${_('Close the text')} onClick=${onClose}>✕</button>`} />`
      : html`<p class="grey">${_('Point at a card, or tap it: its text is here.')}</p>`
  }</section>`;
}

/** @param {{stack: any, cards: any, may: boolean, onTake: () => void, label: string, place: string}} given */
function Stack({ stack, cards, may, onTake, label, place }) {
  if (!stack) {
    const empty = html`<span class="grey">${_('empty')}</span>`;
    return may
      ? html`<button class="stack none may" data-area=${place} onClick=${onTake}><span class="heard">${label}</span>${empty}</button>`
      : html`<div class="stack none" data-area=${place}>${empty}</div>`;
  }
  const seen = stack.cards.at(-1) ?? stack.cards.slice(0, stack.cards.length - stack.down).at(-1);
  const card = seen ? cards.get(seen) : null;
  const size = stack.cards.length;
  const down = !stack.down
    ? ''
    : stack.down < size || stack.down > 1
      ? _('{count} face-down', { count: stack.down })
      : _('face-down');
  const words = [size > 1 ? _('{size} cards', { size }) : '', down, graded(stack.grade ?? '')]
    .filter(Boolean)
    .join(' · ');
  return html`<button class=${`stack n${Math.min(size, 4)}${may ? ' may' : ''}${stack.down ? ' down' : ''}`} style=${card ? colour(card) : {}} data-card=${seen} data-area=${place} onClick=${onTake}>
    <span class="heard">${label}</span><span class="end"><b>${card ? short(card) : _('Face-down')}${card?.subtitle ? html` <small>${card.subtitle}</small>` : null}</b>${card ? html`<span class="level">${sign(card)}</span>` : null}</span>
    <span class="bp num">${stack.bp === null ? '' : many(stack.bp)}</span><span class="grey">${words}</span>${may ? html`<span class="heard">${_('may be chosen')}</span>` : null}</button>`;
}

/** Who wins an area as it is, with a sign that needs no colour. @param {{mine: number | null, theirs: number | null, you: number, below: number}} given */
function Between({ mine, theirs, you, below }) {
  if (mine === null || theirs === null) return html`<span class="mid num">·</span>`;
  const by = many(Math.abs(mine - theirs));
  if (mine === theirs) return html`<span class="mid num">${_('= tie')}</span>`;
  const ahead = mine > theirs;
  const who = you < 0 ? SIDES[ahead ? below : 1 - below] : ahead ? _('you') : _('they');
  return html`<span class=${`mid num ${you < 0 ? '' : ahead ? 'good' : 'bad'}`}>${ahead ? '▼' : '▲'} ${who} +${by}</span>`;
}

/** A card in a hand. @param {{number: string | null, cards: any, fits?: boolean, picked?: boolean, on?: any}} given */
function Held({ number, cards, fits = false, picked = false, on = {} }) {
  const card = number ? cards.get(number) : null;
  if (!card) return html`<div class="held back" role="img" aria-label=${_('a card that you can’t see')}></div>`;
  const bp = card.bp.find((/** @type {any} */ each) => each !== null);
  return html`<button class=${`held${fits ? ' fits' : ''}`} style=${colour(card)} data-card=${number} aria-pressed=${picked} ...${on}>
    <b>${short(card)}${card.subtitle ? html` <small>${card.subtitle}</small>` : null}</b><span class="end"><span class="level">${sign(card)}</span><span class="num grey">${card.round ? `R${card.round}` : (bp ?? '')}</span></span>${fits ? html`<span class="heard">${_('may be played')}</span>` : null}</button>`;
}

/** One side's hand, deck and discard pile. @param {{scene: any, side: number, cards: any, name: string, onPile: (side: number) => void, children: any}} given */
function Side({ scene, side, cards, name, onPile, children }) {
  const pile = scene.discards[side];
  const top = pile.length ? cards.get(pile.at(-1)) : null;
  return html`<div class="side"><div class="who"><b>${name}</b><span class="grey num">${_('hand {hand} · deck {deck}', { hand: scene.hands[side].length, deck: scene.decks[side] })}</span>
    <button class="quiet pile" disabled=${!pile.length} onClick=${() => onPile(side)}>${_('Discarded {count}', { count: pile.length })}${top ? html`<span class="grey">${_(', last {card}', { card: titleOf(top) })}</span>` : null}</button></div>
    <div class="hand" role="group" aria-label=${_('{name}: hand', { name })}>${children}</div></div>`;
}

/** The whole table. `you`: who looks, -1 for one who sees all; `below`: the side that is drawn below.
 * @param {{scene: any, cards: any, you: number, below: number, names: string[], options: any[], onTake?: (index: number) => void, picked?: any,
 *   onPick?: (picked: any) => void}} given */
export function Board({
  scene,
  cards,
  you,
  below,
  names,
  options,
  onTake = () => {},
  picked = null,
  onPick = () => {},
}) {
  const [pile, open] = useState(-1);
  /** @type {any} */
  const [drag, move] = useState(null);
  /** @type {any} */
  const from = useRef(null);
  const areas = Math.max(scene.field[0].length, ...options.map(({ area }) => area ?? 0));
  const at = (/** @type {string} */ side, /** @type {number} */ area, card = drag?.card ?? picked?.card) =>
    options.filter(
      (each) =>
        each.side === side &&
        each.area === area &&
        (!card || !each.card || each.card === card || !['set', 'level up'].includes(each.label)),
    );
  const inHand = (/** @type {string | null} */ card) =>
    options.filter(
      (each) =>
        card && each.card === card && (['set', 'level up', 'scene'].includes(each.label) || each.zone === 'hand'),
    );
  const touch = (/** @type {string} */ side, /** @type {number} */ area) => {
    const fitting = at(side, area);
    if (fitting.length === 1) onTake(fitting[0].index);
    else if (fitting.length) onPick({ side, area });
  };
  const drop = (/** @type {PointerEvent} */ event, /** @type {string} */ card) => {
    const place = document.elementFromPoint(event.clientX, event.clientY);
    const area = /** @type {any} */ (place?.closest('[data-area]'))?.dataset.area ?? '';
    const option =
      at(area[0], Number(area.slice(1)), card)[0] ??
      (place?.closest('.field') ? inHand(card).find(({ label }) => label === 'scene') : null);
    if (option) onTake(option.index);
  };
  const ofHand = (/** @type {string} */ card) => ({
    onPointerDown: (/** @type {any} */ event) => {
      if (event.button || !inHand(card).length) return;
      from.current = { card, x: event.clientX, y: event.clientY, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (/** @type {any} */ event) => {
      const start = from.current;
      if (
        !start ||
        start.done ||
        (!start.moved && Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAGGED)
      )
        return;
      start.moved = true;
      move({ card, x: event.clientX, y: event.clientY });
    },
    onPointerUp: (/** @type {any} */ event) => {
      if (from.current) from.current.done = true;
      move(null);
      if (from.current?.moved) drop(event, card);
    },
    onPointerCancel: () => {
      from.current = null;
      move(null);
    },
    onClick: () => {
      const moved = from.current?.moved;
      from.current = null;
      const fitting = inHand(card);
      if (moved || !fitting.length) return;
      if (picked?.card === card && fitting.length === 1) onTake(fitting[0].index);
      else onPick(picked?.card === card ? null : { card });
    },
  });
  const hand = (/** @type {number} */ side) =>
    scene.hands[side].map((/** @type {string | null} */ card, /** @type {number} */ k) => {
      const fits = side === below && inHand(card).length > 0;
      return html`<${Held} key=${k} number=${card} cards=${cards} fits=${fits} picked=${fits && picked?.card === card} on=${side === below && card ? ofHand(card) : {}} />`;
    });
  const above = 1 - below;
  const cell = (
    /** @type {number} */ side,
    /** @type {number} */ area,
  ) => html`<${Stack} stack=${scene.field[side][area]} cards=${cards} place=${`${SIDES[side]}${area + 1}`}
    may=${at(SIDES[side], area + 1).length > 0} label=${areaOf(SIDES[side], you, area + 1)} onTake=${() => touch(SIDES[side], area + 1)} />`;
  const set = scene.scene;
  return html`<div class="board">
    <${Side} scene=${scene} side=${above} cards=${cards} name=${names[above]} onPile=${open}>${hand(above)}</${Side}>
    <section class="field" aria-label=${_('Battle areas')} tabindex="0">
      <div class="set"><span class="grey">${_('Scene')}</span>${
        set
          ? html`<button class="held wide" style=${colour(cards.get(set.card))} data-card=${set.card}><b>${baseOf(cards.must(set.card))}</b>
        <span class="grey">${you < 0 ? SIDES['AB'.indexOf(set.side)] : set.side === SIDES[you] ? _('yours') : _('theirs')}</span></button>`
          : html`<span class="grey">${_('none')}</span>`
      }</div>
      ${
        areas
          ? [...Array(areas).keys()].map(
              (area) => html`<div class="area" key=${area}>${cell(above, area)}
        <${Between} mine=${scene.field[below][area]?.bp ?? null} theirs=${scene.field[above][area]?.bp ?? null} you=${you} below=${below} />${cell(below, area)}
        <span class="grey no">${_('Area {area}', { area: area + 1 })}</span></div>`,
            )
          : html`<p class="grey">${_('No battle area is open yet: each Round opens one.')}</p>`
      }</section>
    <${Side} scene=${scene} side=${below} cards=${cards} name=${names[below]} onPile=${open}>${hand(below)}</${Side}>
    ${drag ? html`<div class="ghost" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }} aria-hidden="true">${titled(cards, drag.card)}</div>` : null}
    ${
      pile >= 0
        ? html`<${Sheet} title=${_('Discarded by {name}: {count}', { name: names[pile], count: scene.discards[pile].length })} onClose=${() => open(-1)}>
      <div class="cards">${scene.discards[pile].map((/** @type {string} */ card, /** @type {number} */ k) => html`<${CardFace} key=${k} card=${cards.must(card)} />`).reverse()}</div></${Sheet}>`
        : null
    }</div>`;
}

/** How areas lie now, in a few words. @param {any} scene @param {number} below @param {number} you */
export function standing(scene, below, you) {
  const pairs = scene.field[below]
    .map((/** @type {any} */ one, /** @type {number} */ k) => [one?.bp ?? null, scene.field[1 - below][k]?.bp ?? null])
    .filter((/** @type {any[]} */ pair) => !pair.includes(null));
  if (!pairs.length) return '';
  const won = (/** @type {number} */ to) =>
    pairs.filter((/** @type {number[]} */ [mine, theirs]) => Math.sign(mine - theirs) === to).length;
  const [mine, theirs, even] = [won(1), won(-1), won(0)];
  const given = { one: SIDES[below], mine, other: SIDES[1 - below], theirs, even };
  if (you < 0)
    return even
      ? _('As it is {one} wins {mine}, {other} wins {theirs}, {even} tied', given)
      : _('As it is {one} wins {mine}, {other} wins {theirs}', given);
  return even
    ? _('As it is you win {mine}, they win {theirs}, {even} tied', given)
    : _('As it is you win {mine}, they win {theirs}', given);
}

/** The chance to win, with its interval. @param {{chance: any, words: string, policy: string}} given */
export function Chance({ chance: given, words, policy }) {
  const chance = given && ofWorlds(given);
  const [low, high] = chance ? [Math.max(chance.low, 0), Math.min(chance.high, 1)].map((each) => 100 * each) : [0, 100];
  return html`<div class="chance"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="10" rx="2" />
      ${chance ? html`<rect class="sure" width=${low} height="10" rx="2" /><rect class="maybe" x=${low} width=${Math.max(high - low, 0.6)} height="10" /><rect class="at" x=${100 * chance.rate - 0.3} width=".6" height="10" />` : null}
      <rect class="half" x="49.9" width=".2" height="10" /></svg>
    <p><b class="num">${given ? chanceText(given) : '…'}</b> <span class="grey">${chance ? _('{words}, 95 % interval, {worlds} worlds, played on by {policy}', { words, worlds: chance.n, policy }) : _('{words}: being played', { words })}</span></p></div>`;
}

/** What may be chosen, with chances where they are known. @param {{options: any[], cards: any, you: number, rating?: any, picked?: any, onTake?: (index: number) => void, taken?: number}} given */
export function Choices({ options, cards, you, rating = null, picked = null, onTake, taken = -1 }) {
  const all = allNamed(options, cards, you);
  const rates = rating ? options.map(({ index }) => rating.rates[index].rate) : [];
  // Where all come to the same, none is the best.
  const best = Math.max(...rates) > Math.min(...rates) ? Math.max(...rates) : NaN;
  const first = rating ? rating.rates.find((/** @type {any} */ each) => each.rate === best) : null;
  /** Whether the best is known to be the best: no other one may be as good. */
  const sure =
    first &&
    options.every(
      ({ index }) =>
        rating.rates[index] === first ||
        rating.rates[index].rate === best ||
        meanApart(first.seen, rating.rates[index].seen).low > 0,
    );
  const fits = (/** @type {any} */ each) =>
    !picked || (picked.card ? each.card === picked.card : each.side === picked.side && each.area === picked.area);
  return html`<div class="choices">${options.map((option, k) => {
    const rate = rating?.rates[option.index];
    const words = all[k];
    const mark = option.copies.includes(taken);
    return html`<div class=${`choice${option.card ? '' : ' short'}`} key=${option.index}><button class=${`${rate && rate.rate === best ? 'best' : ''}${fits(option) ? '' : ' apart'}${mark ? ' taken' : ''}`} data-card=${option.card} disabled=${!onTake}
      onClick=${() => onTake?.(option.index)}>${onTake && k < KEYS.length ? html`<kbd aria-hidden="true">${KEYS[k]}</kbd>` : null}<span>${words}${option.copies.length > 1 && option.zone ? html` <span class="grey">×${option.copies.length}</span>` : null}
      ${mark ? html` <span class="grey">${_('· taken')}</span>` : null}${rate ? html`<small class="num">${chanceText(rate)}${rate.rate === best ? (sure ? _(' · best') : _(' · ahead, not decided')) : ''}</small>` : null}</span></button>
      ${option.card ? html`<button class="info quiet" data-card=${option.card} aria-label=${_('Text of {card}', { card: titled(cards, option.card) })}>i</button>` : null}</div>`;
  })}</div>`;
}

/** A difference of chances in points. @param {any} apart @returns {string} */
export const pointsOf = (apart) =>
  !apart.rate && apart.low === apart.high
    ? _('{points} points', { points: 0 })
    : _('{points} points', { points: gained(apart).replace(/^\+/, '') });

/** Why the best option is the best, as far as that is known. @param {{rating: any, cards: any, you: number, policy: {by: string, on: string}}} given */
export function Why({ rating, cards, you, policy }) {
  const sorted = [...rating.options].sort((x, y) => rating.rates[y.index].rate - rating.rates[x.index].rate);
  const apart = (/** @type {any} */ option) =>
    meanApart(rating.rates[sorted[0].index].seen, rating.rates[option.index].seen);
  const second = sorted[1] ? apart(sorted[1]) : null;
  const points = second ? pointsOf(second) : '';
  const words = allNamed(sorted, cards, you);
  const usual = sorted.find((/** @type {any} */ each) => each.copies.includes(rating.usual));
  return html`<section class="why" aria-label=${_('Why')}><table><thead><tr><th scope="col">${_('the best')}</th><th scope="col" class="num">${_('chance to win')}</th><th scope="col" class="num">${_('behind')}</th></tr></thead><tbody>
    ${sorted.slice(0, BEST).map((option, k) => html`<tr key=${option.index}><td>${words[k]}</td><td class="num">${chanceText(rating.rates[option.index])}</td><td class="num">${k ? pointsOf(apart(option)) : ''}</td></tr>`)}</tbody></table>
    <p>${!second ? _('There is no other option.') : !second.rate && second.low === second.high ? _('The first two came to the same in every world.') : second.low > 0 ? _('The first is better than the second by {points}.', { points }) : _('Which of the first two is better is not known: {points} lie between them, in the same worlds.', { points })}
      ${usual ? _(' By itself {policy} would take: {option}.', { policy: policy.by, option: words[sorted.indexOf(usual)] }) : ''}</p>
    <p class="grey">${_('Each option is played to the end in {worlds} worlds in which the cards that can’t be seen lie otherwise.', { worlds: rating.rates[0].n })} ${_('All options meet the same worlds, and {policy} plays both sides on: among other things it goes by the Round, the lead, the size of both hands, and the areas that are won, lost or open. 95 % intervals.', { policy: policy.on })}</p></section>`;
}

/** What happened since, heard by who reads by ear, and all before it. @param {{lines: string[], all: string[]}} given */
export function Happened({ lines, all }) {
  const shown = lines.slice(-SHOWN_LINES);
  return html`<section class="happened" aria-label=${_('What happened')}><div role="status" aria-live="polite">${lines.length > shown.length ? html`<p class="grey">${_('{count} more before', { count: lines.length - shown.length })}</p>` : null}
    ${shown.map((line, k) => html`<p key=${k}>${_('{line}.', { line })}</p>`)}</div>
    ${all.length > lines.length ? html`<details><summary class="grey">${_('All that happened')}</summary><ol>${all.map((line, k) => html`<li key=${k}>${line}</li>`)}</ol></details>` : null}</section>`;
}

/** Listen to keys that nothing else hears. @param {(key: string, event: KeyboardEvent) => void} heard */
export function useKeys(heard) {
  // A key that follows at once is heard by what is drawn by then, not by what was there when it was last painted.
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      const { target } = event;
      const typed =
        target instanceof HTMLSelectElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLInputElement;
      if (typed || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      latest.current(event.key, event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
