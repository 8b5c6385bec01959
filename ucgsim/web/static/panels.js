/**
 * The three columns of the workbench: the deck, what it comes to, and the cards.
 *
 * @module panels
 */

import { html, useState } from './vendor/preact.js';
import { nameOf, peopleOf } from './cards.js';
import { _, many, percentage } from './language.js';
import { LevelSplit } from './counts_view.js';
import { gained, percent, wilson } from './numbers.js';
import { Odds } from './questions_view.js';
import { Bar, CardFace, Change, colour, ends, sign, words } from './view.js';
import { sizeOf } from './workbench.js';

const MOST_CARDS = 40;
/** The group of all scenes; no character is called so. */
const SCENES = 'Scenes';
/** Win rate that a full bar of a card's worth stands for. */
const MOST_WORTH = 0.02;

/** What a level is called, or scenes. @param {string} level */
const levelled = (level) => (level === 'scenes' ? _('scenes') : _('level {level}', { level }));

/** How many cards of each level, and scenes. @param {{bench: any}} given */
function Curve({ bench }) {
  /** @type {Map<string, number>} */
  const levels = new Map();
  Object.entries(bench.deck.counts).forEach(([number, count]) => {
    const card = bench.cards.get(number);
    if (!card) return;
    const level = card.kinds.includes('Scene') ? 'scenes' : String(card.level);
    levels.set(level, (levels.get(level) ?? 0) + Number(count));
  });
  const most = Math.max(...levels.values(), 1);
  return html`<div class="curve">${[...levels]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([level, count]) => html`
    <div key=${level}><span class="num">${count}</span><svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
    <rect x="0" width="10" y=${10 - (10 * count) / most} height=${(10 * count) / most} rx="1"
      fill=${level === 'scenes' ? 'var(--SCENE)' : 'var(--accent)'} opacity=".65" /></svg><span>${levelled(level)}</span></div>`,
    )}</div>`;
}

/** @param {{bench: any, number: string}} given */
function Copies({ bench, number }) {
  const card = nameOf(bench.cards.must(number));
  const count = bench.deck.counts[number] ?? 0;
  return html`<span class="copies"><button aria-label=${_('one {card} {number} less', { card, number })} disabled=${!count} onClick=${() => bench.change(number, -1)}>−</button>
    <span class="count" aria-label=${_('{count} copies', { count })}>${count}</span>
    <button aria-label=${_('one {card} {number} more', { card, number })} onClick=${() => bench.change(number, 1)}>+</button></span>`;
}

/** What one copy is worth. @param {{worth: any}} given */
function Worth({ worth }) {
  if (!worth) return null;
  const tone = worth.low > 0 ? 'good' : worth.high < 0 ? 'bad' : '';
  const wide = Math.min(Math.abs(worth.rate) / MOST_WORTH, 1) * 50;
  return html`<p class=${`worth num ${tone}`} title=${_('one copy, against another card of the deck in its place; {pairs} pairs of games, 95 %, these games alone', { pairs: many(worth.n) })}>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect x=${worth.rate < 0 ? 50 - wide : 50} y="1" width=${wide} height="4" fill="currentColor" /></svg>
    ${gained(worth)}</p>`;
}

