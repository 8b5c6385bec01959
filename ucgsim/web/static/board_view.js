/** What lies on the table: areas that face each other, both hands, piles, the scene; and the text of a card. */

import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { baseOf, formOf, isScene, titleOf } from './cards.js';
import { graded } from './happenings.js';
import { _, many } from './language.js';
import { SIDES, areaOf } from './options.js';
import { CardFace, Emblem, Sheet, note } from './view.js';

/** How far a pointer moves before a card is dragged, in pixels. */
const DRAGGED = 8;
/** Options that put a card into an area. */
const PUTS = ['set', 'level up'];

/**
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {import('./view.js').Card} Card
 * @typedef {import('./match.js').Scene} Scene
 * @typedef {import('./match.js').Option} Option
 * @typedef {{card?: string, side?: string, area?: number} | null} Picked A card of the hand, or an area, that was
 *   touched first.
 */

/** What a card is called where there is little room. @param {Card} card @returns {string} */
const short = (card) => (isScene(card) ? baseOf(card) : titleOf(card).split(' · ')[0].replace(/ \d+$/, ''));

/** Its name with its subtitle. @param {Card} card */
const labelled = (card) => html`<b>${short(card)}${card.subtitle && html` <small>${formOf(card)}</small>`}</b>`;

/** Which card's text is shown: under the pointer, in the focus, or tapped. */
export function useText() {
  const [card, show] = useState('');
  const look = (/** @type {{target: HTMLElement, type: string}} */ { target, type }) => {
    // A finger asks for a text by a tap on a card or on the i of a choice; what it drags or chooses takes no room.
    const isPassed = type !== 'click' || target.closest?.('.choice > :first-child');
    if (isPassed && matchMedia('(pointer: coarse)').matches) return;
    const place = /** @type {HTMLElement | null} */ (target.closest?.('[data-card]'));
    if (place) show(place.dataset.card ?? '');
  };
  // Preact hears this one by its own name only: the element has no property of it.
  return { card, show, on: { onPointerOver: look, onfocusin: look, onClick: look } };
}

/** The text of a card: in its place at the side, on a phone between the board and what is asked.
 * @param {{number: string, cards: Cards, onClose: () => void}} given */
export function CardText({ number, cards, onClose }) {
  const card = cards.get(number);
  const close = html`<button class="quiet" aria-label=${_('Close the text')} onClick=${onClose}>✕</button>`;
  return html`<section class=${`sheet text${card ? ' on' : ''}`} aria-label=${_('Card text')}>
    ${
      card
        ? html`<${CardFace} card=${card} button=${close} />`
        : note(_('Point at a card, or tap it: its text is here.'))
    }
  </section>`;
}

/** How many cards of a stack lie face-down. @param {import('./match.js').Stack} stack */
function faceDown({ cards, down }) {
  if (!down) return '';
  return down < cards.length || down > 1 ? _('{count} face-down', { count: down }) : _('face-down');
}

/** @param {{stack: import('./match.js').Stack | null, cards: Cards, may: boolean, onTake: () => void, label: string,
 *   place: string}} given */
function Stack({ stack, cards, may, onTake, label, place }) {
  if (!stack) {
    const empty = html`<span class="grey">${_('empty')}</span>`;
    return may
      ? html`<button class="stack none may" data-area=${place} onClick=${onTake}>
        <span class="heard">${label}</span>${empty}
      </button>`
      : html`<div class="stack none" data-area=${place}>${empty}</div>`;
  }
  const size = stack.cards.length;
  const seen = stack.cards.at(-1) ?? stack.cards.slice(0, size - stack.down).at(-1);
  const card = seen ? cards.get(seen) : null;
  const words = [faceDown(stack), graded(stack.grade ?? '')].filter(Boolean).join(' · ');
  const count = size > 1 && html`<span class="size">${_('{size} cards', { size })}${words && ' · '}</span>`;
  const kind = `stack n${Math.min(size, 4)}${may ? ' may' : ''}${stack.down ? ' down' : ''}`;
  return html`<button
    class=${kind} data-card=${seen} data-area=${place} onClick=${onTake}>
    <span class="heard">${label}</span>
    <span class="end">
      ${card ? html`<${Emblem} card=${card} />${labelled(card)}` : html`<b>${_('Face-down')}</b>`}
    </span>
    <span class="bp num">${stack.bp === null ? '' : many(stack.bp)}</span>
    <span class="grey">${count}${words}</span>
    ${may && html`<span class="heard">${_('may be chosen')}</span>`}
  </button>`;
}

