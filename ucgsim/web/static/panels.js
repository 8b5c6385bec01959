/**
 * The three columns of the workbench: the deck, what it comes to, and the cards.
 *
 * @module panels
 */

import { html, useState } from './vendor/preact.js';
import { gained, percent, wilson } from './numbers.js';
import { Odds } from './questions_view.js';
import { Bar, CardFace, Change, colour, sign, words } from './view.js';
import { sizeOf } from './workbench.js';

const MOST_CARDS = 40;
/** Win rate that a full bar of a card's worth stands for. */
const MOST_WORTH = 0.02;

/** How many cards of each level, and scenes. @param {{bench: any}} given */
function Curve({ bench }) {
  /** @type {Map<string, number>} */
  const levels = new Map();
  Object.entries(bench.deck.counts).forEach(([number, count]) => {
    const card = bench.cards.get(number);
    if (!card) return;
    const level = card.kinds.includes('Scene') ? 'scenes' : `level ${card.level}`;
    levels.set(level, (levels.get(level) ?? 0) + Number(count));
  });
  const most = Math.max(...levels.values(), 1);
  return html`<div class="curve">${[...levels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([level, count]) => html`
    <div key=${level}><span class="num">${count}</span><svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
    <rect x="0" width="10" y=${10 - (10 * count) / most} height=${(10 * count) / most} rx="1"
      fill=${level === 'scenes' ? 'var(--SCENE)' : 'var(--accent)'} opacity=".65" /></svg><span>${level}</span></div>`)}</div>`;
}

/** @param {{bench: any, number: string}} given */
function Copies({ bench, number }) {
  const { name } = bench.cards.get(number);
  const count = bench.deck.counts[number] ?? 0;
  return html`<span class="copies"><button aria-label=${`one ${name} ${number} less`} disabled=${!count} onClick=${() => bench.change(number, -1)}>−</button>
    <span class="count" aria-label=${`${count} copies`}>${count}</span>
    <button aria-label=${`one ${name} ${number} more`} onClick=${() => bench.change(number, 1)}>+</button></span>`;
}

/** What one copy is worth. @param {{worth: any}} given */
function Worth({ worth }) {
  if (!worth) return null;
  const tone = worth.low > 0 ? 'good' : worth.high < 0 ? 'bad' : '';
  const wide = Math.min(Math.abs(worth.rate) / MOST_WORTH, 1) * 50;
  return html`<p class=${`worth num ${tone}`} title=${`one copy, against another card of the deck in its place; ${worth.n.toLocaleString('en')} pairs of games, 95 %, these games alone`}>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect x=${worth.rate < 0 ? 50 - wide : 50} y="1" width=${wide} height="4" fill="currentColor" /></svg>
    ${gained(worth)}</p>`;
}

/** @param {{bench: any}} given */
export function DeckPanel({ bench }) {
  const numbers = [...new Set([...Object.keys(bench.deck.counts), ...Object.keys(bench.saved.counts)])];
  const cards = numbers.map((number) => bench.cards.get(number)).filter(Boolean);
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  cards.sort((a, b) => (a.level ?? 99) - (b.level ?? 99) || (a.number < b.number ? -1 : 1)).forEach((card) => {
    const group = card.kinds.includes('Scene') ? 'Scenes' : card.characters.join(', ');
    groups.set(group, [...(groups.get(group) ?? []), card]);
  });
  const order = [...groups].sort(([a], [b]) => Number(a === 'Scenes') - Number(b === 'Scenes') || (a < b ? -1 : 1));
  const { problems } = bench;
  return html`<section class="sheet" aria-label="Deck"><div class="head"><h2>Deck</h2>
    <span class="grey num">${sizeOf(bench.deck.counts)} cards${problems.length ? '' : ' · legal'}</span></div>
    <${Curve} bench=${bench} />
    ${problems.map((/** @type {string} */ each) => html`<p class="problem" key=${each}>${each}</p>`)}
    ${order.map(([group, of]) => html`<h3 class="grey" key=${group}>${group}</h3>${of.map((card) => html`
      <div key=${card.number} style=${colour(card)}
        class=${`row${(bench.deck.counts[card.number] ?? 0) === (bench.saved.counts[card.number] ?? 0) ? '' : ' changed'}`}>
        <span class="level">${sign(card)}</span>
        <div><b>${card.name}</b><p class="num">${card.number}${card.type ? ` · ${card.type}` : ''} ${card.bp.filter((/** @type {any} */ v) => v !== null).join(' / ')}</p>
          <p class="less" title=${card.text}>${card.text}</p><${Worth} worth=${bench.worth.get(card.number)} /></div>
        <${Copies} bench=${bench} number=${card.number} /></div>`)}`)}
    ${bench.worth.size ? html`<p class="grey">Bars: what one copy is worth, in points, against another card of the deck in its place (95 %, these games alone).</p>` : null}
    ${cards.length ? null : html`<p class="grey">No card is in it. Paste a list, open a deck on the page “Decks”, or add cards with +.</p>`}
  </section>`;
}