/** @param {{bench: any}} given */
export function DeckPanel({ bench }) {
  const numbers = [...new Set([...Object.keys(bench.deck.counts), ...Object.keys(bench.saved.counts)])];
  const cards = numbers.map((number) => bench.cards.get(number)).filter(Boolean);
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  cards
    .sort((a, b) => (a.level ?? 99) - (b.level ?? 99) || (a.number < b.number ? -1 : 1))
    .forEach((card) => {
      const group = card.kinds.includes('Scene') ? SCENES : card.characters.join(', ');
      groups.set(group, [...(groups.get(group) ?? []), card]);
    });
  const order = [...groups].sort(([a], [b]) => Number(a === SCENES) - Number(b === SCENES) || (a < b ? -1 : 1));
  const { problems } = bench;
  const size = sizeOf(bench.deck.counts);
  return html`<section class="sheet" aria-label=${_('Deck')}><div class="head"><h2>${_('Deck')}</h2>
    <span class="grey num">${problems.length ? _('{size} cards', { size }) : _('{size} cards · legal', { size })}</span></div>
    <${Curve} bench=${bench} />
    ${problems.map((/** @type {string} */ each) => html`<p class="problem" key=${each}>${each}</p>`)}
    ${order.map(
      ([group, of]) =>
        html`<h3 class="grey" key=${group}>${group === SCENES ? _('Scenes') : peopleOf(of[0])}</h3>${of.map(
          (card) => html`
      <div key=${card.number} style=${colour(card)}
        class=${`row${(bench.deck.counts[card.number] ?? 0) === (bench.saved.counts[card.number] ?? 0) ? '' : ' changed'}`}>
        <span class="level">${sign(card)}</span>
        <div><b>${nameOf(card)}</b><p class="num">${card.number}${card.type ? ` · ${card.type}` : ''} ${card.bp.filter((/** @type {any} */ v) => v !== null).join(' / ')}</p>
          <p class="less" title=${card.text}>${card.text}</p><${Worth} worth=${bench.worth.get(card.number)} /></div>
        <${Copies} bench=${bench} number=${card.number} /></div>`,
        )}`,
    )}
    ${bench.worth.size ? html`<p class="grey">${_('Bars: what one copy is worth, in points, against another card of the deck in its place (95 %, these games alone).')}</p>` : null}
    ${cards.length ? null : html`<p class="grey">${_('No card is in it. Paste a list, open a deck on the page “Decks”, or add cards with +.')}</p>`}
  </section>`;
}

/** What there is to do before a win rate is shown. @param {any} bench @returns {string} */
function waits(bench) {
  if (!sizeOf(bench.deck.counts))
    return _('Begin with a deck: press “Paste” for a list of your own, or open one on the page “Decks”.');
  if (!bench.isPlayable) return _('From 12 to 60 cards a deck is played: put cards in or take some out, on the left.');
  if (!bench.rivals.length)
    return _('Nobody is in the field. Put the decks that you expect into it, on the page “Field”.');
  return bench.rivals.every((/** @type {any} */ each) => bench.isMirror(each))
    ? _('Your only rival is this deck itself: 50 %, exact. Add others on the page “Field”.')
    : _('Playing …');
}

/** @param {{bench: any, answer: any}} given */
function Headline({ bench, answer }) {
  const games = answer?.games ?? 0;
  const all = bench.games * bench.field.filter((/** @type {any} */ each) => each.weight > 0).length;
  return html`<section class="sheet" aria-label=${_('Win rate')}><div class="head"><h2>${_('Against your field')}</h2>
    <span class="grey num">${!games ? '' : games < all ? _('narrowing … {games} games', { games: many(games) }) : _('{games} games', { games: many(games) })}</span></div>
    ${
      answer
        ? html`<div class="big"><strong class="num">${percentage(answer.shown.rate)}</strong>
      <span class="num">${ends(answer.shown)}</span></div>
      ${answer.change ? html`<${Change} change=${answer.change} whole=${true} /> <span class="grey">${!answer.change.decided ? _('points since it was saved: not decided yet') : answer.change.shown.rate > 0 ? _('points since it was saved: decided, better') : _('points since it was saved: decided, worse')}</span>` : null}
      ${bench.isChanged && !bench.isComparable ? html`<p class="grey">${_('A change is shown when both lists hold as many cards: the saved one has {size}.', { size: sizeOf(bench.saved.counts) })}</p>` : null}
      ${bench.problems.length ? html`<p class="problem">${_('Not legal yet: {problem}', { problem: bench.problems[0] })}</p>` : null}
      <p class="grey">${_('Both intervals are for another good player, 95 %; these games alone say {rate}. Played by the policy {policy}, rules {rules}.', { rate: words(answer.alone), policy: bench.policy, rules: bench.rules })}</p>`
        : html`<p>${waits(bench)}</p>`
    }</section>`;
}

/** @param {{bench: any}} given */
function Rivals({ bench }) {
  return html`<section class="sheet" aria-label=${_('Rivals')}><div class="head"><h2>${_('Rivals')}</h2><span class="grey">${bench.isChanged ? _('change') : ''}</span></div>
    <ul>${bench.lines.map(
      (/** @type {any} */ line, /** @type {number} */ k) => html`<li class="rival" key=${k}>
      <span>${line.name}${line.games ? html`<small class="grey">${_('{low} to {high}, {games} games', { low: Math.round(100 * line.shown.low), high: Math.round(100 * line.shown.high), games: many(line.games) })}</small>` : null}</span>${line.shown ? html`<${Bar} estimate=${line.shown} />` : html`<span class="bar"></span>`}
      <b class="num" title=${words(line.shown)}>${line.shown ? percentage(line.shown.rate) : '…'}</b>
      <span class="num">${line.shown?.n === 0 ? html`<span class="grey">${_('exact')}</span>` : html`<${Change} change=${line.change} />`}</span></li>`,
    )}</ul></section>`;
}

