/** What to change in the deck: one sentence with a button, and what else was found. */

import { html } from './vendor/preact.js';
import { nameOf, sign } from './cards.js';
import { _, inParts, listed, many, percentage } from './language.js';
import { gained, inPoints } from './numbers.js';
import { Panel, note } from './view.js';

/** @typedef {import('./view.js').Bench} Bench @typedef {import('./swaps.js').Tried} Tried */

/** Cards by name and number, copies counted. @param {Bench} bench @param {string[]} numbers */
function cardsIn(bench, numbers) {
  const words = [...new Set(numbers)].map((number) => {
    const card = bench.cards.must(number);
    const count = numbers.filter((each) => each === number).length;
    const given = { count, card: `${nameOf(card)} ${sign(card)}`.trim(), number };
    return count > 1 ? _('{count} {card} ({number})', given) : _('one {card} ({number})', given);
  });
  return listed(words);
}

/** How sure a gain is, in words. @param {{tried: Tried}} given */
function Basis({ tried: { gain, games } }) {
  const { low, high } = gain.shown;
  const ends = { low: inPoints(low), high: inPoints(high), games: many(games) };
  return note(
    low > 0
      ? _('Sure: between {low} and {high} points for another good player, measured in {games} new games.', ends)
      : _('Not sure: between {low} and {high} points for another good player, in {games} new games.', ends),
  );
}

/** The sentence: what leaves, what comes in, what that gains. @param {{bench: Bench, tried: Tried}} given */
function Sentence({ bench, tried }) {
  const points = html`<b class="num">${inPoints(tried.gain.shown.rate)}</b>`;
  const given = { out: cardsIn(bench, tried.out), into: html`<b>${cardsIn(bench, tried.into)}</b>`, points };
  return html`<p class="advice">${inParts(_('Take out {out}, put in {into}: {points} points.'), given)}</p>`;
}

/** A change among others. @param {{bench: Bench, tried: Tried}} given */
function Other({ bench, tried }) {
  const { out, into, gain, counts } = tried;
  return html`<div class="field">
    <span>${cardsIn(bench, out)} → <b>${cardsIn(bench, into)}</b></span>
    <span class="num">${gained(gain.shown)}</span>
    <button onClick=${() => bench.edited.become(counts)}>${_('Try')}</button>
  </div>`;
}

/** What to change, at the head of the answers. @param {{bench: Bench}} given */
export function Coach({ bench }) {
  const { played, edited } = bench;
  const { swaps, sought, search } = played;
  const first = swaps.find(({ gain }) => gain.shown.low > 0);
  const rest = swaps.filter((each) => each !== first);
  const more = sought ? _('Look longer') : _('Find a better card');
  return html`<${Panel} title=${_('What to change')}>
    ${
      first &&
      html`<${Sentence} bench=${bench} tried=${first} />
      <${Basis} tried=${first} />
      <div class="buttons">
        <button class="main" onClick=${() => edited.become(first.counts)}>${_('Make this change')}</button>
      </div>`
    }
    ${sought && !first && html`<p>${_('No single card was found that makes this deck surely better.')}</p>`}
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${_('What else was found')}</summary>
        ${rest.map((each) => html`<${Other} key=${[...each.out, ...each.into].join()} bench=${bench} tried=${each} />`)}
        ${note(_('Each was measured in new games, which chose none; the ranges hold all at once.'))}
      </details>`
    }
    ${search && html`<p class="num">${_('Looking: {share}', { share: percentage(search.share) })}</p>`}
    <button onClick=${() => played.seek()}>${search ? _('Stop') : more}</button>
  </${Panel}>`;
}
