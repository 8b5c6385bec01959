/**
 * The guide to take along to a tournament: one sheet to print.
 *
 * @module guide_view
 */

import { html, useEffect } from './vendor/preact.js';
import { nameOf } from './cards.js';
import { _, dated, inParts, many, percentage } from './language.js';
import { gained, matchup, mirrored, pairedGain } from './numbers.js';
import { sign, words } from './view.js';

const MOST_SWAPS = 3;
/** More rivals than this are printed in smaller letters, so that all is on one sheet. */
const MANY = 12;
/** What Lead and Next must differ by to be chosen between. */
const LEAST = 0.01;
/** In a narrow column a line ends before an interval, not within it. @param {any} estimate */
const whole = (estimate) =>
  words(estimate)
    .replace(/ (?!\()/g, '\u00a0')
    .replace('（', '\u200b（')
    .replace('〜', '\u2060〜\u2060');
/** @param {number} count */
const played = (count) => html`<small>${_('{games} games', { games: many(count) }).replace(' ', '\u00a0')}</small>`;

/** The win rate with either side leading the first turn. @param {any} tally @param {number} lead */
function whenLed(tally, lead) {
  const points = tally.by_lead[lead][0].map((/** @type {number[]} */ half) => [half[1], 0, half[2]]);
  const games = points.flat().reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0);
  return { games, alone: games ? matchup(points, null).alone : null };
}

/** Whether to be Lead or Next, by pairs of games on one shuffle with either side leading: where one is known to win a point
 * more at least, so that its sign can be read off the rounded numbers too. @param {number[][] | null | undefined} pairs */
function chosen(pairs) {
  if (!pairs) return '…';
  const apart = pairedGain(pairs);
  if (apart.high < -LEAST) return _('Next {gain}', { gain: gained(mirrored(apart)) });
  return apart.low > LEAST ? _('Lead {gain}', { gain: gained(apart) }) : _('open: {gain}', { gain: gained(apart) });
}

/** Rivals that are met, those first that take most of the field's share of losses. @param {any} bench */
function ranked(bench) {
  const total = bench.field.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.weight, 0) || 1;
  const lost = (/** @type {any} */ line, /** @type {string} */ end) =>
    (line.weight / total) * (1 - (line.shown?.[end] ?? 1));
  return bench.lines
    .map((/** @type {any} */ line, /** @type {number} */ place) => ({
      ...line,
      share: line.weight / total,
      tally: bench.counted[place]?.tally,
      pairs: bench.pairsByLead?.[place],
      danger: lost(line, 'rate'),
      least: lost(line, 'high'),
      most: lost(line, 'low'),
    }))
    .filter((/** @type {any} */ line) => line.weight > 0)
    .sort((/** @type {any} */ x, /** @type {any} */ y) => y.danger - x.danger);
}

/** What to fear, as far as it is known. @param {any[]} rivals @returns {string} */
function feared([first, ...others]) {
  const close = others.filter(({ most }) => most > first.least).map(({ name }) => name);
  const given = { name: first.name, share: percentage(first.share), rate: words(first.shown) };
  const known = _('You meet it in {share} of your games and win {rate}.', given);
  if (!others.length) return _('{name} is the only rival. You win {rate}.', given);
  if (!close.length) return `${_('{name} costs you most games.', given)} ${known}`;
  const rest = close.length > 2 ? _('{count} others', { count: close.length }) : close.join(_(' or '));
  return `${_('{name} seems to cost you most games, but it may be {rest}: the intervals overlap.', { ...given, rest })} ${known}`;
}

/** @param {{bench: any}} given */
function Helps({ bench }) {
  const { swaps, share, control, of } = bench.tried;
  const named = (/** @type {string} */ number) =>
    `${nameOf(bench.cards.must(number))} ${sign(bench.cards.must(number))} (${number})`;
  const shown = of === bench.deck.counts ? swaps : [];
  const good = shown.filter((/** @type {any} */ { gain }) => gain.decided && gain.shown.rate > 0).slice(0, MOST_SWAPS);
  const line = (/** @type {any} */ swap) =>
    html`<li key=${swap.out + swap.into}>${inParts(_('−1 {out}, +1 {into}: {gain} points'), { out: named(swap.out), into: named(swap.into), gain: html`<b class="num">${gained(swap.gain.shown)}</b>` })}</li>`;
  if (!shown.length) {
    return html`<p class="noprint"><button onClick=${() => bench.seek()}>${control ? _('Stop, at {share}', { share: percentage(share) }) : _('Look for a swap that helps')}</button></p>
      <p class="grey">${control ? _('No swap was looked for to the end.') : _('No swap was looked for.')}</p>`;
  }
  return html`${good.length ? html`<ul>${good.map(line)}</ul>` : html`<p>${_('No single swap is known to help. The best of {count} that were tried again:', { count: shown.length })}</p><ul>${line(shown[0])}</ul>`}
    <p class="grey">${_('{games} fresh games each against the deck as it is, 95 %, for another good player, both played by {policy}.', { games: many(shown[0].games), policy: bench.policy })}</p>`;
}

