/** A game that is looked at: forward and back by decision and by Round, all cards open, and its review
 * from one side. */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { Board, CardText, refocus, standing, useKeys, useText } from './board_view.js';
import { deckName } from './cards.js';
import { Chance, Choices, Happened, Why, bestOf, chanceText, pointsOf } from './chances_view.js';
import { cardsOf } from './engine.js';
import { _, dated, inParts, lineOf, listed, percentage } from './language.js';
import { Match } from './match.js';
import { SIDES, allNamed, linesSince, question } from './options.js';
import { WORLDS, mistaken, playedBy, rated, reviewed } from './review.js';
import { Against, Problem, Select, Toggles, heard, note } from './view.js';

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./address.js').Shown} Shown
 * @typedef {import('./review.js').Review} Review
 * @typedef {import('./table_view.js').Finished} Finished
 * @typedef {import('./match.js').Move} Move
 * @typedef {(import('./pool.js').Looked | null)[]} Ratings
 */

/** A chance with its interval. @param {number} rate @param {number} reach @returns {string} */
const about = (rate, reach) => chanceText({ rate, low: rate - reach, high: rate + reach, n: WORLDS });

/** The chance to win by Round: a line in its 95 % band.
 * @param {{review: Review, turn: number, onTurn: (place: number) => void}} given */
function Chart({ review, turn, onTurn }) {
  const { chances, reaches, rounds, turning } = review;
  const x = (/** @type {number} */ k) => (100 * (k + 0.5)) / chances.length;
  const y = (/** @type {number} */ chance) => 100 - 100 * Math.min(1, Math.max(0, chance));
  const path = (/** @type {number} */ reach) => chances.map((chance, k) => `${x(k)},${y(chance + reach * reaches[k])}`);
  const band = [...path(1), ...path(-1).reverse()].join(' ');
  const tone = (/** @type {number} */ round) => (chances[round] > chances[round - 1] ? 'good' : 'bad');
  const said = rounds.map(({ turn: round }, k) => _('Round {round} {share}', { round, share: percentage(chances[k]) }));
  const tick = (/** @type {Review['rounds'][0]} */ { turn: round, move }, /** @type {number} */ k) => {
    const isTurning = turning.includes(round);
    const given = { round, chance: about(chances[k], reaches[k]) };
    const title = isTurning ? _('Round {round}: {chance}, turning point', given) : _('Round {round}: {chance}', given);
    return html`<button
      key=${round} class=${['quiet', 'num', ...(isTurning ? ['turned', tone(round)] : [])].join(' ')}
      aria-current=${round === turn ? 'step' : 'false'} disabled=${move < 0}
      title=${title} onClick=${() => onTurn(move)}>
      ${round}<small>${percentage(chances[k])}</small>
    </button>`;
  };
  return html`<div class="graph">
    <div class="plot">
      <span class="grey num top">${percentage(1)}</span><span class="grey num half">${percentage(0.5)}</span>
      <span class="grey num zero">${percentage(0)}</span>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img"
        aria-label=${_('Chance to win at the start of each Round: {rounds}', { rounds: listed(said) })}>
        <line x1="0" x2="100" y1="50" y2="50" class="half" />
        ${turning.map(
          (each) => html`<rect
            key=${each} class=${`turned ${tone(each)}`} x=${x(each - 1)} width=${x(1) - x(0)} y="0" height="100" />`,
        )}
        <polygon class="band" points=${band} />
        <polyline class="line" points=${path(0).join(' ')} />
      </svg>
    </div>
    <div class="ticks">
      ${rounds.map(tick)}
      <span class="grey num">${_('end')}<small>${chances.at(-1) ? _('won') : _('lost')}</small></span>
    </div>
  </div>`;
}