/** What there is to do before a win rate is shown. @param {any} bench @returns {string} */
function waits(bench) {
  if (!sizeOf(bench.deck.counts)) return 'Begin with a deck: press “Paste” for a list of your own, or open one on the page “Decks”.';
  if (!bench.isPlayable) return 'From 12 to 60 cards a deck is played: put cards in or take some out, on the left.';
  if (!bench.rivals.length) return 'Nobody is in the field. Put the decks that you expect into it, on the page “Field”.';
  return bench.rivals.every((/** @type {any} */ each) => bench.isMirror(each)) ? 'Your only rival is this deck itself: 50 %, exact. Add others on the page “Field”.' : 'Playing …';
}

/** @param {{bench: any, answer: any}} given */
function Headline({ bench, answer }) {
  const games = answer?.games ?? 0;
  const all = bench.games * bench.field.filter((/** @type {any} */ each) => each.weight > 0).length;
  return html`<section class="sheet" aria-label="Win rate"><div class="head"><h2>Against your field</h2>
    <span class="grey num">${games ? `${games < all ? 'narrowing … ' : ''}${games.toLocaleString('en')} games` : ''}</span></div>
    ${answer ? html`<div class="big"><strong class="num">${Math.round(100 * answer.shown.rate)} %</strong>
      <span class="num">${Math.round(100 * answer.shown.low)} to ${Math.round(100 * answer.shown.high)}</span></div>
      ${answer.change ? html`<${Change} change=${answer.change} whole=${true} /> <span class="grey">points since it was saved: ${answer.change.decided ? `decided, ${answer.change.shown.rate > 0 ? 'better' : 'worse'}` : 'not decided yet'}</span>` : null}
      ${bench.isChanged && !bench.isComparable ? html`<p class="grey">A change is shown when both lists hold as many cards: the saved one has ${sizeOf(bench.saved.counts)}.</p>` : null}
      ${bench.problems.length ? html`<p class="problem">Not legal yet: ${bench.problems[0]}</p>` : null}
      <p class="grey">Both intervals are for another good player, 95 %; these games alone say ${words(answer.alone)}. Played by the policy ${bench.policy}, rules ${bench.rules}.</p>`
    : html`<p>${waits(bench)}</p>`}</section>`;
}

/** @param {{bench: any}} given */
function Rivals({ bench }) {
  return html`<section class="sheet" aria-label="Rivals"><div class="head"><h2>Rivals</h2><span class="grey">${bench.isChanged ? 'change' : ''}</span></div>
    <ul>${bench.lines.map((/** @type {any} */ line, /** @type {number} */ k) => html`<li class="rival" key=${k}>
      <span>${line.name}${line.games ? html`<small class="grey">${Math.round(100 * line.shown.low)} to ${Math.round(100 * line.shown.high)}, ${line.games.toLocaleString('en')} games</small>` : null}</span>${line.shown ? html`<${Bar} estimate=${line.shown} />` : html`<span class="bar"></span>`}
      <b class="num" title=${words(line.shown)}>${line.shown ? `${Math.round(100 * line.shown.rate)} %` : '…'}</b>
      <span class="num">${line.shown?.n === 0 ? html`<span class="grey">exact</span>` : html`<${Change} change=${line.change} />`}</span></li>`)}</ul></section>`;
}

