/** The three columns of the workbench: the deck, what it comes to, and the cards. */

import { html, useState } from './vendor/preact.js';
import { byCharacter, deckName, isScene, nameOf } from './cards.js';
import { Changed, Coach } from './coach_view.js';
import { sizeOf } from './deck.js';
import { _, many, percentage } from './language.js';
import { gained, percent, wilson } from './numbers.js';
import { Odds } from './questions_view.js';
import { asRule } from './redraw.js';
import {
  Bar,
  CardFace,
  Change,
  Emblem,
  Kind,
  Name,
  Panel,
  Toggles,
  ends,
  gamesOf,
  heard,
  note,
  toneOf,
  words,
} from './view.js';

const MOST_CARDS = 40;
/** Win rate that a full bar of a card's worth stands for. */
const MOST_WORTH = 0.02;

/** @typedef {import('./view.js').Bench} Bench @typedef {import('./view.js').Card} Card */

/** What a level is called, or scenes. @param {string} level */
const levelled = (level) => (level === 'scenes' ? _('scenes') : _('level {level}', { level }));

/** How many cards of each level, and scenes. @param {{bench: Bench}} given */
function Curve({ bench }) {
  /** @type {Map<string, number>} */
  const levels = new Map();
  Object.entries(bench.edited.deck.counts).forEach(([number, count]) => {
    const card = bench.cards.must(number);
    const level = isScene(card) ? 'scenes' : String(card.level);
    levels.set(level, (levels.get(level) ?? 0) + count);
  });
  const most = Math.max(...levels.values(), 1);
  const bar = (/** @type {[string, number]} */ [level, count]) => {
    const [high, fill] = [(10 * count) / most, level === 'scenes' ? 'var(--SCENE)' : 'var(--accent)'];
    return html`<div key=${level}>
      <span class="num">${count}</span>
      <svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
        <rect x="0" width="10" y=${10 - high} height=${high} rx="1" fill=${fill} opacity=".65" />
      </svg>
      <span>${levelled(level)}</span>
    </div>`;
  };
  return html`<div class="curve">${[...levels].sort(([a], [b]) => (a < b ? -1 : 1)).map(bar)}</div>`;
}

/** @param {{bench: Bench, number: string}} given */
function Copies({ bench, number }) {
  const given = { card: nameOf(bench.cards.must(number)), number };
  const count = bench.edited.deck.counts[number] ?? 0;
  const change = (/** @type {number} */ by) => () => bench.edited.change(number, by);
  return html`<span class="copies">
    <button aria-label=${_('one {card} {number} less', given)} disabled=${!count} onClick=${change(-1)}>−</button>
    <span class="count" aria-label=${_('{count} copies', { count })}>${count}</span>
    <button aria-label=${_('one {card} {number} more', given)} onClick=${change(1)}>+</button>
  </span>`;
}

/** What one copy is worth. @param {{worth: import('./view.js').Estimate | undefined}} given */
function Worth({ worth }) {
  if (!worth) return null;
  const wide = Math.min(Math.abs(worth.rate) / MOST_WORTH, 1) * 50;
  return html`<p class=${`worth num ${toneOf(worth)}`}>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect x=${worth.rate < 0 ? 50 - wide : 50} y="1" width=${wide} height="4" fill="currentColor" />
    </svg>
    ${gained(worth)}
  </p>`;
}

/** A card of the deck, or one that was in it when it was saved. @param {{bench: Bench, card: Card}} given */
function Row({ bench, card }) {
  const { deck, saved } = bench.edited;
  const isChanged = (deck.counts[card.number] ?? 0) !== (saved.counts[card.number] ?? 0);
  const bp = card.bp.filter((value) => value !== null).join(' / ');
  return html`<div class=${`row${isChanged ? ' changed' : ''}`}>
    <${Emblem} card=${card} />
    <div>
      <${Name} card=${card} />
      <p class="num">${card.number} <${Kind} card=${card} /> <span class="whole">${bp}</span></p>
      <p class="less" title=${card.text}>${card.text}</p>
      <${Worth} worth=${bench.played.worth.get(card.number)} />
    </div>
    <${Copies} bench=${bench} number=${card.number} />
  </div>`;
}

