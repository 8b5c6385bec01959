/** A game against the field at a table, with hints and chances; from here games are looked at again. */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { freshGame, isPlayed, ofGame, rivalIn } from './address.js';
import { deckName, titleOf } from './cards.js';
import { Board, CardText, refocus, standing, useKeys, useText } from './board_view.js';
import { Chance, Choices, Happened, KEYS, Why, bestOf } from './chances_view.js';
import { _, inParts } from './language.js';
import { Match } from './match.js';
import { SIDES, linesSince, question } from './options.js';
import { WORLDS, playedBy } from './review.js';
import { Look } from './review_view.js';
import { Against, Sheet, note } from './view.js';

/** Where finished games are saved in this browser, and how many. */
const [GAMES, MOST_SAVED] = ['ucgsim-games', 12];
const CHANCES = 'ucgsim-chances';

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./address.js').Address} Address
 * @typedef {import('./address.js').Shown} Shown
 * @typedef {Shown & {you: number, taken: number[]}} Seated A game of a person.
 * @typedef {{rival?: number, seed?: number, you?: number}} New What another game keeps of the one before.
 * @typedef {Seated & {round: number, winner: string | null, at: number}} Finished
 * @typedef {import('./pool.js').Looked & {step: number}} Rating Of the position of a step.
 */

/** Finished games of this browser, newest first. @param {Bench} bench @returns {Finished[]} */
const savedGames = (bench) =>
  /** @type {Finished[]} */ (/** @type {unknown} */ (bench.storage.list(GAMES, 'games'))).filter(({ taken, a, b }) =>
    [taken, a, b].every(Array.isArray),
  );

const ways = () => [
  [_('1 to 9, 0, letters'), _('choose')],
  ['c', _('chances on or off')],
  ['h', _('hint')],
  ['w', _('why')],
  ['u', _('take the last choice back')],
  ['n', _('new game')],
  ['Tab, Enter', _('go to a card or an area, choose it')],
  ['?', _('these keys')],
];
/** What phases are called, by their names in the layout. @returns {Record<string, string>} */
const phases = () => ({
  start: _('start phase'),
  draw: _('draw phase'),
  scene: _('scene phase'),
  set: _('set phase'),
  level_up: _('level up phase'),
  open: _('open phase'),
  activate: _('activate phase'),
  judgement: _('judgement phase'),
  end: _('end phase'),
});

/** How far a game is. @param {import('./match.js').Scene} scene @param {number} you */
function staged({ phase, turn: round, lead }, you) {
  const leads = lead === SIDES[you] ? _('you lead') : _('they lead');
  if (phase === 'throw') return _('Before Round 1 · throw for the lead');
  if (phase === 'redraw') return _('Before Round 1 · {leads}', { leads });
  if (phase === 'over') return _('Round {round} · over', { round });
  return _('Round {round} · {leads} · {phase}', { round, leads, phase: phases()[phase] ?? phase });
}

/** The game that the address names: a person's, or one that is looked at.
 * @param {{bench: Bench, engine: Engine, address: Address}} given */
export function TableView({ bench, engine, address }) {
  const { game, id } = /** @type {{game: Shown, id: number}} */ (address.place);
  const show = (/** @type {Shown} */ other) => address.go(ofGame(other, bench.policy));
  const policies = /** @type {[string, string]} */ ([bench.policy, bench.policy]);
  const playOn = (/** @type {Shown} */ from) => show({ ...from, policies });
  const step = (/** @type {Shown} */ now) => address.note(now);
  const close = () => address.turn('table');
  return isPlayed(game)
    ? html`<${Play} key=${id} bench=${bench} engine=${engine} game=${game} address=${address} onLook=${show} />`
    : html`<${Look}
        key=${id} bench=${bench} engine=${engine} game=${game} games=${savedGames(bench)} onGame=${show} onStep=${step}
        onClose=${close} onPlay=${playOn} />`;
}

/** A game with its person, as it goes: what it is rated, and where it is saved.
 * @param {{bench: Bench, engine: Engine, game: Seated, address: Address}} given
 * @param {boolean} asks Whether chances are asked for. */