/** Where a game turned, in a sentence. @param {Review} review */
function turnedMost({ turning, chances }) {
  if (!turning.length) return _('It turned in no single Round.');
  const join = (/** @type {number} */ k) => (k === turning.length - 1 ? _(' and ') : _(', '));
  const rounds = turning.map((round, k) => {
    const change = `${Math.round(100 * chances[round - 1])} → ${percentage(chances[round])}`;
    return html`${k > 0 && join(k)}<b>${_('Round {round}', { round })}</b> (${change})`;
  });
  return inParts(_('It turned most in {rounds}.'), { rounds });
}

/** What a side gave away, decision by decision. @param {{review: Review, cards: import('./cards.js').Cards, at: number,
 *   who: string, you: number, onMove: (place: number) => void}} given */
function Mistakes({ review, cards, at, who, you, onMove }) {
  const choices = review.rounds.flatMap((each) => each.choices);
  const wrong = choices.filter((each) => mistaken(each));
  const line = (/** @type {import('./review.js').Choice} */ each) => {
    const [chosen, better] = allNamed([each.chosen, each.better], cards, you);
    const [chance, best] = [about(each.chance, each.reaches[0]), about(each.best, each.reaches[1])];
    const said = inParts(_('{who}: {chosen} ({chance}), better: {better} ({best})'), {
      who,
      chosen,
      chance,
      better: html`<b>${better}</b>`,
      best,
    });
    return html`<li key=${each.move}>
      <button aria-current=${each.move === at ? 'step' : 'false'} onClick=${() => onMove(each.move)}>
        <span class="grey">${_('Round {round}', { round: each.turn })}</span><span>${said}</span>
        <span class="bad num">${_('{points} behind', { points: pointsOf(each.apart) })}</span>
      </button>
    </li>`;
  };
  const basis = [
    _('Given away in all: {points} points in {decisions} decisions, each choice alone.', {
      points: Math.round(100 * review.cost),
      decisions: choices.length,
    }),
    _(
      'Chances by our strongest computer player, playing on in {worlds} worlds each, 95 % intervals; ' +
        'at the start of a Round ± {points} points at most.',
      { worlds: WORLDS, points: Math.round(100 * Math.max(0, ...review.reaches)) },
    ),
    _('A choice is named where it cost a point or more, and more than chance alone would show.'),
  ];
  return html`<div class="stackof">
    <p>${turnedMost(review)}</p>
    <ul class="mistakes">${wrong.map(line)}</ul>
    ${!wrong.length && html`<p>${_('No choice was clearly worse than another.')}</p>`}
    <p class="grey">${basis.join(' ')}</p>
  </div>`;
}

/** A finished game in the text of its button. @param {Finished} game */
function finished({ names, you, round, winner }) {
  const given = { mine: names?.[you], theirs: names?.[1 - you], round };
  return winner === SIDES[you]
    ? _('{mine} against {theirs}: won in Round {round}', given)
    : _('{mine} against {theirs}: lost in Round {round}', given);
}

/** Which game to look at.
 * @param {{bench: Bench, engine: Engine, game: Shown, games: Finished[], onGame: (game: Shown) => void}} given */