/** One sheet for a tournament. @param {{bench: any}} given */
export function Guide({ bench }) {
  const { answer, rule } = bench;
  useEffect(() => bench.lead());
  const rivals = ranked(bench);
  const led = (/** @type {any} */ line, /** @type {number} */ lead) => {
    const { alone, games } = line.tally ? whenLed(line.tally, lead) : { alone: null, games: 0 };
    return html`<td class="num">${alone ? html`${whole(alone)}${played(games)}` : line.shown?.n === 0 ? '–' : '…'}</td>`;
  };
  const kept = rule ? { gain: gained(rule.gain), hands: many(rule.gain.n) } : {};
  const known = rivals.length && rivals.every((/** @type {any} */ line) => line.shown);
  return html`<main class="one"><section class="sheet stackof guide"><div class="head"><h1>${_('{name}: matchup guide', { name: bench.deck.name })}</h1><button class="noprint" onClick=${() => print()}>${_('Print')}</button></div>
    ${rivals.length ? null : html`<p class="grey">${_('Nobody is in the field. Put the decks that you expect into it, on the page “Field”.')}</p>`}
    ${answer ? html`<p>${inParts(bench.fieldName ? _('You win {rate} against “{field}”, in {games} games.') : _('You win {rate} against the field, in {games} games.'), { rate: html`<b class="num">${words(answer.shown)}</b>`, field: bench.fieldName, games: many(answer.games) })}</p>` : rivals.length ? html`<p class="grey">${bench.isPlayable ? _('Playing …') : _('The deck has too few or too many cards to play: 12 to 60 can be played.')}</p>` : null}
    <h2>${_('What to fear')}</h2><p>${known ? feared(rivals) : '…'}</p>
    <h2>${_('What to keep')}</h2><p>${rule ? html`<b>${_('{rule}.', { rule: rule.words })}</b> <span class="grey num">${rule.gain.low > 0 ? _('Worth {gain} points over keeping every hand, in {hands} hands; these games alone, all rivals alike.', kept) : _('The best of ten gains {gain} points over keeping every hand, in {hands} hands; these games alone, all rivals alike.', kept)}</span>` : '…'}</p>
    <h2>${_('Rivals, by what they cost')}</h2>
    <table class=${rivals.length > MANY ? 'many' : ''}><thead><tr><th scope="col">${_('rival')}</th><th scope="col" class="num share">${_('share')}</th><th scope="col" class="num">${_('you win')}</th><th scope="col" class="num">${_('as Lead')}</th><th scope="col" class="num">${_('as Next')}</th></tr></thead>
    <tbody>${rivals.map(
      (
        /** @type {any} */ line,
        /** @type {number} */ k,
      ) => html`<tr key=${k}><td><b>${line.name}</b><small>${line.tally ? chosen(line.pairs) : ''}</small></td><td class="num share">${percentage(line.share)}</td>
      <td class="num">${line.shown?.n === 0 ? html`${percentage(0.5)}<small>${_('exact: your own deck')}</small>` : html`${whole(line.shown)}${played(line.games)}`}</td>${led(line, 0)}${led(line, 1)}</tr>`,
    )}</tbody></table>
    <h2>${_('Which swap helps')}</h2><${Helps} bench=${bench} />
    <h2>${_('The list')}</h2><pre>${bench.text}</pre>
    <p class="grey">${_('The intervals of “you win” hold for another good player as well, the others for these games alone, 95 % each.')} ${_('Lead and Next are those of the first Round.')} ${_('Below a rival is the one to choose, if it is known to win a point more at least, and how many more, by pairs of games on the same shuffles; “open” goes with what leading adds.')} ${_('Rivals are sorted by share × losses.')} ${_('Played by {policy}, rules {rules}, {date}.', { policy: bench.policy, rules: bench.rules, date: dated(Date.now(), { dateStyle: 'medium' }) })}</p></section></main>`;
}