function useMatch({ bench, engine, game, address }, asks) {
  const { you } = game;
  const [, draw] = useState(0);
  const [rating, rate] = useState(/** @type {Rating | null} */ (null));
  const match = useMemo(() => new Match(engine, game), []);
  // A game that is opened at its end was saved when it came to it.
  const ended = useRef(match.over);
  useEffect(() => () => match.close(), [match]);
  const { shown: step, over } = match;
  useLayoutEffect(() => {
    // The other side may have chosen before: without a choice of the person's own the game is as it was dealt.
    const hasBegun = match.latest >= 0 || game.taken.length;
    address.note({ ...game, ...match.what, taken: hasBegun ? match.taken : [] });
  }, [step]);
  useEffect(() => {
    if (over || !asks || rating?.step === step) return undefined;
    const control = new AbortController();
    const given = { ...match.what, you, taken: match.taken };
    bench.pool
      .ask({ game: given, worlds: WORLDS, signal: control.signal })
      .then((answer) => answer && !control.signal.aborted && rate({ ...answer, step }))
      .catch(bench.report);
    return () => control.abort();
  }, [step, asks, over]);
  useEffect(() => {
    if (!over || ended.current) return;
    ended.current = true;
    const { turn: round, winner } = match.look();
    const finished = { ...game, ...match.what, you, taken: match.taken, round, winner, at: Date.now() };
    bench.storage.write(GAMES, { games: [finished, ...savedGames(bench)].slice(0, MOST_SAVED) });
  }, [over]);
  const redraw = () => {
    rate(null);
    draw((n) => n + 1);
  };
  return { match, step, over, known: rating?.step === step ? rating : null, redraw };
}

/** How a game ended. @param {{scene: import('./match.js').Scene, you: number}} given */
function Ended({ scene, you }) {
  const others = scene.winner ? _('They win') : _('Nobody wins');
  const winner = html`<b>${scene.winner === SIDES[you] ? _('You win') : others}</b>`;
  return html`<p>${inParts(_('{winner} in Round {round}.'), { winner, round: scene.turn })}</p>`;
}

/** The keys that are heard here. @param {{onClose: () => void}} given */
const Keys = ({ onClose }) =>
  html`<${Sheet} title=${_('Keys')} onClose=${onClose}><table>
    ${ways().map(([key, does]) => html`<tr key=${key}><th scope="row">${key}</th><td>${does}</td></tr>`)}
  </table></${Sheet}>`;

/** What is below the board: who is met, and other games. @param {{bench: Bench, game: Seated, match: Match,
 *   onNew: (given: New) => void, onLook: (game: Shown) => void, onKeys: () => void}} given */
function Tools({ bench, game, match, onNew, onLook, onKeys }) {
  const [last] = savedGames(bench);
  const { seed, names } = game;
  const meet = (/** @type {number} */ rival) => onNew({ rival, seed });
  const look = () => onLook({ ...(last ?? { ...match.what, names }), step: 0 });
  const copy = () => navigator.clipboard?.writeText(location.href).catch(() => {});
  return html`<div class="buttons tools">
    <${Against} bench=${bench} value=${rivalIn(bench, game)} onChoose=${meet} />
    <button onClick=${() => onNew({})}>${_('New game')}</button>
    <button onClick=${() => onNew({ you: 1 - game.you, seed })}>${_('Other side')}</button>
    <button onClick=${look}>${_('Look at games')}</button>
    <button onClick=${copy}>${_('Copy a link to it')}</button>
    <button class="quiet" onClick=${onKeys}>${_('Keys')}</button>
  </div>`;
}

/** What a person does at the table, by buttons and by keys.
 * @param {{bench: Bench, engine: Engine, game: Seated, address: Address}} given @param {(given: New) => void} onNew */
function useTable(given, onNew) {
  const { storage } = given.bench;
  const [chances, turn] = useState(storage.read(CHANCES)[0]?.data.shown === true);
  const [wanted, want] = useState('');
  const [picked, pick] = useState(/** @type {import('./board_view.js').Picked} */ (null));
  const [keys, list] = useState(false);
  const text = useText();
  const asks = Boolean(wanted) || chances;
  const { match, over, redraw, ...rest } = useMatch(given, asks);
  const options = over ? [] : match.options();
  const changed = () => {
    pick(null);
    text.show('');
    want('');
    redraw();
  };
  const take = (/** @type {number} */ index) => {
    if (match.over) return;
    match.take(index);
    changed();
  };
  const back = () => match.undo() && changed();
  const show = (/** @type {string} */ what) => options.length && want(wanted === what ? '' : what);
  const toggle = () => {
    storage.write(CHANCES, { shown: !chances });
    turn(!chances);
  };
  const again = () => onNew({});
  // A game in the midst of which a key is pressed is not thrown away by it.
  const next = () => (over || !match.taken.length) && again();
  const close = () => {
    pick(null);
    text.show('');
  };
  const [hint, why, help] = [() => show('hint'), () => show('why'), () => list(true)];
  /** @type {Record<string, () => void>} */
  const heard = { u: back, h: hint, w: why, c: toggle, n: next, Escape: close, '?': help };
  useKeys((key, event) => {
    const option = options[KEYS.indexOf(key)];
    if (key.length === 1 && option) take(option.index);
    else if (heard[key]) heard[key]();
    else return;
    event.preventDefault();
  });
  const does = { take, back, pick, hint, why, toggle, again, list };
  return { ...rest, ...does, match, options, text, picked, wanted, chances, asks, keys };
}

