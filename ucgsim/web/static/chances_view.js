/** Chances to win by worlds: of the best option, of each that may be chosen, and why one is better; and
 * what happened. */

import { html } from './vendor/preact.js';
import { _ } from './language.js';
import { apart } from './match.js';
import { gained, percent, wilson } from './numbers.js';
import { allNamed } from './options.js';
import { Heads, note } from './view.js';

/** Keys of options, the first for the first; `u`, `h`, `w`, `n` and `c` do other things. */
export const KEYS = '1234567890abdefgijklmopqrstvxyz';
const SHOWN_LINES = 6;
const BEST = 3;

/**
 * @typedef {import('./cards.js').Cards} Cards
 * @typedef {import('./match.js').Option} Option
 * @typedef {import('./pool.js').Looked} Looked
 * @typedef {import('./view.js').Estimate} Estimate
 * @typedef {import('./board_view.js').Picked} Picked
 */

/** A chance by worlds as it is shown: where all end alike, what that leaves possible (Wilson).
 * @template {Estimate} E @param {E} chance @returns {E} */
const ofWorlds = (chance) =>
  chance.low === chance.high && [0, 1].includes(chance.rate)
    ? { ...chance, ...wilson(chance.n * chance.rate, chance.n) }
    : chance;

/** A chance to win by playouts, which may lie at either end. @param {Estimate} given @param {number} [digits]
 * @returns {string} */
export function chanceText(given, digits) {
  const chance = ofWorlds(given);
  return percent({ ...chance, low: Math.max(chance.low, 0), high: Math.min(chance.high, 1) }, digits);
}

/** What the best of the options is worth. @param {Looked} rating */
export const bestOf = ({ options, rates }) =>
  options.map(({ index }) => rates[index]).reduce((x, y) => (y.rate > x.rate ? y : x));

/** The chance to win, with its interval. @param {{chance: Estimate | null, words: string, policy: string}} given */
export function Chance({ chance: given, words, policy }) {
  const chance = given && ofWorlds(given);
  const [low, high] = chance ? [Math.max(chance.low, 0), Math.min(chance.high, 1)].map((each) => 100 * each) : [0, 100];
  const basis = chance
    ? _('{words}, 95 % interval, {worlds} worlds, played on by {policy}', { words, worlds: chance.n, policy })
    : _('{words}: being played', { words });
  return html`<div class="chance">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="all" width="100" height="10" rx="2" />
      ${
        chance &&
        html`<rect class="sure" width=${low} height="10" rx="2" />
        <rect class="maybe" x=${low} width=${Math.max(high - low, 0.6)} height="10" />
        <rect class="at" x=${100 * chance.rate - 0.3} width=".6" height="10" />`
      }
      <rect class="half" x="49.9" width=".2" height="10" />
    </svg>
    <p><b class="num">${given ? chanceText(given) : '…'}</b> <span class="grey">${basis}</span></p>
  </div>`;
}

/** Which rate is the best, and whether it is known to be: no other option may be as good. Where all come to the same,
 * none is the best. @param {Option[]} options @param {Looked} rating */
function leading(options, { rates }) {
  const all = options.map(({ index }) => rates[index]);
  const best = Math.max(...all.map(({ rate }) => rate));
  if (best === Math.min(...all.map(({ rate }) => rate))) return { best: NaN, sure: false };
  const first = /** @type {import('./match.js').Rate} */ (rates.find(({ rate }) => rate === best));
  return { best, sure: all.every((each) => each.rate === best || apart(first, each).low > 0) };
}

/** What may be chosen, with chances where they are known. @param {{options: Option[], cards: Cards, you: number,
 *   rating?: Looked | null, picked?: Picked, onTake?: (index: number) => void, taken?: number}} given */
