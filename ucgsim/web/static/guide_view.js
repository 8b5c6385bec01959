/** The guide to take along to a tournament: one sheet to print. */

import { html, useEffect } from './vendor/preact.js';
import { nameOf, sign } from './cards.js';
import { _, dated, inParts, many, percentage } from './language.js';
import { gained, matchup, mirrored, pairedGain } from './numbers.js';
import { Heads, gamesOf, note, words } from './view.js';

const MOST_SWAPS = 3;
/** More rivals than this are printed in smaller letters, so that all is on one sheet. */
const MANY = 12;
/** What Lead and Next must differ by to be chosen between. */
const LEAST = 0.01;

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./played.js').Line & {share: number, pairs: number[][] | null | undefined, danger: number, least:
 *   number, most: number}} Rival `danger`: its share of what is lost, from `least` to `most`.
 */

/** In a narrow column a line ends before an interval, not within it.
 * @param {import('./view.js').Estimate | null} estimate */
const whole = (estimate) =>
  words(estimate)
    .replace(/ (?!\()/g, '\u00a0')
    .replace('（', '\u200b（')
    .replace('〜', '\u2060〜\u2060');
/** @param {number} count */
const played = (count) => html`<small>${gamesOf(count).replace(' ', '\u00a0')}</small>`;

/** The win rate with either side leading the first turn. @param {import('./played.js').Line} line
 * @param {number} lead */
function whenLed({ tally, shown }, lead) {
  const points = tally?.by_lead[lead][0].map((half) => [half[1], 0, half[2]]) ?? [];
  const games = points.flat().reduce((sum, each) => sum + each, 0);
  if (games) return html`${whole(matchup(points, null).alone)}${played(games)}`;
  return shown?.n === 0 ? '–' : '…';
}

/** Whether to be Lead or Next, by pairs of games on one shuffle with either side leading: where one is known to win a
 * point more at least, so that its sign can be read off the rounded numbers too.
 * @param {number[][] | null | undefined} pairs */
function chosen(pairs) {
  if (!pairs) return '…';
  const apart = pairedGain(pairs);
  if (apart.high < -LEAST) return _('Next {gain}', { gain: gained(mirrored(apart)) });
  return apart.low > LEAST ? _('Lead {gain}', { gain: gained(apart) }) : _('open: {gain}', { gain: gained(apart) });
}

/** Rivals that are met, those first that take most of the field's share of losses. @param {Bench} bench
 * @returns {Rival[]} */
function ranked({ field, played: { lines, pairsByLead } }) {
  const total = field.rivals.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return lines
    .map((line, place) => {
      const share = line.weight / total;
      const [danger, least, most] = /** @type {const} */ (['rate', 'high', 'low']).map(
        (end) => share * (1 - (line.shown?.[end] ?? 1)),
      );
      return { ...line, share, pairs: pairsByLead?.[place], danger, least, most };
    })
    .filter(({ weight }) => weight > 0)
    .sort((x, y) => y.danger - x.danger);
}

/** What to fear, as far as it is known. @param {Rival[]} rivals @returns {string} */
function feared([first, ...others]) {
  const close = others.filter(({ most }) => most > first.least).map(({ name }) => name);
  const rest = close.length > 2 ? _('{count} others', { count: close.length }) : close.join(_(' or '));
  const given = { name: first.name, share: percentage(first.share), rate: words(first.shown), rest };
  if (!others.length) return _('{name} is the only rival. You win {rate}.', given);
  const most = close.length
    ? _('{name} seems to cost you most games, but it may be {rest}: the intervals overlap.', given)
    : _('{name} costs you most games.', given);
  return `${most} ${_('You meet it in {share} of your games and win {rate}.', given)}`;
}

/** @param {{bench: Bench}} given */
function Helps({ bench }) {
  const { swaps, tried } = bench.played;
  const named = (/** @type {string} */ number) => {
    const card = bench.cards.must(number);
    return `${nameOf(card)} ${sign(card)} (${number})`;
  };
  const cards = (/** @type {string[]} */ numbers) => numbers.map(named).join(', ');
  const line = (/** @type {import('./swaps.js').Tried} */ { out, into, gain }) => {
    const points = html`<b class="num">${gained(gain.shown)}</b>`;
    return html`<li key=${[...out, ...into].join()}>
      ${inParts(_('−1 {out}, +1 {into}: {gain} points'), { out: cards(out), into: cards(into), gain: points })}
    </li>`;
  };
  if (!swaps.length) {
    const stop = _('Stop, at {share}', { share: percentage(tried.share) });
    return html`
      <p class="noprint">
        <button onClick=${() => bench.played.seek()}>${tried.control ? stop : _('Look for a swap that helps')}</button>
      </p>
      <p class="grey">${tried.control ? _('No swap was looked for to the end.') : _('No swap was looked for.')}</p>
    `;
  }
  const good = swaps.filter(({ gain }) => gain.decided && gain.shown.rate > 0).slice(0, MOST_SWAPS);
  const none = _('No single swap is known to help. The best of {count} that were tried again:', {
    count: swaps.length,
  });
  const given = { games: many(swaps[0].games), policy: bench.policy };
  return html`
    ${!good.length && html`<p>${none}</p>`}
    <ul>${(good.length ? good : swaps.slice(0, 1)).map(line)}</ul>
    <p class="grey">
      ${_(
        '{games} fresh games each against the deck as it is, 95 %, for another good player, both played by {policy}.',
        given,
      )}
    </p>
  `;
}

/** What the deck wins, or why nothing is known. @param {{bench: Bench}} given */
function Headline({
  bench: {
    edited,
    field,
    played: { answer },
  },
}) {
  if (answer) {
    const said = field.name
      ? _('You win {rate} against “{field}”, in {games} games.')
      : _('You win {rate} against the field, in {games} games.');
    const rate = html`<b class="num">${words(answer.shown)}</b>`;
    return html`<p>${inParts(said, { rate, field: field.name, games: many(answer.games) })}</p>`;
  }
  const waits = edited.isPlayable
    ? _('Playing …')
    : _('The deck has too few or too many cards to play: 12 to 60 can be played.');
  const nobody = _('Nobody is in the field. Put the decks that you expect into it, on the page “Field”.');
  return note(field.met.length ? waits : nobody);
}

/** @param {{bench: Bench}} given */
function Kept({ bench }) {
  const { rule } = bench.played;
  if (!rule) return html`<p>…</p>`;
  const given = { gain: gained(rule.gain), hands: many(rule.gain.n) };
  const worth =
    rule.gain.low > 0
      ? _('Worth {gain} points over keeping every hand, in {hands} hands; these games alone, all rivals alike.', given)
      : _(
          'The best of ten gains {gain} points over keeping every hand, in {hands} hands; ' +
            'these games alone, all rivals alike.',
          given,
        );
  return html`<p><b>${_('{rule}.', { rule: rule.words })}</b> <span class="grey num">${worth}</span></p>`;
}

/** @param {{rivals: Rival[]}} given */
function Rivals({ rivals }) {
  const columns = [
    [_('rival')],
    [_('share'), 'num share'],
    [_('you win'), 'num'],
    [_('as Lead'), 'num'],
    [_('as Next'), 'num'],
  ];
  return html`<table class=${rivals.length > MANY ? 'many' : ''}>
    <${Heads} columns=${columns} />
    <tbody>
      ${rivals.map(
        (line, k) => html`<tr key=${k}>
          <td><b>${line.name}</b><small>${line.tally ? chosen(line.pairs) : ''}</small></td>
          <td class="num share">${percentage(line.share)}</td>
          <td class="num">
            ${
              line.shown?.n === 0
                ? html`${percentage(0.5)}<small>${_('exact: your own deck')}</small>`
                : html`${whole(line.shown)}${played(line.games)}`
            }
          </td>
          <td class="num">${whenLed(line, 0)}</td><td class="num">${whenLed(line, 1)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** One sheet for a tournament. @param {{bench: Bench}} given */
export function Guide({ bench }) {
  useEffect(() => bench.played.lead());
  const rivals = ranked(bench);
  const known = rivals.length && rivals.every(({ shown }) => shown);
  const { policy, rules, edited } = bench;
  const date = dated(Date.now(), { dateStyle: 'medium' });
  const basis = [
    _('The intervals of “you win” hold for another good player as well, the others for these games alone, 95 % each.'),
    _('Lead and Next are those of the first Round.'),
    _(
      'Below a rival is the one to choose, if it is known to win a point more at least, and how many more, ' +
        'by pairs of games on the same shuffles; “open” goes with what leading adds.',
    ),
    _('Rivals are sorted by share × losses.'),
    _('Played by {policy}, rules {rules}, {date}.', { policy, rules, date }),
  ];
  return html`<main class="one"><section class="sheet stackof guide">
    <div class="head">
      <h1>${_('{name}: matchup guide', edited.deck)}</h1>
      <button class="noprint" onClick=${() => print()}>${_('Print')}</button>
    </div>
    <${Headline} bench=${bench} />
    <h2>${_('What to fear')}</h2><p>${known ? feared(rivals) : '…'}</p>
    <h2>${_('What to keep')}</h2><${Kept} bench=${bench} />
    <h2>${_('Rivals, by what they cost')}</h2><${Rivals} rivals=${rivals} />
    <h2>${_('Which swap helps')}</h2><${Helps} bench=${bench} />
    <h2>${_('The list')}</h2><pre>${edited.text}</pre>
    <p class="grey">${basis.join(' ')}</p>
  </section></main>`;
}
