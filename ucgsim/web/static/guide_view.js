/** The guide to take along to a tournament: one sheet to print. */

import { html, useEffect } from './vendor/preact.js';
import { byCharacter, deckName, isScene, nameOf } from './cards.js';
import { _, dated, inParts, listed, many, percentage } from './language.js';
import { difference, gained, leading, matchup, mirrored } from './numbers.js';
import { dealing } from './panels.js';
import { asRule } from './redraw.js';
import { Heads, gamesOf, note, words } from './view.js';

/** Characters that a rival is known by, and as many scenes. */
const MOST_NAMED = 3;
/** So many rivals are described at length, and so many in brief, so that all is on one sheet. */
const [AT_LENGTH, IN_BRIEF] = [8, 14];
/** What Lead and Next must differ by to be chosen between. */
const LEAST = 0.01;

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./view.js').Estimate} Estimate
 * @typedef {import('./view.js').Answer} Answer
 * @typedef {import('./deck.js').Counts} Counts
 * @typedef {import('./swaps.js').Tried} Tried
 * @typedef {import('./played.js').Line & {place: number, share: number, cost: number, pairs: number[][] | null, rule:
 *   import('./redraw.js').Rule | null}} Rival `cost`: its share of what is lost.
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

/** How often the games are won that one side led. @param {import('./played.js').Line} line @param {number} lead */
export function ledBy({ tally }, lead) {
  const points = tally?.by_lead[lead][0].map((half) => [half[1], 0, half[2]]) ?? [];
  const games = points.flat().reduce((sum, each) => sum + each, 0);
  return games ? { ...matchup(points, null).alone, n: games } : null;
}

/** The win rate with either side leading the first turn. @param {import('./played.js').Line} line
 * @param {number} lead */
function whenLed(line, lead) {
  const won = ledBy(line, lead);
  if (won) return html`${whole(won)}${played(won.n)}`;
  return line.shown?.n === 0 ? '–' : '…';
}

/** Whether to be Lead or Next, by pairs of games on one shuffle with either side leading: where one is known to win a
 * point more at least, so that its sign can be read off the rounded numbers too.
 * @param {Rival} line */
function chosen(line) {
  const [leads, follows] = [ledBy(line, 0), ledBy(line, 1)];
  if (!line.pairs || !leads || !follows) return line.tally ? '…' : '';
  const apart = leading(line.pairs, [leads, follows]);
  if (apart.high < -LEAST) return _('Next {gain}', { gain: gained(mirrored(apart)) });
  const gain = { gain: gained(apart) };
  return apart.low > LEAST ? _('Lead {gain}', gain) : _('open: {gain}', gain);
}

/** Rivals that are met, those first that take most of the field's share of losses. @param {Bench} bench
 * @returns {Rival[]} */
function ranked({ field, played: { lines, pairsByLead, rules } }) {
  const total = field.rivals.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return lines
    .map((line, place) => {
      const share = line.weight / total;
      const cost = share * (1 - (line.shown?.rate ?? 1));
      return { ...line, place, share, cost, pairs: pairsByLead[place], rule: rules[place] };
    })
    .filter(({ weight }) => weight > 0)
    .sort((x, y) => y.cost - x.cost);
}

/** Which rival is won against least, as far as these games tell. @param {Rival[]} rivals @returns {string} */
function hardest(rivals) {
  const of = (/** @type {Rival} */ { alone }) => /** @type {Estimate} */ (alone);
  const [first, ...others] = [...rivals].sort((x, y) => of(x).rate - of(y).rate);
  const given = { name: deckName(first.name), rate: words(first.shown) };
  if (!others.length) return _('{name} is the only rival: you win {rate}.', given);
  const close = others.filter((each) => difference(of(each), of(first)).low <= 0).map(({ name }) => deckName(name));
  return close.length
    ? _("{name} and {others} can't be told apart yet: no other rival is harder.", { ...given, others: listed(close) })
    : _('{name} is the hardest: you win {rate}.', given);
}

/** What a rival plays: its characters with most cards, how far they rise, and its scenes.
 * @param {Bench} bench @param {Counts} counts @param {number} most Of either. @returns {string} */
function playedBy({ cards }, counts, most) {
  const groups = byCharacter(Object.keys(counts).map((number) => cards.must(number))).map(({ name, cards: of }) => ({
    name: isScene(of[0]) ? '' : name,
    count: of.reduce((sum, { number }) => sum + counts[number], 0),
    level: of.at(-1)?.level ?? 0,
  }));
  const main = groups.filter(({ name }) => name).sort((x, y) => y.count - x.count);
  const scenes = Object.keys(counts).filter((number) => isScene(cards.must(number)));
  return listed([
    ...main.slice(0, most).map((group) => _('{name} to level {level} ({count} cards)', group)),
    ...scenes.slice(0, most).map((number) => `${nameOf(cards.must(number))} ×${counts[number]}`),
  ]);
}

/** The swap that is known to help most, against the field or against one rival of it, where swaps were looked for.
 * @param {Bench} bench @param {number} [place] */