export function Choices({ options, cards, you, rating = null, picked = null, onTake, taken = -1 }) {
  const all = allNamed(options, cards, you);
  const { best, sure } = rating ? leading(options, rating) : { best: NaN, sure: false };
  const isApart = (/** @type {Option} */ each) =>
    picked && !(picked.card ? each.card === picked.card : each.side === picked.side && each.area === picked.area);
  const choice = (/** @type {Option} */ option, /** @type {number} */ k) => {
    const { index, card, copies, zone } = option;
    const rate = rating?.rates[index];
    const isBest = rate?.rate === best;
    const mark = copies.includes(taken);
    const kind = `${isBest ? 'best' : ''}${isApart(option) ? ' apart' : ''}${mark ? ' taken' : ''}`;
    const label = _('Text of {card}', { card: cards.title(card) });
    const ahead = sure ? _(' · best') : _(' · ahead, not decided');
    return html`<div class=${`choice${card ? '' : ' short'}`} key=${index}>
      <button class=${kind} data-card=${card} disabled=${!onTake} onClick=${() => onTake?.(index)}>
        ${onTake && k < KEYS.length && html`<kbd aria-hidden="true">${KEYS[k]}</kbd>`}
        <span>
          ${all[k]}${copies.length > 1 && zone && html` <span class="grey">×${copies.length}</span>`}
          ${mark && html` <span class="grey">${_('· taken')}</span>`}
          ${rate && html`<small class="num">${chanceText(rate)}${isBest && ahead}</small>`}
        </span>
      </button>
      ${card && html`<button class="info quiet" data-card=${card} aria-label=${label}>i</button>`}
    </div>`;
  };
  return html`<div class="choices">${options.map(choice)}</div>`;
}

/** A difference of chances in points. @param {Estimate} estimate @returns {string} */
export const pointsOf = (estimate) =>
  _('{points} points', {
    points: !estimate.rate && estimate.low === estimate.high ? 0 : gained(estimate).replace(/^\+/, ''),
  });

/** What lies between the first two. @param {Estimate | null} second */
function verdict(second) {
  if (!second) return _('There is no other option.');
  if (!second.rate && second.low === second.high) return _('The first two came to the same in every world.');
  const points = pointsOf(second);
  return second.low > 0
    ? _('The first is better than the second by {points}.', { points })
    : _('Which of the first two is better is not known: {points} lie between them, in the same worlds.', { points });
}

/** Why the best option is the best, as far as that is known.
 * @param {{rating: Looked, cards: Cards, you: number, policy: {by: string, on: string}}} given */
export function Why({ rating: { options, rates, usual }, cards, you, policy }) {
  const sorted = [...options].sort((x, y) => rates[y.index].rate - rates[x.index].rate);
  const behind = (/** @type {Option} */ { index }) => apart(rates[sorted[0].index], rates[index]);
  const words = allNamed(sorted, cards, you);
  const basis = [
    _(
      'Each option is played to the end of the turn in {worlds} worlds in which the cards that can’t be seen lie ' +
        'otherwise, and what either side has then is valued.',
      { worlds: rates[0].n },
    ),
    _(
      'All options meet the same worlds, and {policy} plays both sides on: among other things it goes by the Round, ' +
        'the lead, the size of both hands, and the areas that are won, lost or open. 95 % intervals.',
      { policy: policy.on },
    ),
  ];
  const own = sorted.findIndex(({ copies }) => copies.includes(usual));
  const columns = [[_('the best')], [_('chance to win'), 'num'], [_('behind'), 'num']];
  return html`<section class="why" aria-label=${_('Why')}>
    <table>
      <${Heads} columns=${columns} />
      <tbody>
        ${sorted.slice(0, BEST).map(
          (option, k) => html`<tr key=${option.index}>
      <td>${words[k]}</td>
      <td class="num">${chanceText(rates[option.index])}</td>
      <td class="num">${k > 0 && pointsOf(behind(option))}</td>
    </tr>`,
        )}
      </tbody>
    </table>
    <p>
      ${verdict(sorted[1] ? behind(sorted[1]) : null)}
      ${own >= 0 && _(' By itself {policy} would take: {option}.', { policy: policy.by, option: words[own] })}
    </p>
    <p class="grey">${basis.join(' ')}</p>
  </section>`;
}

/** What happened since, heard by who reads by ear, and all before it.
 * @param {{lines: string[], all: string[]}} given */
export function Happened({ lines, all }) {
  const shown = lines.slice(-SHOWN_LINES);
  const count = lines.length - shown.length;
  return html`<section class="happened" aria-label=${_('What happened')}>
    <div role="status" aria-live="polite">
      ${count > 0 && note(_('{count} more before', { count }))}
      ${shown.map((line, k) => html`<p key=${k}>${_('{line}.', { line })}</p>`)}
    </div>
    ${
      all.length > lines.length &&
      html`<details>
        <summary class="grey">${_('All that happened')}</summary>
        <ol>${all.map((line, k) => html`<li key=${k}>${line}</li>`)}</ol>
      </details>`
    }
  </section>`;
}
