/**
 * A game that is looked at: forward and back by decision and by Round, all cards open, and its review from one side.
 *
 * @module review_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import {
  Board,
  CardText,
  Chance,
  Choices,
  Happened,
  Why,
  allNamed,
  chanceText,
  linesBetween,
  pointsOf,
  question,
  standing,
  useKeys,
  useText,
} from './board_view.js';
import { cardsOf } from './engine.js';
import { _, dated, inParts, listed, percentage } from './language.js';
import { toLink } from './link.js';
import { Match } from './match.js';
import { WORLDS, mistaken, playedBy, rated, reviewed } from './review.js';

const SIDES = ['A', 'B'];

/** A chance with its interval. @param {number} rate @param {number} reach @returns {string} */
const about = (rate, reach) => chanceText({ rate, low: rate - reach, high: rate + reach, n: WORLDS });

/** The chance to win by Round: a line in its 95 % band. @param {{review: import('./review.js').Review, turn: number, onTurn: (place: number) => void}} given */
function Chart({ review, turn, onTurn }) {
  const { chances, reaches, rounds, turning } = review;
  const x = (/** @type {number} */ k) => (100 * (k + 0.5)) / chances.length;
  const y = (/** @type {number} */ chance) => 100 - 100 * Math.min(1, Math.max(0, chance));
  const line = chances.map((chance, k) => `${x(k)},${y(chance)}`).join(' ');
  const band = [
    ...chances.map((chance, k) => `${x(k)},${y(chance + reaches[k])}`),
    ...chances.map((chance, k) => `${x(k)},${y(chance - reaches[k])}`).reverse(),
  ].join(' ');
  return html`<div class="graph"><div class="plot"><span class="grey num top">${percentage(1)}</span><span class="grey num half">${percentage(0.5)}</span><span class="grey num zero">${percentage(0)}</span>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=${_('Chance to win at the start of each Round: {rounds}', { rounds: listed(rounds.map(({ turn: each }, k) => _('Round {round} {share}', { round: each, share: percentage(chances[k]) }))) })}>
      <line x1="0" x2="100" y1="50" y2="50" class="half" />${turning.map((each) => html`<rect key=${each} class="turned" x=${x(each - 1)} width=${x(1) - x(0)} y="0" height="100" />`)}
      <polygon class="band" points=${band} /><polyline class="line" points=${line} /></svg></div>
    <div class="ticks">${rounds.map(
      (
        each,
        k,
      ) => html`<button key=${each.turn} class=${`quiet num${turning.includes(each.turn) ? ' turned' : ''}`} aria-current=${each.turn === turn ? 'step' : 'false'} disabled=${each.move < 0}
      title=${turning.includes(each.turn) ? _('Round {round}: {chance}, turning point', { round: each.turn, chance: about(chances[k], reaches[k]) }) : _('Round {round}: {chance}', { round: each.turn, chance: about(chances[k], reaches[k]) })} onClick=${() => onTurn(each.move)}>${each.turn}<small>${percentage(chances[k])}</small></button>`,
    )}
      <span class="grey num">${_('end')}<small>${chances.at(-1) ? _('won') : _('lost')}</small></span></div></div>`;
}

/** What a side gave away, decision by decision. @param {{review: import('./review.js').Review, cards: any, you: number, at: number, who: string, policy: string, onMove: (place: number) => void}} given */
function Mistakes({ review, cards, you, at, who, policy, onMove }) {
  const choices = review.rounds.flatMap((each) => each.choices);
  const wrong = choices.filter((each) => mistaken(each));
  const { turning, chances } = review;
  const reach = Math.max(0, ...review.reaches);
  return html`<div class="stackof"><p>${turning.length ? inParts(_('It turned most in {rounds}.'), { rounds: turning.map((each, k) => html`${k ? (k === turning.length - 1 ? _(' and ') : _(', ')) : ''}<b>${_('Round {round}', { round: each })}</b> (${Math.round(100 * chances[each - 1])} → ${percentage(chances[each])})`) }) : _('It turned in no single Round.')}</p>
    <ul class="mistakes">${wrong.map((each) => {
      const [chosen, better] = allNamed([each.chosen, each.better], cards, you);
      return html`<li key=${each.move}><button aria-current=${each.move === at ? 'step' : 'false'} onClick=${() => onMove(each.move)}><span class="grey">${_('Round {round}', { round: each.turn })}</span>
      <span>${inParts(_('{who}: {chosen} ({chance}), better: {better} ({best})'), { who, chosen, chance: about(each.chance, each.reaches[0]), better: html`<b>${better}</b>`, best: about(each.best, each.reaches[1]) })}</span>
      <span class="bad num">${_('{points} behind', { points: pointsOf(each.apart) })}</span></button></li>`;
    })}</ul>
    ${wrong.length ? null : html`<p>${_('No choice was clearly worse than another.')}</p>`}
    <p class="grey">${_('Given away in all: {points} points in {decisions} decisions, each choice alone.', { points: Math.round(100 * review.cost), decisions: choices.length })} ${_('Chances by playing on in {worlds} worlds each ({policy}), 95 % intervals; at the start of a Round ± {points} points at most.', { worlds: WORLDS, policy, points: Math.round(100 * reach) })} ${_('A choice is named where it cost a point or more, and more than chance alone would show.')}</p></div>`;
}