/** Who wins an area as it is, with a sign that needs no colour.
 * @param {{mine: number | null, theirs: number | null, you: number, below: number}} given */
function Between({ mine, theirs, you, below }) {
  if (mine === null || theirs === null) return html`<span class="mid num">·</span>`;
  if (mine === theirs) return html`<span class="mid num">${_('= tie')}</span>`;
  const by = many(Math.abs(mine - theirs));
  const [arrow, side] = mine > theirs ? ['▼', below] : ['▲', 1 - below];
  if (you < 0) return html`<span class="mid num">${arrow} ${SIDES[side]} +${by}</span>`;
  return html`<span class=${`mid num ${side === you ? 'good' : 'bad'}`}>
    ${arrow} ${side === you ? _('you') : _('they')} +${by}
  </span>`;
}

/** A card in a hand.

 * @param {{number: string | null, cards: Cards, fits: boolean, picked: boolean, on: object}} given */
function Held({ number, cards, fits, picked, on }) {
  const card = number ? cards.get(number) : null;
  if (!card) return html`<div class="held back" role="img" aria-label=${_('a card that you can’t see')}></div>`;
  const bp = card.bp.find((each) => each !== null);
  return html`<button
    class=${`held${fits ? ' fits' : ''}`} data-card=${number} aria-pressed=${picked} ...${on}>
    <span class="end"><${Emblem} card=${card} /><span class="num grey">${bp}</span></span>
    ${labelled(card)}
    ${fits && html`<span class="heard">${_('may be played')}</span>`}
  </button>`;
}

/** One side's hand, deck and discard pile.
 * @param {{scene: Scene, side: number, cards: Cards, name: string, onPile: (side: number) => void, children: unknown}}
 *   given */
function Side({ scene, side, cards, name, onPile, children }) {
  const pile = scene.discards[side];
  const last = cards.title(pile.at(-1));
  const counts = _('hand {hand} · deck {deck}', { hand: scene.hands[side].length, deck: scene.decks[side] });
  return html`<div class="side">
    <div class="who">
      <b>${name}</b><span class="grey num">${counts}</span>
      <button class="quiet pile" disabled=${!pile.length} onClick=${() => onPile(side)}>
        ${_('Discarded {count}', { count: pile.length })}
        ${last && html`<span class="grey">${_(', last {card}', { card: last })}</span>`}
      </button>
    </div>
    <div class="hand" role="group" aria-label=${_('{name}: hand', { name })}>${children}</div>
  </div>`;
}

/** The scene that is set. @param {{scene: Scene['scene'], cards: Cards, you: number}} given */
function SceneOf({ scene, cards, you }) {
  if (!scene) return html`<span class="grey">${_('none')}</span>`;
  const theirs = scene.side === SIDES[you] ? _('yours') : _('theirs');
  const card = cards.must(scene.card);
  return html`<button class="held wide" data-card=${scene.card}>
    <${Emblem} card=${card} /><b>${baseOf(card)}</b><span class="grey">${you < 0 ? scene.side : theirs}</span>
  </button>`;
}

/** A pile that lies open.

 * @param {{scene: Scene, side: number, cards: Cards, name: string, onClose: () => void}} given */