/** @param {{bench: Bench}} given */
export function DeckPanel({ bench }) {
  const { deck, saved, problems } = bench.edited;
  const { played } = bench;
  const numbers = [...new Set([...Object.keys(deck.counts), ...Object.keys(saved.counts)])];
  const groups = byCharacter(numbers.map((number) => bench.cards.must(number)));
  const size = sizeOf(deck.counts);
  const count = problems.length ? _('{size} cards', { size }) : _('{size} cards · legal', { size });
  return html`<${Panel} title=${_('Deck')} more=${html`<span class="grey num">${count}</span>`}>
    <${Curve} bench=${bench} />
    ${note(_('BP as SINGLE / DOUBLE / TRIPLE: with one, two or three cards in its stack.'))}
    ${problems.map((each) => html`<p class="problem" key=${each}>${each}</p>`)}
    ${groups.map(
      ({ name, cards }) =>
        html`
          <h3 class="grey" key=${name}>${name}</h3>
          ${cards.map((card) => html`<${Row} key=${card.number} bench=${bench} card=${card} />`)}
        `,
    )}
    ${
      played.worth.size > 0 &&
      note(
        _(
          'Bars: by how many points one copy raises the win rate, compared with another card of the deck in its place.',
        ),
      )
    }
    ${
      played.places.length > 0 &&
      !played.controls.worth &&
      html`<button onClick=${() => played.weigh()}>${_('What is each card worth?')}</button>`
    }
    ${
      !numbers.length &&
      note(_('No card is in it. Paste a list, open a deck on the page “Decks”, or add cards with +.'))
    }
  </${Panel}>`;
}

/** What there is to do before a win rate is shown. @param {Bench} bench @returns {string} */
function waits({ edited, field, played }) {
  if (!sizeOf(edited.deck.counts))
    return _('Begin with a deck: press “Paste” for a list of your own, or open one on the page “Decks”.');
  if (!edited.isPlayable) return _('From 12 to 60 cards a deck is played: put cards in or take some out, on the left.');
  if (!field.met.length)
    return _('Nobody is in the field. Put the decks that you expect into it, on the page “Field”.');
  return field.met.every((each) => played.isMirror(each))
    ? _('Your only rival is this deck itself: 50 %, exact. Add others on the page “Field”.')
    : _('Playing …');
}

/** What a change brings, in words. @param {import('./view.js').Answer} change */
function decided(change) {
  if (!change.decided) return _('points by these changes: not decided yet');
  return change.shown.rate > 0
    ? _('points by these changes: decided, better')
    : _('points by these changes: decided, worse');
}

/** How sure the numbers are, in a fold.
 * @param {{bench: Bench, answer: NonNullable<Bench['played']['answer']>}} given */
function Sure({ bench: { played, rules }, answer: { shown, alone, simply, change, games } }) {
  const { rule, worth } = played;
  const [copy] = worth.values();
  const lines = [
    _('Our computer player plays both sides, by the official rules, version {rules}: {games} games.', {
      rules,
      games: many(games),
    }),
    _('Another good player would win {range} % with this deck against this field: that holds in 19 of 20 cases.', {
      range: ends(shown),
    }),
    _('The computer player alone wins {rate}; what is left to luck there shrinks with every game.', {
      rate: words(alone),
    }),
    simply && _('Someone who plays simply would win {range} %.', { range: ends(simply) }),
    change && _('A change is called decided once all of its range is above or below 0, however often you look at it.'),
    rule &&
      _(
        'Keep or redraw: {hands} hands were played both ways, against each rival equally often; what is left to luck ' +
          'there is for the computer player alone.',
        { hands: many(rule.gain.n) },
      ),
    copy &&
      _('What a copy is worth comes from {pairs} pairs of games a card, for the computer player alone.', {
        pairs: many(copy.n),
      }),
  ];
  return html`<details class="sure">
    <summary>${_('How sure is this?')}</summary>
    <ul>${lines.map((line) => line && html`<li key=${line}>${line}</li>`)}</ul>
  </details>`;
}

/** @param {{bench: Bench}} given */
function Headline({ bench }) {
  const { edited, played } = bench;
  const { answer } = played;
  const games = answer?.games ?? 0;
  const progress = played.isPlaying ? _('{games} games so far', { games: many(games) }) : gamesOf(games);
  const incomparable = _('A change is shown when both lists hold as many cards: the saved one has {size}.', {
    size: sizeOf(edited.saved.counts),
  });
  return html`<section class="sheet" aria-label=${_('Win rate')}>
    <div class="head"><h2>${_('Against your field')}</h2><span class="grey num">${games ? progress : ''}</span></div>
    ${!answer && html`<p>${waits(bench)}</p>`}
    <${Changed} bench=${bench} />
    ${
      answer &&
      html`
        <div class="big">
          <strong class="num">${percentage(answer.shown.rate)}</strong> <span class="num">${ends(answer.shown)}</span>
        </div>
        ${
          answer.change &&
          html`<${Change} change=${answer.change} whole=${true} /> <span class="grey">${decided(answer.change)}</span>`
        }
        ${edited.isChanged && !edited.isComparable && note(incomparable)}
        ${
          edited.problems.length > 0 &&
          html`<p class="problem">${_('Not legal yet: {problem}', { problem: edited.problems[0] })}</p>`
        }
        <${Sure} bench=${bench} answer=${answer} />
        ${
          played.hasMore &&
          html`<p><button onClick=${() => played.playOn()}>${_('Play on for a surer answer')}</button></p>`
        }
      `
    }
  </section>`;
}