/** The cards whose texts a question is about: the effect that asks, or the powers that may be used.
 * @param {Match} match @param {import('./match.js').Option[]} options @returns {string[]} */
function askedBy({ asker, asked }, options) {
  const powers = asked === 'ACTIVATE' ? options.map(({ card }) => card) : [];
  return [...new Set([asker, ...powers])].filter((number) => typeof number === 'string');
}

/** What is asked, the text of a card, and what came before.
 * @param {{bench: Bench, engine: Engine, game: Seated, match: Match, table: ReturnType<typeof useTable>,
 *   onLook: (game: Shown) => void}} given */
function Asked({ bench: { cards }, engine, game: { you, names, policies }, match, table, onLook }) {
  const { options, wanted, known, picked, chances, asks, text, take, back, again, hint, why, toggle } = table;
  const scene = match.look();
  const lines = linesSince(match, cards, match.moves[match.latest]?.events ?? 0);
  const policy = { by: policies[you], on: playedBy(engine.layout) };
  const askers = askedBy(match, options).map((number) => cards.must(number));
  const review = () => onLook({ ...match.what, names, you, taken: match.taken, review: you });
  const aim = _('to win with the best option');
  return html`<div class="aside">
    <section class="sheet stackof ask">
      <div class="head"><h2 class="asked">${scene.over ? _('The game is over') : question(match, cards)}</h2></div>
      ${askers.map((card) => note(askers.length > 1 ? `${titleOf(card)}: ${card.text}` : card.text))}
      ${
        scene.over
          ? html`
            <${Ended} scene=${scene} you=${you} />
            <div class="choices buttons">
              <button class="main" onClick=${review}>${_('Review')}</button>
              <button onClick=${again}>${_('Play again')}</button>
            </div>
          `
          : html`<${Choices}
            options=${options} cards=${cards} you=${you} rating=${wanted ? known : null} picked=${picked} onTake=${take}
          />`
      }
      <div class="buttons">
        <button disabled=${match.latest < 0} onClick=${back}>${_('Undo')}</button>
        ${
          !scene.over &&
          html`
            <button aria-pressed=${wanted === 'hint'} onClick=${hint}>${_('Hint')}</button>
            <button aria-pressed=${wanted === 'why'} onClick=${why}>${_('Why')}</button>
          `
        }
        <button aria-pressed=${chances} onClick=${toggle}>${_('Chances')}</button>
      </div>
      ${!scene.over && asks && html`<${Chance} chance=${known && bestOf(known)} words=${aim} policy=${policy.on} />`}
    </section>
    <${CardText} number=${text.card} cards=${cards} onClose=${() => text.show('')} />
    <section class="sheet stackof more">
      ${wanted === 'why' && known && html`<${Why} rating=${known} cards=${cards} you=${you} policy=${policy} />`}
      <${Happened} lines=${lines} all=${linesSince(match, cards, 0)} />
    </section>
  </div>`;
}

/** A person at the table. @param {{bench: Bench, engine: Engine, game: Seated, address: Address,
 *   onLook: (game: Shown) => void}} given */
function Play({ bench, engine, game, address, onLook }) {
  const { you } = game;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const onNew = (/** @type {New} */ given) =>
    address.go(freshGame(bench, { rival: rivalIn(bench, game), you, before: game, ...given }));
  const table = useTable({ bench, engine, game, address }, onNew);
  const { match, step, options, picked, text, keys, take, pick, list } = table;
  useLayoutEffect(() => {
    // What was in the focus may have gone with the choice.
    if (step) refocus(place.current, '.choices button');
  }, [step]);
  const scene = match.look();
  const { cards } = bench;
  const names = game.names.map(deckName).map((name, side) => (side === you ? _('You: {name}', { name }) : name));
  const help = () => list(true);
  return html`<main class="one table" ref=${place} ...${text.on}>
    <div class="ground">
      <section class="sheet stackof">
        <div class="head"><h1>${staged(scene, you)}</h1><span class="grey num">${standing(scene, you, you)}</span></div>
        <${Board} scene=${scene} cards=${cards} you=${you} below=${you} names=${names} options=${options} onTake=${take}
          picked=${picked} onPick=${pick} />
        <${Tools} bench=${bench} game=${game} match=${match} onNew=${onNew} onLook=${onLook} onKeys=${help} />
      </section>
    </div>
    <${Asked} bench=${bench} engine=${engine} game=${game} match=${match} table=${table} onLook=${onLook} />
    ${keys && html`<${Keys} onClose=${() => list(false)} />`}
  </main>`;
}