/** A finished game in the text of its button. @param {any} game */
const played = ({ names, you, round }) => ({ mine: names?.[you], theirs: names?.[1 - you], round });

/** Which game to look at. @param {{bench: any, engine: any, game: any, games: any[], onGame: (game: any) => void}} given */
function Chooser({ bench, engine, game, games, onGame }) {
  const policies = Object.keys(engine.layout.policies).filter((name) => name !== engine.layout.hint);
  const [rival, meet] = useState(0);
  const [number, count] = useState(game.taken ? 0 : (game.game ?? 0));
  const [by, seat] = useState([bench.policy, bench.policy]);
  const look = () => {
    const other = bench.field[rival] ?? bench.saved;
    onGame({
      a: cardsOf(bench.deck.counts),
      b: cardsOf(other.counts),
      names: [bench.deck.name, other.name],
      policies: by,
      seed: 1,
      matchup: 0,
      game: number,
    });
  };
  return html`<details class="chooser" open=${false}><summary>${_('Another game')}</summary><div class="stackof">
    <div class="buttons"><label class="grey">${_('Against')} <select value=${rival} onChange=${(/** @type {any} */ event) => meet(Number(event.target.value))}>${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
      <label class="grey">${_('Game')} <input type="number" min="0" step="1" value=${number} onInput=${(/** @type {any} */ event) => count(Math.max(0, Math.floor(Number(event.target.value) || 0)))} /></label>
      ${[_('Your deck played by'), _('The rival played by')].map((whose, side) => html`<label class="grey" key=${side}>${whose} <select value=${by[side]} onChange=${(/** @type {any} */ event) => seat(by.map((each, k) => (k === side ? event.target.value : each)))}>${policies.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>`)}
      <button onClick=${look}>${_('Look at it')}</button></div>
    ${
      games.length
        ? html`<h2>${_('Your finished games')}</h2><ul class="games">${games.map(
            (
              each,
              k,
            ) => html`<li key=${k}><button onClick=${() => onGame({ ...each, review: true })}>${each.winner === SIDES[each.you] ? _('{mine} against {theirs}: won in Round {round}', played(each)) : _('{mine} against {theirs}: lost in Round {round}', played(each))}
      <span class="grey num">${dated(each.at, { dateStyle: 'medium', timeStyle: 'short' })}</span></button></li>`,
          )}</ul>`
        : null
    }</div></details>`;
}

/** A game, step by step. `game.taken`: as it was played; without it, its policies play it.
 * @param {{bench: any, engine: any, game: any, games?: any[], onGame?: (game: any) => void, onPlay: (game: any) => void, onClose: () => void}} given */
export function Look({ bench, engine, game, games = [], onGame = () => {}, onPlay, onClose }) {
  const seated = game.you === 0 || game.you === 1;
  const [taken, play] = useState(/** @type {any} */ (game.taken ?? null));
  const [below, sit] = useState(seated ? game.you : 0);
  const [problem, say] = useState('');
  const [at, go] = useState(game.review ? Infinity : 0);
  const [part, count] = useState(/** @type {any} */ (null));
  const [ratings, keep] = useState(/** @type {any} */ ({}));
  const [asked, ask] = useState(game.review ? below : -1);
  const [why, explain] = useState(false);
  const text = useText();
  const failed = (/** @type {any} */ error) => say(error instanceof Error ? error.message : String(error));
  const { a, b, policies, seed, matchup = 0, game: number = 0 } = game;
  const what = { a, b, policies, seed, matchup, game: number };
  useEffect(() => {
    const control = new AbortController();
    if (!taken)
      bench.pool
        .ask({ game: { ...what, you: -1 }, signal: control.signal })
        .then((/** @type {any} */ answer) => answer && play(answer.taken))
        .catch(failed);
    return () => control.abort();
  }, []);
  const match = useMemo(() => {
    try {
      return taken && new Match(engine, /** @type {any} */ ({ ...what, you: -1, taken }));
    } catch (error) {
      failed(error);
      return null;
    }
  }, [taken]);
  useEffect(() => () => match?.close(), [match]);
  /** @type {import('./match.js').Move[]} */
  const moves = match?.moves ?? [];
  useEffect(() => {
    if (asked < 0 || !match || ratings[asked]) return undefined;
    const control = new AbortController();
    rated(bench.pool, {
      what,
      moves: match.moves,
      you: asked,
      signal: control.signal,
      onPart: (done, all) => count({ done, all }),
    })
      .then((all) => {
        if (!control.signal.aborted) keep({ ...ratings, [asked]: all });
      })
      .catch(failed);
    return () => {
      control.abort();
      count(null);
    };
  }, [asked, match]);
  const last = moves.length;
  const place = Math.min(at, last);
  const turnOf = (/** @type {number} */ k) => moves[Math.min(k, last - 1)]?.turn ?? 0;
  const round = (/** @type {number} */ by) => {
    if (by > 0) {
      const next = moves.findIndex(({ turn }, k) => k > place && turn > turnOf(place));
      go(next < 0 ? last : next);
    } else {
      const start = moves.findIndex(({ turn }) => turn === turnOf(place));
      go(
        start < place
          ? start
          : Math.max(
              0,
              moves.findIndex(({ turn }) => turn === turnOf(start - 1)),
            ),
      );
    }
  };
  const step = (/** @type {number} */ by) => go(Math.min(Math.max(place + by, 0), last));
  useKeys((key, event) => {
    if (key === 'ArrowRight') step(1);
    else if (key === 'ArrowLeft') step(-1);
    else if (key === 'PageDown' || key === 'ArrowDown') round(1);
    else if (key === 'PageUp' || key === 'ArrowUp') round(-1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(last);
    else if (key === 'w') explain(!why);
    else if (key === 'Escape') text.show('');
    else return;
    event.preventDefault();
  });
  const result = useMemo(() => {
    if (!match || asked < 0 || !ratings[asked]) return null;
    match.seek(last);
    const { turn, winner } = match.look();
    return reviewed({
      moves: match.moves,
      ratings: ratings[asked],
      you: asked,
      turns: turn,
      won: winner === SIDES[asked],
    });
  }, [ratings, asked, match]);
  if (!match)
    return html`<main class="one"><section class="sheet stackof"><p class=${problem ? 'problem' : 'grey'} role="status">${problem || _('The game is being played …')}</p><div class="buttons"><button onClick=${onClose}>${_('Back to the table')}</button></div></section></main>`;
  match.seek(place);
  const scene = match.look();
  const move = moves[place];
  const options = move ? match.options() : [];
  const rating = move ? (ratings[move.player]?.[place] ?? null) : null;
  const best = rating
    ? rating.options
        .map((/** @type {any} */ each) => rating.rates[each.index])
        .reduce((/** @type {any} */ x, /** @type {any} */ y) => (y.rate > x.rate ? y : x))
    : null;
  const policy = { by: engine.layout.usual, on: playedBy(engine.layout) };
  const names = game.names.map((/** @type {string} */ name, /** @type {number} */ side) =>
    seated && side === game.you ? _('{side}: {name} (you)', { side: SIDES[side], name }) : `${SIDES[side]}: ${name}`,
  );
  const who = (/** @type {number} */ side) => (seated ? (side === game.you ? _('you') : _('they')) : SIDES[side]);
  const lines = linesBetween(match, bench.cards, moves[place - 1]?.events ?? 0);
  const counts = (/** @type {string[]} */ list) =>
    Object.fromEntries([...new Set(list)].map((card) => [card, list.filter((each) => each === card).length]));
  const copy = () => {
    const link = toLink({
      decks: [
        { name: game.names[0], counts: counts(a) },
        { name: game.names[1], counts: counts(b) },
      ],
    });
    const by = policies.every((/** @type {string} */ each) => each === engine.layout.usual)
      ? ''
      : `&by=${encodeURIComponent(policies.join('.'))}`;
    navigator.clipboard
      ?.writeText(`${location.href.split('#')[0]}${link}&game=${seed}.${matchup}.${number}${by}`)
      .catch(() => {});
  };
  const from = (/** @type {number} */ side) =>
    onPlay({ ...what, names: game.names, you: side, taken: taken.slice(0, place) });
  return html`<main class="one table look" ...${text.on}><div class="ground"><section class="sheet stackof">
    <div class="head"><h1>${scene.turn && turnOf(place) ? _('Round {round} · {side} leads', { round: scene.turn, side: scene.lead }) : _('Before Round 1')}${!scene.over ? '' : scene.winner ? _(' · {side} wins', { side: scene.winner }) : _(' · nobody wins')}</h1><span class="grey num">${standing(scene, below, -1)}</span></div>
    <${Board} scene=${scene} cards=${bench.cards} you=${-1} below=${below} names=${names} options=${[]} />
    <div class="steps"><div class="buttons"><button title=${_('A Round back')} onClick=${() => round(-1)} disabled=${!place}>${_('« Round')}</button><button aria-label=${_('A decision back')} onClick=${() => step(-1)} disabled=${!place}>‹</button>
      <button aria-label=${_('A decision on')} onClick=${() => step(1)} disabled=${place >= last}>›</button><button title=${_('A Round on')} onClick=${() => round(1)} disabled=${place >= last}>${_('Round »')}</button></div>
      <input type="range" aria-label=${_('Decision')} min="0" max=${last} value=${place} aria-valuetext=${_('decision {place} of {last}', { place, last })} onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} /><span class="grey num">${_('{part} of {all}', { part: place, all: last })}</span></div>
    <div class="buttons tools"><button onClick=${onClose}>${_('Back to the table')}</button><button onClick=${() => sit(1 - below)}>${_('Turn the table')}</button>${scene.over ? null : SIDES.map((side, k) => html`<button key=${side} onClick=${() => from(k)}>${_('Play on as {side}', { side })}</button>`)}
      ${game.taken ? null : html`<button onClick=${copy}>${_('Copy a link to it')}</button>`}</div>
    <p class="grey">${game.taken ? '' : `${_('Played by {first} and {second}: seed {seed}, matchup {matchup}, game {game}.', { first: policies[0], second: policies[1], seed, matchup, game: number })} `}${_('Keys: ← → by decision, ↑ ↓ by Round, Home and End, w why.')}</p>
    <${Chooser} bench=${bench} engine=${engine} game=${game} games=${games} onGame=${onGame} /></section>
    <${CardText} number=${text.card} cards=${bench.cards} onClose=${() => text.show('')} /></div>
    <div class="aside"><section class="sheet stackof ask"><h2 class="asked">${move ? _('{who}: {question}', { who: seated ? (move.player === game.you ? _('You') : _('They')) : SIDES[move.player], question: question(match, bench.cards) }) : _('The end')}</h2>
      ${move ? html`<${Choices} options=${options} cards=${bench.cards} you=${-1} rating=${rating} taken=${move.index} />` : null}
      ${best ? html`<${Chance} chance=${best} words=${_('for {who} with the best option', { who: who(move.player) })} policy=${policy.on} /><div class="buttons"><button aria-pressed=${why} onClick=${() => explain(!why)}>${_('Why')}</button></div>` : null}
      ${rating && why ? html`<${Why} rating=${rating} cards=${bench.cards} you=${-1} policy=${policy} />` : null}
      <${Happened} lines=${lines} all=${[]} /></section>
    <section class="sheet stackof" aria-label=${_('Review')}><div class="head"><h2>${_('Review')}</h2><div class="buttons">${SIDES.map((side, k) => html`<button key=${side} aria-pressed=${asked === k} onClick=${() => ask(k)}>${seated ? (k === game.you ? _('Yours') : _('Theirs')) : _('As {side}', { side })}</button>`)}</div></div>
      ${
        result
          ? html`<${Chart} review=${result} turn=${turnOf(place)} onTurn=${go} /><${Mistakes} review=${result} cards=${bench.cards} you=${-1} at=${place} who=${who(asked)} policy=${engine.layout.hint} onMove=${go} />`
          : asked >= 0
            ? html`<p role="status" class="grey num">${part ? _('{done} of {all} decisions', part) : _('The decisions are being played out …')}</p><progress max=${part?.all ?? 1} value=${part?.done ?? 0} aria-label=${_('Review')}></progress>`
            : html`<p class="grey">${_('Every decision of a side is played out in {worlds} worlds: the chance to win by Round, and what would have been better.', { worlds: WORLDS })}</p>`
      }
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}</section></div></main>`;
}
