/**
 * A game against the field at a table: areas that face each other, the hand, what may be chosen, and hints.
 *
 * @module table_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { Match } from './match.js';
import { CardFace, chanceWords, colour } from './view.js';

const WORLDS = 64;
const ASKED = {
  LEAD: 'Lead or Next?', REDRAW: 'Keep this hand, or redraw it?', SCENE: 'Set a scene?', SET: 'Set a character face-down',
  LEVEL_UP: 'Level up?', RESOLVE: 'Which effect first?', ACTIVATE: 'Use a power?', OPTIONAL: 'Do it?', CHARACTER: 'Choose a character',
  CARD: 'Choose a card', TYPE: 'Choose a TYPE', PLACE: 'Where to?', NUMBER: 'How many?', ORDER: 'In which order?',
};

/** @param {{stack: any, cards: any, may: boolean, onTake: () => void, label: string}} given */
function Stack({ stack, cards, may, onTake, label }) {
  if (!stack) return html`<div class="stack grey" aria-label=${label}>empty</div>`;
  const top = stack.cards.at(-1);
  const card = top ? cards.get(top) : null;
  const body = html`<b>${card ? card.name : 'face-down'}</b>${card ? html` <span class="level">${card.level ?? ''}</span>` : null}
    <p class="num">${stack.bp === null ? (stack.down ? 'face-down' : '') : `${stack.bp} BP · ${stack.grade ?? ''}`}</p>
    <span class="grey">${stack.cards.length > 1 ? `${stack.cards.length} cards` : ''}</span>`;
  const style = card ? colour(card) : {};
  return may
    ? html`<button class=${`stack may${stack.down ? ' down' : ''}`} style=${style} title=${card?.text ?? ''} aria-label=${label} onClick=${onTake}>${body}</button>`
    : html`<div class=${`stack${stack.down ? ' down' : ''}`} style=${style} title=${card?.text ?? ''} aria-label=${label}>${body}</div>`;
}

/** @param {{scene: any, cards: any, options: any[], onTake: (index: number) => void, you: string}} given */
function Areas({ scene, cards, options, onTake, you }) {
  const other = you === 'A' ? 'B' : 'A';
  const at = (/** @type {string} */ side, /** @type {number} */ area) => options.find((each) => each.side === side && each.area === area + 1);
  const side = (/** @type {string} */ of, /** @type {number} */ area) => {
    const option = at(of, area);
    return html`<${Stack} stack=${scene.field['AB'.indexOf(of)][area]} cards=${cards} may=${Boolean(option)} label=${`${of === you ? 'your' : 'their'} area ${area + 1}`}
      onTake=${() => option && onTake(option.index)} />`;
  };
  if (!scene.field[0].length) return html`<p class="grey">No battle area is open yet.</p>`;
  return html`<div class="areas" tabindex="0" role="group" aria-label="Battle areas">${scene.field[0].map((/** @type {any} */ _, /** @type {number} */ area) => {
    const [mine, theirs] = [you, other].map((each) => scene.field['AB'.indexOf(each)][area]?.bp ?? null);
    const apart = mine === null || theirs === null ? 'open' : mine === theirs ? 'tie' : mine > theirs ? `you lead by ${mine - theirs}` : `behind by ${theirs - mine}`;
    return html`<div class="area" key=${area}>${side(other, area)}<span class="mid num">${apart}</span>${side(you, area)}</div>`;
  })}</div>`;
}

/** @param {any} option @param {any} cards @returns {string} */
function named(option, cards) {
  const card = option.card ? cards.get(option.card) : null;
  const where = option.area ? ` ${option.label === 'level up' ? 'in' : 'in area'} ${option.area}` : '';
  return card ? `${option.label} ${card.name}${card.level ? ` ${card.level}` : ''}${where}` : `${option.label}${where}`;
}