function swapThatHelps(bench, place) {
  const { swaps } = bench.played;
  const gainOf = (/** @type {Tried} */ swap) => (place === undefined ? swap.gain : swap.gains?.[place]);
  const rateOf = (/** @type {Tried} */ swap) => gainOf(swap)?.shown.rate ?? 0;
  const known = swaps.filter((swap) => {
    const gain = gainOf(swap);
    return gain?.decided && gain.shown.rate > 0;
  });
  // Against the field they come in an order in which no game that measures them had a say.
  const [best] = place === undefined ? known : known.sort((x, y) => rateOf(y) - rateOf(x));
  if (!best) return null;
  const label = (/** @type {string[]} */ numbers) => listed(numbers.map((number) => bench.cards.label(number)));
  const gain = gained(/** @type {Answer} */ (gainOf(best)).shown);
  return _('−1 {out}, +1 {into}: {gain} points', { out: label(best.out), into: label(best.into), gain });
}

/** The swap that helps against the field. @param {{bench: Bench}} given */
function Helps({ bench }) {
  const swap = swapThatHelps(bench);
  return swap && html`<h2>${_('Which swap helps')}</h2><p>${swap}</p>`;
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
  if (!rule) return bench.played.places.length ? dealing(bench.played) : html`<p>…</p>`;
  const given = { gain: gained(rule.gain), hands: many(rule.gain.n) };
  const worth =
    rule.gain.low > 0
      ? _('Worth {gain} points over keeping every hand, in {hands} hands; these games alone, all rivals alike.', given)
      : _(
          'The best of ten gains {gain} points over keeping every hand, in {hands} hands; ' +
            'these games alone, all rivals alike.',
          given,
        );
  return html`<p><b>${asRule(rule)}</b> <span class="grey num">${worth}</span></p>`;
}

/** What to know of a rival, below its figures; of one of many only what it plays.
 * @param {{bench: Bench, rival: Rival, isBrief: boolean}} given */
function About({ bench, rival: { place, rule }, isBrief }) {
  const swap = swapThatHelps(bench, place);
  const gain = rule && rule.gain.low > 0 && _('{gain} points', { gain: gained(rule.gain) });
  const keep = rule && html`<p><strong>${asRule(rule)}</strong> ${gain}</p>`;
  const cards = playedBy(bench, bench.field.rivals[place].counts, isBrief ? 1 : MOST_NAMED);
  return html`<tr class="about"><td colspan="5">
    ${!isBrief && keep}
    <small>${_('Plays {cards}.', { cards })} ${!isBrief && swap}</small>
  </td></tr>`;
}

/** @param {{bench: Bench, rivals: Rival[]}} given */
function Rivals({ bench, rivals }) {
  const columns = [
    [html`${_('rival')}<small>${_('in points, compared on the same shuffles')}</small>`],
    [_('share'), 'num share'],
    [_('you win'), 'num'],
    [_('as Lead'), 'num'],
    [_('as Next'), 'num'],
  ];
  return html`<table class=${rivals.length > AT_LENGTH ? 'many' : ''}>
    <${Heads} columns=${columns} />
    <tbody>
      ${rivals.map(
        (line) => html`<tr key=${line.place}>
            <td><b>${deckName(line.name)}</b><small>${chosen(line)}</small></td>
            <td class="num share">${percentage(line.share)}</td>
            <td class="num">
              ${
                line.shown?.n === 0
                  ? html`${percentage(0.5)}<small>${_('exact: your own deck')}</small>`
                  : html`${whole(line.shown)}${played(line.games)}`
              }
            </td>
            <td class="num">${whenLed(line, 0)}</td><td class="num">${whenLed(line, 1)}</td>
          </tr>
          ${
            rivals.length <= IN_BRIEF &&
            html`<${About} bench=${bench} rival=${line} isBrief=${rivals.length > AT_LENGTH} />`
          }`,
      )}
    </tbody>
  </table>`;
}

/** One sheet for a tournament. @param {{bench: Bench}} given */
export function Guide({ bench }) {
  useEffect(() => {
    bench.played.lead();
    bench.played.deal();
  });
  const rivals = ranked(bench);
  const known = rivals.length && rivals.every(({ shown }) => shown);
  const { policy, rules, edited } = bench;
  const date = dated(Date.now(), { dateStyle: 'medium' });
  const basis = [
    _('The intervals of “you win” hold for another good player as well, the others for these games alone, 95 % each.'),
    _('Lead and Next are those of the first Round.'),
    _(
      'Below a rival is the one to choose, if it is known to win a point more at least, and how many more, ' +
        'by pairs of games on the same shuffles; ' +
        '“open” goes with what leading adds.',
    ),
    _('The lines below say which hands to keep against it, with the points that this gains, and what it plays.'),
    _('Rivals are sorted by share × losses.'),
    _('Played by {policy}, rules {rules}, {date}.', { policy, rules, date }),
  ];
  return html`<main class="one"><section class="sheet stackof guide">
    <div class="head">
      <h1>${_('{name}: matchup guide', { name: deckName(edited.deck.name) })}</h1>
      <button class="noprint" onClick=${() => print()}>${_('Print')}</button>
    </div>
    <${Headline} bench=${bench} />
    <h2>${_('Hardest rival')}</h2><p>${known ? hardest(rivals) : '…'}</p>
    <h2>${_('What to keep')}</h2><${Kept} bench=${bench} />
    <h2>${_('Rivals, by what they cost')}</h2><${Rivals} bench=${bench} rivals=${rivals} />
    <${Helps} bench=${bench} />
    <h2>${_('The list')}</h2><pre>${edited.text}</pre>
    <p class="grey">${basis.join(' ')}</p>
  </section></main>`;
}