function Pile({ scene, side, cards, name, onClose }) {
  const pile = [...scene.discards[side]].reverse();
  return html`<${Sheet} title=${_('Discarded by {name}: {count}', { name, count: pile.length })} onClose=${onClose}>
    <div class="cards">${pile.map((card, k) => html`<${CardFace} key=${k} card=${cards.must(card)} />`)}</div>
  </${Sheet}>`;
}

/** Whether an option of an area is one of the card that is held. @param {Option} option
 * @param {string | undefined} card */
const fits = (option, card) => !card || !option.card || option.card === card || !PUTS.includes(option.label);

/** Whether an option plays a card of the hand. @param {Option} option @param {string | null} card */
const isPlayed = (option, card) =>
  card && option.card === card && ([...PUTS, 'scene'].includes(option.label) || option.zone === 'hand');

/** What may be done with the cards of a hand and the areas: touched one after the other, or dragged.
 * @param {{options: Option[], picked: Picked, onTake: (index: number) => void,
 *   onPick: (picked: Picked) => void}} given */
function useHand({ options, picked, onTake, onPick }) {
  const [drag, move] = useState(/** @type {{card: string, x: number, y: number} | null} */ (null));
  const from = useRef(
    /** @type {{card: string, x: number, y: number, moved: boolean, done?: boolean} | null} */ (null),
  );
  /** Options of an area, for the card that is held, if one is. @param {string} side @param {number} area
   * @param {string} [card] */
  const at = (side, area, card = drag?.card ?? picked?.card) =>
    options.filter((each) => each.side === side && each.area === area && fits(each, card));
  const inHand = (/** @type {string | null} */ card) => options.filter((each) => isPlayed(each, card));
  const touch = (/** @type {string} */ side, /** @type {number} */ area) => {
    const fitting = at(side, area);
    if (fitting.length === 1) onTake(fitting[0].index);
    else if (fitting.length) onPick({ side, area });
  };
  const drop = (/** @type {PointerEvent} */ { clientX, clientY }, /** @type {string} */ card) => {
    const place = document.elementFromPoint(clientX, clientY);
    const { area = '' } = /** @type {HTMLElement | null} */ (place?.closest('[data-area]') ?? null)?.dataset ?? {};
    const scene = place?.closest('.field') && inHand(card).find(({ label }) => label === 'scene');
    const option = at(area[0], Number(area.slice(1)), card)[0] ?? scene;
    if (option) onTake(option.index);
  };
  const on = (/** @type {string} */ card) => ({
    onPointerDown: (/** @type {PointerEvent & {currentTarget: HTMLElement}} */ event) => {
      if (event.button || !inHand(card).length) return;
      from.current = { card, x: event.clientX, y: event.clientY, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
      const start = from.current;
      if (!start || start.done) return;
      start.moved ||= Math.hypot(x - start.x, y - start.y) >= DRAGGED;
      if (start.moved) move({ card, x, y });
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
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
  return { drag, at, inHand, touch, on };
}

/** A card that is dragged. @param {{x: number, y: number, title: string}} given */
const Ghost = ({ x, y, title }) =>
  html`<div class="ghost" style=${{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">${title}</div>`;

/** The whole table. `you`: who looks, -1 for nobody of the game; `below`: the side that is drawn below.
 * @param {{scene: Scene, cards: Cards, you: number, below: number, names: string[], options: Option[],
 *   onTake?: (index: number) => void, picked?: Picked, onPick?: (picked: Picked) => void}} given */
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
  const { drag, at, inHand, touch, on } = useHand({ options, picked, onTake, onPick });
  const areas = Math.max(scene.field[0].length, ...options.map(({ area }) => area ?? 0));
  const held = (/** @type {number} */ side) => (/** @type {string | null} */ card, /** @type {number} */ k) => {
    const may = side === below && inHand(card).length > 0;
    const handlers = side === below && card ? on(card) : {};
    return html`<${Held}
      key=${k} number=${card} cards=${cards} fits=${may} picked=${may && picked?.card === card} on=${handlers} />`;
  };
  const sideOf = (
    /** @type {number} */ side,
  ) => html`<${Side} scene=${scene} side=${side} cards=${cards} name=${names[side]} onPile=${open}>
    ${scene.hands[side].map(held(side))}
  </${Side}>`;
  const cell = (/** @type {number} */ side, /** @type {number} */ area) =>
    html`<${Stack} stack=${scene.field[side][area]} cards=${cards} place=${`${SIDES[side]}${area + 1}`}
      may=${at(SIDES[side], area + 1).length > 0} label=${areaOf(SIDES[side], you, area + 1)}
      onTake=${() => touch(SIDES[side], area + 1)} />`;
  const bp = (/** @type {number} */ side, /** @type {number} */ area) => scene.field[side][area]?.bp ?? null;
  const above = 1 - below;
  return html`<div class="board">
    ${sideOf(above)}
    <div class="field">
      <div class="set">
        <span class="grey">${_('Scene')}</span>
        <${SceneOf} scene=${scene.scene} cards=${cards} you=${you} />
      </div>
      <section class="areas" aria-label=${_('Battle areas')} tabindex="0">
        ${!areas && note(_('No battle area is open yet: each Round opens one.'))}
        ${[...Array(areas).keys()].map(
          (area) => html`<div class="area" key=${area}>
            ${cell(above, area)}
            <${Between} mine=${bp(below, area)} theirs=${bp(above, area)} you=${you} below=${below} />
            ${cell(below, area)}
            <span class="grey no">${_('Area {area}', { area: area + 1 })}</span>
          </div>`,
        )}
      </section>
    </div>
    ${sideOf(below)}
    ${drag && html`<${Ghost} x=${drag.x} y=${drag.y} title=${cards.title(drag.card)} />`}
    ${
      pile >= 0 &&
      html`<${Pile} scene=${scene} side=${pile} cards=${cards} name=${names[pile]} onClose=${() => open(-1)} />`
    }
  </div>`;
}

/** How areas lie now, in a few words; of a game that is over, nothing.
 * @param {Scene} scene @param {number} below @param {number} you */
export function standing(scene, below, you) {
  const pairs = scene.field[below].flatMap((one, k) => {
    const [mine, theirs] = [one?.bp ?? null, scene.field[1 - below][k]?.bp ?? null];
    return mine === null || theirs === null ? [] : [Math.sign(mine - theirs)];
  });
  if (!pairs.length || scene.over) return '';
  const [mine, theirs, even] = [1, -1, 0].map((to) => pairs.filter((each) => each === to).length);
  const given = { one: SIDES[below], mine, other: SIDES[1 - below], theirs, even };
  if (you < 0)
    return even
      ? _('As it is {one} wins {mine}, {other} wins {theirs}, {even} tied', given)
      : _('As it is {one} wins {mine}, {other} wins {theirs}', given);
  return even
    ? _('As it is you win {mine}, they win {theirs}, {even} tied', given)
    : _('As it is you win {mine}, they win {theirs}', given);
}

/** Focus a place where what was in the focus is gone. @param {HTMLElement | null} within @param {string} selector */
export function refocus(within, selector) {
  const isLost = document.activeElement === document.body || !document.activeElement;
  const place = /** @type {HTMLElement | null | undefined} */ (within?.querySelector(selector));
  if (isLost) place?.focus({ preventScroll: true });
}

/** Listen to keys that nothing else hears. @param {(key: string, event: KeyboardEvent) => void} heard */
export function useKeys(heard) {
  // A key that follows at once is heard by what is drawn by then, not by what was there when it was last painted.
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      const isTyped = [HTMLSelectElement, HTMLTextAreaElement, HTMLInputElement].some(
        (kind) => event.target instanceof kind,
      );
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      latest.current(event.key, event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
