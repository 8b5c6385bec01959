/**
 * The guide to take along to a tournament: one sheet to print.
 *
 * @module guide_view
 */

import { html } from './vendor/preact.js';
import { gained, matchup } from './numbers.js';
import { sign, words } from './view.js';

const MOST_SWAPS = 3;
/** More rivals than this are printed in smaller letters, so that all is on one sheet. */
const MANY = 12;
/** What Lead and Next must differ by to be chosen between. */
const LEAST = 0.01;
const many = (/** @type {number} */ count) => count.toLocaleString('en');
/** In a narrow column a line ends before an interval, not within it. @param {any} estimate */
const whole = (estimate) => words(estimate).replace(/ (?!\()/g, '\u00a0');
/** @param {number} count */
const played = (count) => html`<small>${many(count)}\u00a0games</small>`;

/** The win rate with either side leading the first turn. @param {any} tally @param {number} lead */
function whenLed(tally, lead) {
  const points = tally.by_lead[lead][0].map((/** @type {number[]} */ half) => [half[1], 0, half[2]]);
  const games = points.flat().reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0);
  return { games, alone: games ? matchup(points, null).alone : null };
}

/** Whether to be Lead or Next, by the difference of both rates (Newcombe 1998, method 10): where one is known to win a point
 * more at least, so that its sign can be read off the rounded numbers too. @param {any} tally */
function chosen(tally) {
  const [lead, next] = [0, 1].map((each) => whenLed(tally, each));
  if (!lead.alone || !next.alone) return '';
  const [a, b] = [lead.alone, next.alone];
  const rate = a.rate - b.rate;
  const apart = { rate, low: rate - Math.hypot(a.rate - a.low, b.high - b.rate), high: rate + Math.hypot(a.high - a.rate, b.rate - b.low), n: lead.games + next.games };
  if (apart.high < -LEAST) return `Next ${gained({ ...apart, rate: -rate, low: -apart.high, high: -apart.low })}`;
  return `${apart.low > LEAST ? 'Lead' : 'open:'} ${gained(apart)}`;
}

/** Rivals that are met, those first that take most of the field's share of losses. @param {any} bench */
function ranked(bench) {
  const total = bench.field.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.weight, 0) || 1;
  const lost = (/** @type {any} */ line, /** @type {string} */ end) => (line.weight / total) * (1 - (line.shown?.[end] ?? 1));
  return bench.lines.map((/** @type {any} */ line, /** @type {number} */ place) => ({ ...line, share: line.weight / total, tally: bench.counted[place]?.tally,
    danger: lost(line, 'rate'), least: lost(line, 'high'), most: lost(line, 'low') }))
    .filter((/** @type {any} */ line) => line.weight > 0).sort((/** @type {any} */ x, /** @type {any} */ y) => y.danger - x.danger);
}

/** What to fear, as far as it is known. @param {any[]} rivals @returns {string} */
function feared([first, ...others]) {
  const close = others.filter(({ most }) => most > first.least).map(({ name }) => name);
  const known = `You meet it in ${Math.round(100 * first.share)} % of your games and win ${words(first.shown)}`;
  if (!others.length) return `${first.name} is the only rival. You win ${words(first.shown)}.`;
  if (!close.length) return `${first.name} costs you most games. ${known}.`;
  const rest = close.length > 2 ? `${close.length} others` : close.join(' or ');
  return `${first.name} seems to cost you most games, but it may be ${rest}: the intervals overlap. ${known}.`;
}