/** @param {{line: import('./played.js').Line}} given */
function Rival({ line }) {
  const { name, shown, games, change } = line;
  const interval =
    shown &&
    _('{low} to {high}, {games} games', {
      low: Math.round(100 * shown.low),
      high: Math.round(100 * shown.high),
      games: many(games),
    });
  return html`<li class="rival">
    <span>${deckName(name)}${games > 0 && html`<small class="grey">${interval}</small>`}</span>
    ${shown ? html`<${Bar} estimate=${shown} />` : html`<span class="bar"></span>`}
    <b class="num" title=${words(shown)}>${shown ? percentage(shown.rate) : '…'}</b>
    <span class="num">
      ${shown?.n === 0 ? html`<span class="grey">${_('exact')}</span>` : html`<${Change} change=${change} />`}
    </span>
  </li>`;
}

/** How many of the opening hands that are wanted were dealt. @param {{dealtShare: number}} played */
export const dealing = ({ dealtShare }) => note(_('Dealing hands: {share}', { share: percentage(dealtShare) }));

/** Opening hands are dealt where that is wanted. @param {{bench: Bench}} given */
export function Deal({ bench: { played } }) {
  if (played.isAsked('hands')) return dealing(played);
  const isIdle = !played.places.length;
  return html`<div class="buttons">
    <button disabled=${isIdle} onClick=${() => played.deal()}>${_('Find out which hands to keep')}</button>
  </div>`;
}

/** @param {{bench: Bench}} given */
function Redraw({ bench }) {
  const { rule } = bench.played;
  const hands = rule && _('{hands} hands', { hands: many(rule.gain.n) });
  const worth = () => {
    if (!rule) return '';
    const { gain, share } = rule;
    if (gain.low <= 0) return _('The best of ten simple rules gains {gain} points.', { gain: gained(gain) });
    const redrawn = percent({ ...wilson(Math.round(share * gain.n), gain.n), n: gain.n });
    return _('Worth {gain} points over keeping every hand; {share} of hands are redrawn.', {
      gain: gained(gain),
      share: redrawn,
    });
  };
  return html`<${Panel} title=${_('Keep or redraw')} more=${html`<span class="grey num">${hands}</span>`}>
    ${
      rule
        ? html`<p class="rule">${asRule(rule)} <span class="grey num">${worth()}</span></p>`
        : html`<${Deal} bench=${bench} />`
    }
  </${Panel}>`;
}

/** @param {{bench: Bench}} given */
export function Answers({ bench }) {
  const since = html`<span class="grey">${bench.edited.isChanged ? _('change') : ''}</span>`;
  return html`<${Headline} bench=${bench} /><${Coach} bench=${bench} />
    <${Panel} title=${_('Rivals')} more=${since}>
      <ul>${bench.played.lines.map((line, k) => html`<${Rival} key=${k} line=${line} />`)}</ul>
    </${Panel}>
    <${Redraw} bench=${bench} />
    <${Odds} bench=${bench} />`;
}

/** @param {{bench: Bench}} given */
export function CardsPanel({ bench }) {
  const [typed, type] = useState('');
  const [level, choose] = useState('yours');
  const own = new Set(Object.keys(bench.edited.deck.counts).flatMap((number) => bench.cards.must(number).characters));
  const fits = (/** @type {Card} */ card) => {
    if (level === 'all' || (typed && level === 'yours')) return true;
    if (level === 'yours') return card.characters.some((name) => own.has(name));
    return level === 'scenes' ? isScene(card) : String(card.level) === level;
  };
  const cards = (typed ? bench.cards.search(typed, 400) : bench.cards.all).filter(fits);
  const levels = ['1', '2', '3', '4', 'scenes'].map((each) => /** @type {const} */ ([each, levelled(each)]));
  const face = (/** @type {Card} */ card) => {
    const button = html`<${Copies} bench=${bench} number=${card.number} />`;
    return html`<${CardFace} key=${card.number} card=${card} button=${button} />`;
  };
  return html`<${Panel} title=${_('Cards')} more=${html`<span class="grey num">${cards.length}</span>`}>
    <input type="search" aria-label=${_('Search cards')} placeholder=${_('Tiga 2, POWER, BP05 …')} value=${typed}
      onInput=${heard(type)} />
    <${Toggles}
      class="filters" choices=${[['yours', _('your characters')], ...levels, ['all', _('all')]]} chosen=${level}
      onChoose=${choose} />
    <div class="cards">${cards.slice(0, MOST_CARDS).map(face)}</div>
    ${cards.length > MOST_CARDS && note(_('{count} more: type to narrow them.', { count: cards.length - MOST_CARDS }))}
    ${!cards.length && note(_('No card is called so.'))}
  </${Panel}>`;
}