/** @param {{bench: any, engine: any}} given */
export function TableView({ bench, engine }) {
  const [rival, choose] = useState(0);
  const [seed, deal] = useState(1);
  const [you, sit] = useState(0);
  const [, draw] = useState(0);
  /** @type {any} */
  const [hints, show] = useState(null);
  const [problem, tell] = useState('');
  const match = useMemo(() => {
    try {
      const [mine, theirs] = [cardsOf(bench.deck.counts), cardsOf(bench.field[rival]?.counts ?? bench.saved.counts)];
      const [a, b] = you === 0 ? [mine, theirs] : [theirs, mine];
      return new Match(engine, { a, b, policies: [bench.policy, bench.policy], seed, you });
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      return null;
    }
  }, [rival, seed, you]);
  useEffect(() => () => match?.close(), [match]);
  const options = match && !match.over ? match.options() : [];
  const take = (/** @type {number} */ index) => {
    match?.take(index);
    show(null);
    draw((/** @type {number} */ n) => n + 1);
  };
  const back = () => {
    match?.undo();
    show(null);
    draw((/** @type {number} */ n) => n + 1);
  };
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return;
      const option = options[Number(event.key) - 1];
      if (option) take(option.index);
      else if (event.key === 'u') back();
      else if (event.key === 'h' && match) show(match.rate(WORLDS));
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
  if (!match) return html`<main class="one"><p class="problem">${problem}</p></main>`;
  const scene = match.look();
  const side = 'AB'[you];
  const best = hints ? Math.max(...options.map((/** @type {any} */ each) => hints[each.index].rate)) : 0;
  const asked = match.asked ? ASKED[/** @type {keyof typeof ASKED} */ (match.asked)] : '';
  return html`<main class="one table"><section class="sheet stackof">
    <div class="head"><h2>Round ${scene.turn} · ${scene.lead === side ? 'you lead' : 'they lead'} · ${scene.phase} phase</h2>
      <span class="grey">keys: 1 to 9 choose, h hint, u undo</span></div>
    <div class="buttons"><label class="grey">Against <select value=${rival} onChange=${(/** @type {any} */ event) => choose(Number(event.target.value))}>
      ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
      <button onClick=${() => deal(seed + 1)}>New game</button><button onClick=${() => sit(1 - you)}>Sit on the other side</button>
      <button disabled=${!match.past.length} onClick=${back}>Undo</button>
      <button disabled=${scene.over} onClick=${() => show(match.rate(WORLDS))}>Hint</button></div>
    <p class="grey num">They hold ${scene.hands[1 - you].length} cards, ${scene.decks[1 - you]} in the deck, ${scene.discards[1 - you].length} discarded;
      you have ${scene.decks[you]} in the deck, ${scene.discards[you].length} discarded.
      ${scene.scene ? ` Scene: ${bench.cards.get(scene.scene.card)?.name ?? scene.scene.card} (${scene.scene.side === side ? 'yours' : 'theirs'}).` : ''}</p>
    <${Areas} scene=${scene} cards=${bench.cards} options=${options} onTake=${take} you=${side} />
    ${scene.over ? html`<p><b>${scene.winner === side ? 'You win' : scene.winner ? 'They win' : 'Nobody wins'}</b> in Round ${scene.turn}.
      <button class="main" onClick=${() => deal(seed + 1)}>Play again</button></p>`
    : html`<h2>${asked}</h2><div class="choices">${options.map((/** @type {any} */ option, /** @type {number} */ k) => {
      const hint = hints?.[option.index];
      return html`<button key=${`${option.index}`} class=${hint && hint.rate === best ? 'best' : ''} title=${option.card ? bench.cards.get(option.card)?.text : ''}
        onClick=${() => take(option.index)}>${k < 9 ? `${k + 1} · ` : ''}${named(option, bench.cards)}
        ${hint ? html`<small class="num">${chanceWords(hint)}${hint.rate === best ? ' · best' : ''}</small>` : null}</button>`;
    })}</div>`}</section>
    <section class="sheet"><h2>Your hand</h2><div class="hand">${scene.hands[you].map((/** @type {string | null} */ number, /** @type {number} */ k) => {
    const card = number ? bench.cards.get(number) : null;
    return card ? html`<${CardFace} key=${k} card=${card} />` : null;
  })}</div></section></main>`;
}