/** @param {{bench: any}} given */
function Redraw({ bench }) {
  const { rule } = bench;
  return html`<section class="sheet" aria-label=${_('Keep or redraw')}><div class="head"><h2>${_('Keep or redraw')}</h2>
    <span class="grey num">${rule ? _('{hands} hands', { hands: many(rule.gain.n) }) : ''}</span></div>
    ${
      rule
        ? html`<p class="rule">${_('{rule}.', { rule: rule.words })} <span class="grey num">${rule.gain.low > 0 ? _('Worth {gain} points over keeping every hand; {share} of hands are redrawn.', { gain: gained(rule.gain), share: percent({ ...wilson(Math.round(rule.share * rule.gain.n), rule.gain.n), n: rule.gain.n }) }) : _('The best of ten simple rules gains {gain} points.', { gain: gained(rule.gain) })} ${_('By these games alone, each rival met as often as the others.')}</span></p>`
        : html`<p class="grey">${_('Dealing hands: it is too early to say …')}</p>`
    }</section>`;
}

/** @param {{bench: any}} given */
export function Answers({ bench }) {
  return html`<${Headline} bench=${bench} answer=${bench.answer} /><${Rivals} bench=${bench} /><${LevelSplit} bench=${bench} /><${Redraw} bench=${bench} /><${Odds} bench=${bench} />`;
}

/** @param {{bench: any}} given */
export function Swaps({ bench }) {
  const { swaps, share, control, of } = bench.tried;
  const named = (/** @type {string} */ number) =>
    `${nameOf(bench.cards.must(number))} ${sign(bench.cards.must(number))}`;
  const shown = of === bench.deck.counts ? swaps : [];
  return html`<section class="sheet" aria-label=${_('Worth trying')}><div class="head"><h2>${_('Worth trying')}</h2><span class="grey">${_('tried again on fresh games')}</span></div>
    ${shown.map(
      (/** @type {any} */ swap) => html`<div class="field" key=${swap.out + swap.into}>
      <span>${named(swap.out)} <span class="grey">${swap.out}</span> → <b>${named(swap.into)}</b> <span class="grey">${swap.into}</span></span><${Change} change=${swap.gain} />
      <button onClick=${() => bench.become(swap.counts)}>${_('Try')}</button></div>`,
    )}
    ${shown.length ? html`<p class="grey">${_('The best ten of all single swaps in a race, each then played on {games} fresh games against the deck as it is. ± for another good player; none is chosen by these numbers alone.', { games: many(shown[0].games) })}</p>` : null}
    ${control ? html`<p class="num">${_('{share} of the race', { share: percentage(share) })}</p>` : null}
    <button onClick=${() => bench.seek()}>${control ? _('Stop') : shown.length ? _('Look again') : _('Look for better cards')}</button></section>`;
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
  return html`<section class="sheet" aria-label=${_('Cards')}><div class="head"><h2>${_('Cards')}</h2><span class="grey num">${cards.length}</span></div>
    <input type="search" aria-label=${_('Search cards')} placeholder=${_('Tiga 2, POWER, BP05 …')} value=${typed} onInput=${(/** @type {any} */ event) => type(event.target.value)} />
    <div class="filters">${['yours', '1', '2', '3', '4', 'scenes', 'all'].map(
      (each) => html`<button key=${each} aria-pressed=${level === each}
      onClick=${() => choose(each)}>${{ yours: _('your characters'), all: _('all') }[each] ?? levelled(each)}</button>`,
    )}</div>
    <div class="cards">${cards.slice(0, MOST_CARDS).map(
      (/** @type {any} */ card) => html`<${CardFace} key=${card.number} card=${card}
      button=${html`<${Copies} bench=${bench} number=${card.number} />`} />`,
    )}</div>
    ${cards.length > MOST_CARDS ? html`<p class="grey">${_('{count} more: type to narrow them.', { count: cards.length - MOST_CARDS })}</p>` : null}
    ${cards.length ? null : html`<p class="grey">${_('No card is called so.')}</p>`}</section>`;
}