/** @param {{bench: any}} given */
function Helps({ bench }) {
  const { swaps, share, control, of } = bench.tried;
  const named = (/** @type {string} */ number) => `${bench.cards.get(number)?.name ?? number} ${sign(bench.cards.get(number))} (${number})`;
  const shown = of === bench.deck.counts ? swaps : [];
  const good = shown.filter((/** @type {any} */ { gain }) => gain.decided && gain.shown.rate > 0).slice(0, MOST_SWAPS);
  const line = (/** @type {any} */ swap) => html`<li key=${swap.out + swap.into}>−1 ${named(swap.out)}, +1 ${named(swap.into)}: <b class="num">${gained(swap.gain.shown)}</b> points</li>`;
  if (!shown.length) {
    return html`<p class="noprint"><button onClick=${() => bench.seek()}>${control ? `Stop, at ${Math.round(100 * share)} %` : 'Look for a swap that helps'}</button></p>
      <p class="grey">No swap was looked for${control ? ' to the end' : ''}.</p>`;
  }
  return html`${good.length ? html`<ul>${good.map(line)}</ul>` : html`<p>No single swap is known to help. The best of ${shown.length} that were tried again:</p><ul>${line(shown[0])}</ul>`}
    <p class="grey">${many(shown[0].games)} fresh games each against the deck as it is, 95 %, for another good player, both played by ${bench.policy}.</p>`;
}

/** One sheet for a tournament. @param {{bench: any}} given */
export function Guide({ bench }) {
  const { answer, rule } = bench;
  const rivals = ranked(bench);
  const led = (/** @type {any} */ line, /** @type {number} */ lead) => {
    const { alone, games } = line.tally ? whenLed(line.tally, lead) : { alone: null, games: 0 };
    return html`<td class="num">${alone ? html`${whole(alone)}${played(games)}` : line.shown?.n === 0 ? '–' : '…'}</td>`;
  };
  const known = rivals.length && rivals.every((/** @type {any} */ line) => line.shown);
  return html`<main class="one"><section class="sheet stackof guide"><div class="head"><h1>${bench.deck.name}: matchup guide</h1><button class="noprint" onClick=${() => print()}>Print</button></div>
    ${rivals.length ? null : html`<p class="grey">Nobody is in the field. Put the decks that you expect into it, on the page “Field”.</p>`}
    ${answer ? html`<p>You win <b class="num">${words(answer.shown)}</b> against ${bench.fieldName ? `“${bench.fieldName}”` : 'the field'}, in ${many(answer.games)} games.</p>` : rivals.length ? html`<p class="grey">${bench.isPlayable ? 'Playing …' : 'The deck has too few or too many cards to play: 12 to 60 can be played.'}</p>` : null}
    <h2>What to fear</h2><p>${known ? feared(rivals) : '…'}</p>
    <h2>What to keep</h2><p>${rule ? html`<b>${rule.words}.</b> <span class="grey num">${rule.gain.low > 0 ? 'Worth' : 'The best of ten gains'} ${gained(rule.gain)} points over keeping every hand, in ${many(rule.gain.n)} hands; these games alone, all rivals alike.</span>` : '…'}</p>
    <h2>Rivals, by what they cost</h2>
    <table class=${rivals.length > MANY ? 'many' : ''}><thead><tr><th scope="col">rival</th><th scope="col" class="num share">share</th><th scope="col" class="num">you win</th><th scope="col" class="num">as Lead</th><th scope="col" class="num">as Next</th></tr></thead>
    <tbody>${rivals.map((/** @type {any} */ line, /** @type {number} */ k) => html`<tr key=${k}><td><b>${line.name}</b><small>${line.tally ? chosen(line.tally) : ''}</small></td><td class="num share">${Math.round(100 * line.share)} %</td>
      <td class="num">${line.shown?.n === 0 ? html`50 %<small>exact: your own deck</small>` : html`${whole(line.shown)}${played(line.games)}`}</td>${led(line, 0)}${led(line, 1)}</tr>`)}</tbody></table>
    <h2>Which swap helps</h2><${Helps} bench=${bench} />
    <h2>The list</h2><pre>${bench.text}</pre>
    <p class="grey">The intervals of “you win” hold for another good player as well, the others for these games alone, 95 % each. Lead and Next are those of the first Round. Below a rival is the one to choose, if it is known to win a point more at least, and how many more; “open” goes with those of Lead. Rivals are sorted by share × losses. Played by ${bench.policy}, rules ${bench.rules}, ${new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' })}.</p></section></main>`;
}