/** @param {{bench: any}} given */
function Redraw({ bench }) {
  const { rule } = bench;
  return html`<section class="sheet" aria-label="Keep or redraw"><div class="head"><h2>Keep or redraw</h2>
    <span class="grey num">${rule ? `${rule.gain.n.toLocaleString('en')} hands` : ''}</span></div>
    ${rule ? html`<p class="rule">${rule.words}. <span class="grey num">${rule.gain.low > 0 ? `Worth ${gained(rule.gain)} points over keeping every hand; ${percent({ ...wilson(Math.round(rule.share * rule.gain.n), rule.gain.n), n: rule.gain.n })} of hands are redrawn.` : `The best of ten simple rules gains ${gained(rule.gain)} points.`} By these games alone, each rival met as often as the others.</span></p>`
    : html`<p class="grey">Dealing hands: it is too early to say …</p>`}</section>`;
}

/** @param {{bench: any}} given */
export function Answers({ bench }) {
  return html`<${Headline} bench=${bench} answer=${bench.answer} /><${Rivals} bench=${bench} /><${Redraw} bench=${bench} /><${Odds} bench=${bench} />`;
}

/** @param {{bench: any}} given */
export function Swaps({ bench }) {
  const { swaps, share, control, of } = bench.tried;
  const named = (/** @type {string} */ number) => `${bench.cards.get(number)?.name ?? number} ${sign(bench.cards.get(number))}`;
  const shown = of === bench.deck.counts ? swaps : [];
  return html`<section class="sheet" aria-label="Worth trying"><div class="head"><h2>Worth trying</h2><span class="grey">tried again on fresh games</span></div>
    ${shown.map((/** @type {any} */ swap) => html`<div class="field" key=${swap.out + swap.into}>
      <span>${named(swap.out)} <span class="grey">${swap.out}</span> → <b>${named(swap.into)}</b> <span class="grey">${swap.into}</span></span><${Change} change=${swap.gain} />
      <button onClick=${() => bench.become(swap.counts)}>Try</button></div>`)}
    ${shown.length ? html`<p class="grey">The best ten of all single swaps in a race, each then played on ${shown[0].games.toLocaleString('en')} fresh games against the deck as it is. ± for another good player; none is chosen by these numbers alone.</p>` : null}
    ${control ? html`<p class="num">${Math.round(100 * share)} % of the race</p>` : null}
    <button onClick=${() => bench.seek()}>${control ? 'Stop' : shown.length ? 'Look again' : 'Look for better cards'}</button></section>`;
}

/** @param {{bench: any}} given */
export function CardsPanel({ bench }) {
  const [typed, type] = useState('');
  const [level, choose] = useState('yours');
  const own = new Set(Object.keys(bench.deck.counts).flatMap((number) => bench.cards.get(number)?.characters ?? []));
  const pool = typed ? bench.cards.search(typed, 400) : bench.cards.all;
  const fits = (/** @type {any} */ card) => {
    if (level === 'all' || (typed && level === 'yours')) return true;
    if (level === 'yours') return card.characters.some((/** @type {string} */ name) => own.has(name));
    return level === 'scenes' ? card.kinds.includes('Scene') : String(card.level) === level;
  };
  const cards = pool.filter(fits);
  return html`<section class="sheet" aria-label="Cards"><div class="head"><h2>Cards</h2><span class="grey num">${cards.length}</span></div>
    <input type="search" aria-label="Search cards" placeholder="Tiga 2, POWER, BP05 …" value=${typed} onInput=${(/** @type {any} */ event) => type(event.target.value)} />
    <div class="filters">${['yours', '1', '2', '3', '4', 'scenes', 'all'].map((each) => html`<button key=${each} aria-pressed=${level === each}
      onClick=${() => choose(each)}>${{ yours: 'your characters', scenes: 'scenes', all: 'all' }[each] ?? `level ${each}`}</button>`)}</div>
    <div class="cards">${cards.slice(0, MOST_CARDS).map((/** @type {any} */ card) => html`<${CardFace} key=${card.number} card=${card}
      button=${html`<${Copies} bench=${bench} number=${card.number} />`} />`)}</div>
    ${cards.length > MOST_CARDS ? html`<p class="grey">${cards.length - MOST_CARDS} more: type to narrow them.</p>` : null}
    ${cards.length ? null : html`<p class="grey">No card is called so.</p>`}</section>`;
}