function Chooser({ bench, engine, game, games, onGame }) {
  const { layout } = engine;
  const policies = Object.keys(layout.policies).filter((name) => name !== layout.hint);
  const [rival, meet] = useState(0);
  const [number, count] = useState(game.taken ? 0 : (game.game ?? 0));
  const [by, seat] = useState(/** @type {[string, string]} */ ([bench.policy, bench.policy]));
  const look = () => {
    const decks = [bench.edited.deck, bench.field.rivals[rival] ?? bench.edited.saved];
    const [a, b] = decks.map(({ counts }) => cardsOf(counts));
    onGame({ a, b, names: decks.map(({ name }) => name), policies: by, seed: 1, matchup: 0, game: number });
  };
  const type = (/** @type {string} */ text) => count(Math.max(0, Math.floor(Number(text) || 0)));
  const options = policies.map((name) => [name, name]);
  return html`<details class="chooser" open=${false}>
    <summary>${_('Another game')}</summary>
    <div class="stackof">
      <div class="buttons">
        <${Against} bench=${bench} value=${rival} onChoose=${meet} />
        <label class="grey">
          ${_('Game')} <input type="number" min="0" step="1" value=${number} onInput=${heard(type)} />
        </label>
        <label class="grey">
          ${_('Your deck played by')} <${Select}
            value=${by[0]} options=${options} onChoose=${(/** @type {string} */ name) => seat([name, by[1]])} />
        </label>
        <label class="grey">
          ${_('The rival played by')} <${Select}
            value=${by[1]} options=${options} onChoose=${(/** @type {string} */ name) => seat([by[0], name])} />
        </label>
        <button onClick=${look}>${_('Look at it')}</button>
      </div>
      ${
        games.length > 0 &&
        html`
          <h2>${_('Your finished games')}</h2>
          <ul class="games">
            ${games.map(
              (each, k) => html`<li key=${k}>
                <button onClick=${() => onGame({ ...each, review: each.you })}>
                  ${finished(each)} <span class="grey num">
                    ${dated(each.at, { dateStyle: 'medium', timeStyle: 'short' })}
                  </span>
                </button>
              </li>`,
            )}
          </ul>
        `
      }
    </div>
  </details>`;
}

/** The game that is looked at, once it is played, and its reviews.
 * @param {Bench} bench @param {Engine} engine @param {Shown} game
 * @param {number} asked Of which side a review is asked for; -1 for
 *   none. */
function useGame(bench, engine, game, asked) {
  const [taken, play] = useState(game.taken ?? null);
  const [problem, say] = useState('');
  const [part, count] = useState(/** @type {{done: number, all: number} | null} */ (null));
  const [ratings, keep] = useState(/** @type {Record<number, Ratings>} */ ({}));
  const failed = (/** @type {unknown} */ error) => say(lineOf(error));
  const { a, b, policies, seed, matchup = 0, game: number = 0 } = game;
  const what = { a, b, policies, seed, matchup, game: number };
  useEffect(() => {
    const control = new AbortController();
    if (!taken)
      bench.pool
        .ask({ game: { ...what, you: -1 }, signal: control.signal })
        .then((answer) => answer && play(answer.taken))
        .catch(failed);
    return () => control.abort();
  }, []);
  const match = useMemo(() => {
    try {
      return taken && new Match(engine, { ...what, you: -1, taken });
    } catch (error) {
      failed(error);
      return null;
    }
  }, [taken]);
  useEffect(() => () => match?.close(), [match]);
  useEffect(() => {
    if (asked < 0 || !match || ratings[asked]) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const onPart = (/** @type {number} */ done, /** @type {number} */ all) => count({ done, all });
    rated(bench.pool, { what, moves: match.moves, you: asked, signal, onPart })
      .then((all) => !signal.aborted && keep({ ...ratings, [asked]: all }))
      .catch(failed);
    return () => {
      control.abort();
      count(null);
    };
  }, [asked, match]);
  const review = useMemo(() => {
    if (!match || asked < 0 || !ratings[asked]) return null;
    const { moves } = match;
    match.seek(moves.length);
    const { turn, winner } = match.look();
    return reviewed({ moves, ratings: ratings[asked], you: asked, turns: turn, won: winner === SIDES[asked] });
  }, [ratings, asked, match]);
  return { what, taken: taken ?? [], match, problem, part, ratings, review };
}

