/** What to change in the deck: one sentence with a button, and what else was found. */

import { html } from './vendor/preact.js';
import { nameOf, sign } from './cards.js';
import { _, inParts, listed, many, percentage } from './language.js';
import { inPoints } from './numbers.js';
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
  return note(_('Sure: between {low} and {high} points for another good player, measured in {games} new games.', ends));
}

/** The sentence: what leaves, what comes in, what that gains. @param {{bench: Bench, tried: Tried}} given */
function Sentence({ bench, tried }) {
  const points = html`<b class="num">${inPoints(tried.gain.shown.rate)}</b>`;
  const given = { out: cardsIn(bench, tried.out), into: html`<b>${cardsIn(bench, tried.into)}</b>`, points };
  return html`<p>${inParts(_('Take out {out}, put in {into}: {points} points.'), given)}</p>`;
}

/** A change among others. @param {{bench: Bench, tried: Tried}} given */
function Other({ bench, tried }) {
  const { out, into, gain, counts } = tried;
  const { low, high } = gain.shown;
  return html`<div class="field">
    <span>${cardsIn(bench, out)} → <b>${cardsIn(bench, into)}</b></span>
    <span class="num">${_('{low} to {high}', { low: inPoints(low), high: inPoints(high) })}</span>
    <button onClick=${() => bench.edited.become(counts)}>${_('Try')}</button>
  </div>`;
}

/** What is changed of the deck since it was opened, pasted or saved, and the way back. @param {{bench: Bench}} given */
export function Changed({ bench: { cards, edited } }) {
  if (!edited.isChanged) return null;
  const [now, before] = [edited.deck.counts, edited.saved.counts];
  const moved = Object.keys({ ...before, ...now }).flatMap((number) => {
    const by = (now[number] ?? 0) - (before[number] ?? 0);
    return by ? [{ by, text: `${by > 0 ? '+' : '−'}${Math.abs(by)} ${cards.label(number)}` }] : [];
  });
  const words = listed(moved.sort((x, y) => x.by - y.by).map(({ text }) => text));
  return html`<div class="moved">
    <span>${_('Changed: {cards}', { cards: words })}</span>
    <button disabled=${!edited.undone.length} onClick=${() => edited.undo()}>${_('Undo')}</button>
  </div>`;
}

/** What to change, at the head of the answers. @param {{bench: Bench}} given */
export function Coach({ bench }) {
  const { played, edited } = bench;
  const { swaps, sought, search } = played;
  const first = swaps.find(({ gain }) => gain.shown.low > 0);
  const rest = swaps.filter((each) => each !== first);
  const more = sought ? _('Look longer') : _('Find a better card');
  return html`<${Panel} title=${_('What to change')}><div class="stackof">
    ${first && html`<${Sentence} bench=${bench} tried=${first} /><${Basis} tried=${first} />`}
    ${sought && !first && html`<p>${_('No single card was found that makes this deck surely better.')}</p>`}
    ${search && html`<p class="num">${_('Looking: {share}', { share: percentage(search.share) })}</p>`}
    <div class="buttons">
      ${
        first &&
        html`<button class="main" onClick=${() => edited.become(first.counts)}>${_('Make this change')}</button>`
      }
      <button disabled=${!played.places.length} onClick=${() => played.seek()}>${search ? _('Stop') : more}</button>
    </div>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${first ? _('Other swaps, most of them about as good') : _('What was found')}</summary>
        ${rest.map((each) => html`<${Other} key=${[...each.out, ...each.into].join()} bench=${bench} tried=${each} />`)}
        ${note(
          _(
            'Points for another good player, from new games: all these ranges hold at once. The order was set before ' +
              'these games, so a later one that shows more may have been lucky.',
          ),
        )}
      </details>`
    }
  </div></${Panel}>`;
}