/** Where one is in a game, and how one goes through it. @param {Move[]} moves @param {number} first */
function useSteps(moves, first) {
  const [at, go] = useState(first);
  const last = moves.length;
  const place = Math.min(at, last);
  const turnOf = (/** @type {number} */ k) => moves[Math.min(k, last - 1)]?.turn ?? 0;
  const step = (/** @type {number} */ by) => go(Math.min(Math.max(place + by, 0), last));
  const startOf = (/** @type {number} */ round) => moves.findIndex(({ turn }) => turn === round);
  const round = (/** @type {number} */ by) => {
    const next = moves.findIndex(({ turn }, k) => k > place && turn > turnOf(place));
    const start = startOf(turnOf(place));
    if (by > 0) go(next < 0 ? last : next);
    else go(start < place ? start : Math.max(0, startOf(turnOf(start - 1))));
  };
  return { go, last, place, turnOf, step, round };
}

/** Buttons to go through a game. @param {{steps: ReturnType<typeof useSteps>}} given */
function Steps({ steps: { go, last, place, step, round } }) {
  const [first, end] = [!place, place >= last];
  return html`<div class="steps">
    <div class="buttons">
      <button title=${_('A Round back')} onClick=${() => round(-1)} disabled=${first}>${_('« Round')}</button>
      <button aria-label=${_('A decision back')} onClick=${() => step(-1)} disabled=${first}>‹</button>
      <button aria-label=${_('A decision on')} onClick=${() => step(1)} disabled=${end}>›</button>
      <button title=${_('A Round on')} onClick=${() => round(1)} disabled=${end}>${_('Round »')}</button>
    </div>
    <input type="range" aria-label=${_('Decision')} min="0" max=${last} value=${place}
      aria-valuetext=${_('decision {place} of {last}', { place, last })} onInput=${heard((text) => go(Number(text)))} />
    <span class="grey num">${_('{part} of {all}', { part: place, all: last })}</span>
  </div>`;
}

/** A review, or how far it is. @param {{looking: Looking, asked: number, onMove: (place: number) => void}} given */
function Reviewed({ looking, asked, onMove }) {
  const {
    bench,
    game,
    of: { review, part },
    steps: { place, turnOf },
    you,
  } = looking;
  if (review)
    return html`
      <${Chart} review=${review} turn=${turnOf(place)} onTurn=${onMove} />
      <${Mistakes}
        review=${review} cards=${bench.cards} at=${place} who=${who(game, asked)} you=${you} onMove=${onMove} />
    `;
  if (asked < 0)
    return note(
      _(
        'Every decision of a side is played out in {worlds} worlds: ' +
          'the chance to win by Round, and what would have been better.',
        { worlds: WORLDS },
      ),
    );
  const done = part ? _('{done} of {all} decisions', part) : _('The decisions are being played out …');
  return html`<p role="status" class="grey num">${done}</p>
    <progress max=${part?.all ?? 1} value=${part?.done ?? 0} aria-label=${_('Review')}></progress>`;
}

/** Who a side is: itself, or where a person played, that person and the other one.
 * @param {Shown} game @param {number} side @param {string} mine @param {string} theirs @param {string} [itself] */
function called({ you = -1 }, side, mine, theirs, itself = SIDES[side]) {
  if (you < 0) return itself;
  return side === you ? mine : theirs;
}

/** How far a game is. @param {Shown} game @param {import('./match.js').Scene} scene @param {boolean} hasBegun */
function staged(game, { turn: round, lead, over, winner }, hasBegun) {
  const side = over ? winner : lead;
  const words = /** @type {[string, string, string]} */ (
    over
      ? [_('you won'), _('they won'), _('{side} wins', { side })]
      : [_('you lead'), _('they lead'), _('{side} leads', { side })]
  );
  if (!hasBegun && !over) return _('Before Round 1');
  const stage = side ? called(game, SIDES.indexOf(side), ...words) : _('nobody wins');
  return _('Round {round} · {stage}', { round, stage });
}

/** @param {Shown} game @param {number} side */
const who = (game, side) => called(game, side, _('you'), _('they'));

/**
 * @typedef {object} Looking What the parts of the page are drawn from.
 * @property {Bench} bench
 * @property {Engine} engine
 * @property {Shown} game
 * @property {ReturnType<typeof useGame>} of
 * @property {Match} match
 * @property {ReturnType<typeof useSteps>} steps
 * @property {import('./match.js').Scene} scene
 * @property {import('./pool.js').Looked | null | undefined} rating Of the decision that is looked at.
 * @property {number} you Who played; -1 for nobody.
 */

/** The board, and how one goes through the game.
 * @param {{looking: Looking, below: number, onTurn: () => void, games: Finished[],
 *   onGame: (game: Shown) => void, onPlay: (game: Shown) => void, onClose: () => void}} given */
function Ground({ looking, below, onTurn, games, onGame, onPlay, onClose }) {
  const {
    bench,
    engine,
    game,
    of: { what, taken },
    steps,
    scene,
    you,
  } = looking;
  const { place, turnOf } = steps;
  const names = game.names.map(deckName).map((name, side) => {
    const plain = `${SIDES[side]}: ${name}`;
    return called(game, side, _('You: {name}', { name }), name, plain);
  });
  const copy = () => navigator.clipboard?.writeText(location.href).catch(() => {});
  const playOn = (/** @type {number} */ side) => () =>
    onPlay({ ...what, names: game.names, you: side, taken: taken.slice(0, place) });
  const [first, second] = what.policies;
  const by = { ...what, first, second };
  const origin = _('Played by {first} and {second}: seed {seed}, matchup {matchup}, game {game}.', by);
  const help = _('Keys: ← → by decision, ↑ ↓ by Round, Home and End, w why.');
  return html`<section class="sheet stackof">
    <div class="head">
      <h1 tabindex="-1">${staged(game, scene, Boolean(scene.turn && turnOf(place)))}</h1>
      <span class="grey num">${standing(scene, you < 0 ? below : you, you)}</span>
    </div>
    <${Board} scene=${scene} cards=${bench.cards} you=${you} below=${below} names=${names} options=${[]} />
    <${Steps} steps=${steps} />
    <div class="buttons tools">
      <button onClick=${onClose}>${_('Back to the table')}</button>
      <button onClick=${onTurn}>${_('Turn the table')}</button>
      ${
        !scene.over &&
        SIDES.map(
          (side, k) => html`<button key=${side} onClick=${playOn(k)}>
            ${called(game, k, _('Play on from here'), _('Play on as the other side'), _('Play on as {side}', { side }))}
          </button>`,
        )
      }
      <button onClick=${copy}>${_('Copy a link to it')}</button>
    </div>
    <p class="grey">${game.taken ? help : `${origin} ${help}`}</p>
    <${Chooser} bench=${bench} engine=${engine} game=${game} games=${games} onGame=${onGame} />
  </section>`;
}

/** The decision that is looked at. @param {{looking: Looking, why: boolean, onWhy: () => void}} given */
function Decision({
  looking: {
    bench: { cards },
    engine: { layout },
    game,
    match,
    steps: { place },
    rating,
    you,
  },
  why,
  onWhy,
}) {
  const move = match.moves[place];
  const lines = linesSince(match, cards, match.moves[place - 1]?.events ?? 0, you);
  const happened = html`<${Happened} lines=${lines} all=${[]} />`;
  if (!move)
    return html`<section class="sheet stackof ask"><h2 class="asked">${_('The end')}</h2>${happened}</section>`;
  const policy = { by: layout.usual, on: playedBy(layout) };
  const asked = { who: called(game, move.player, _('You'), _('They')), question: question(match, cards) };
  const aim = _('for {who} with the best option', { who: who(game, move.player) });
  return html`<section class="sheet stackof ask">
    <h2 class="asked">${_('{who}: {question}', asked)}</h2>
    <${Choices} options=${match.options()} cards=${cards} you=${you} rating=${rating} taken=${move.index} />
    ${
      rating &&
      html`<${Chance} chance=${bestOf(rating)} words=${aim} policy=${policy.on} />
      <div class="buttons"><button aria-pressed=${why} onClick=${onWhy}>${_('Why')}</button></div>
      ${why && html`<${Why} rating=${rating} cards=${cards} you=${you} policy=${policy} />`}`
    }
    ${happened}
  </section>`;
}

/** A game, step by step. `game.taken`: as it was played; without it, its policies play it.
 * @param {{bench: Bench, engine: Engine, game: Shown, games: Finished[], onGame: (game: Shown) => void,
 *   onStep: (game: Shown) => void, onPlay: (game: Shown) => void, onClose: () => void}} given `onStep` hears which
 *   decision is looked at. */
export function Look({ bench, engine, game, games, onGame, onStep, onPlay, onClose }) {
  const [below, sit] = useState(Math.max(game.you ?? 0, 0));
  const [asked, ask] = useState(game.review ?? -1);
  const page = useRef(/** @type {HTMLElement | null} */ (null));
  const of = useGame(bench, engine, game, asked);
  const steps = useSteps(of.match?.moves ?? [], game.step ?? (asked < 0 ? 0 : Infinity));
  const [why, explain] = useState(false);
  const text = useText();
  const { go, last, place, step, round } = steps;
  const { match, problem, ratings } = of;
  const rating = ratings[match?.moves[place]?.player ?? -1]?.[place];
  const [close, onWhy] = [() => text.show(''), () => rating && explain(!why)];
  const [left, right, up, down] = [() => step(-1), () => step(1), () => round(-1), () => round(1)];
  /** @type {Record<string, () => void>} */
  const keys = {
    ...{ ArrowRight: right, ArrowLeft: left, Home: () => go(0), End: () => go(last), w: onWhy, Escape: close },
    ...{ PageDown: down, ArrowDown: down, PageUp: up, ArrowUp: up },
  };
  useKeys((key, event) => {
    if (!keys[key]) return;
    keys[key]();
    event.preventDefault();
  });
  // The button that opened it is gone.
  useLayoutEffect(() => refocus(page.current, asked < 0 ? 'h1' : '.aside h2[tabindex]'), [match]);
  useEffect(() => {
    if (match) onStep({ ...game, step: place, review: asked < 0 ? undefined : asked });
  }, [match, place, asked]);
  if (!match)
    return html`<main class="one"><section class="sheet stackof">
      <p class=${problem ? 'problem' : 'grey'} role="status">${problem || _('The game is being played …')}</p>
      <div class="buttons"><button onClick=${onClose}>${_('Back to the table')}</button></div>
    </section></main>`;
  match.seek(place);
  const looking = { bench, engine, game, of, match, steps, scene: match.look(), rating, you: game.you ?? -1 };
  const turn = () => sit(1 - below);
  const onMove = (/** @type {number} */ move) => {
    go(move);
    const ground = page.current?.querySelector('.ground');
    if (ground && ground.getBoundingClientRect().top < 0) ground.scrollIntoView();
  };
  const sides = SIDES.map((side, k) => [k, called(game, k, _('Yours'), _('Theirs'), _('As {side}', { side }))]);
  return html`<main class="one table look" ref=${page} ...${text.on}>
    <div class="ground">
      <${Ground} looking=${looking} below=${below} onTurn=${turn} games=${games} onGame=${onGame} onPlay=${onPlay}
        onClose=${onClose} />
      <${CardText} number=${text.card} cards=${bench.cards} onClose=${close} />
    </div>
    <div class="aside">
      <${Decision} looking=${looking} why=${why} onWhy=${onWhy} />
      <section class="sheet stackof" aria-label=${_('Review')}>
        <div class="head">
          <h2 tabindex="-1">${_('Review')}</h2><${Toggles} choices=${sides} chosen=${asked} onChoose=${ask} />
        </div>
        <${Reviewed} looking=${looking} asked=${asked} onMove=${onMove} />
        <${Problem} line=${problem} />
      </section>
    </div>
  </main>`;
}
