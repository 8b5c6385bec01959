/**
 * A game against the field at a table, with hints and chances; from here games are looked at again.
 *
 * @module table_view
 */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/preact.js';
import {
  Board,
  CardText,
  Chance,
  Choices,
  Happened,
  KEYS,
  Why,
  linesBetween,
  question,
  standing,
  useKeys,
  useText,
} from './board_view.js';
import { cardsOf } from './engine.js';
import { _, inParts } from './language.js';
import { Match } from './match.js';
import { WORLDS, playedBy } from './review.js';
import { Look } from './review_view.js';
import { Sheet } from './view.js';

/** Where finished games are saved in this browser, and how many. */
const [GAMES, MOST_SAVED] = ['ucgsim-games', 12];
const CHANCES = 'ucgsim-chances';

/** Finished games of this browser, newest first. @param {any} bench @returns {any[]} */
const savedGames = (bench) => {
  const games = bench.stored(GAMES)[0]?.data?.games;
  return Array.isArray(games)
    ? games.filter((each) => Array.isArray(each?.taken) && Array.isArray(each.a) && Array.isArray(each.b))
    : [];
};

/** Something remembered until the page is closed. @param {string} key @param {string} [value] @returns {string} */
function session(key, value) {
  try {
    if (value !== undefined) sessionStorage.setItem(key, value);
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

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

/** How far a game is. @param {any} scene @param {string} leads Who leads, in words. @returns {string} */
function staged({ phase, turn: round }, leads) {
  if (phase === 'throw') return _('Before Round 1 · throw for the lead');
  if (phase === 'redraw') return _('Before Round 1 · {leads}', { leads });
  return phase === 'over'
    ? _('Round {round} · over', { round })
    : _('Round {round} · {leads} · {phase}', { round, leads, phase: phases()[phase] ?? phase });
}

/** What to play: against whom, on which side, or a game to look at. `look`: a game that is looked at first.
 * @param {{bench: any, engine: any, look?: import('./review.js').Shown | null}} given */
export function TableView({ bench, engine, look = null }) {
  const [shown, show] = useState(/** @type {any} */ (look));
  const [game, play] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (look) show(look);
  }, [look]);
  const fresh = (/** @type {any} */ given) => {
    const { rival = 0, seed = 1, you = 0 } = given;
    const lists = [cardsOf(bench.deck.counts), cardsOf(bench.field[rival]?.counts ?? bench.saved.counts)];
    const names = [bench.deck.name, bench.field[rival]?.name ?? bench.saved.name];
    const [a, b] = you ? [lists[1], lists[0]] : lists;
    return {
      a,
      b,
      names: you ? [names[1], names[0]] : names,
      policies: [bench.policy, bench.policy],
      seed,
      matchup: 0,
      game: 0,
      you,
      taken: [],
      rival,
    };
  };
  const now = game ?? fresh({});
  if (shown)
    return html`<${Look} key=${JSON.stringify([shown.seed, shown.matchup, shown.game, shown.you, shown.taken?.length, shown.names, shown.policies])} bench=${bench} engine=${engine} game=${shown} games=${savedGames(bench)} onGame=${show} onClose=${() => show(null)}
    onPlay=${(/** @type {any} */ from) => {
      play({ ...from, policies: [bench.policy, bench.policy], rival: now.rival });
      show(null);
    }} />`;
  return html`<${Play} key=${JSON.stringify([now.seed, now.matchup, now.game, now.you, now.rival, now.names, now.taken.length])} bench=${bench} engine=${engine} game=${now} onNew=${(/** @type {any} */ given) => play(fresh({ ...now, ...given }))} onLook=${show} />`;
}

/** A person at the table. @param {{bench: any, engine: any, game: any, onNew: (given: any) => void, onLook: (game: any) => void}} given */
function Play({ bench, engine, game, onNew, onLook }) {
  const { you } = game;
  const [, draw] = useState(0);
  const [chances, turn] = useState(session(CHANCES) === 'on');
  const [wanted, want] = useState('');
  const [rating, rate] = useState(/** @type {any} */ (null));
  const [picked, pick] = useState(/** @type {any} */ (null));
  const [keys, list] = useState(false);
  const text = useText();
  /** @type {any} */
  const place = useRef(null);
  const ended = useRef(false);
  const { match, problem } = useMemo(() => {
    try {
      return { match: new Match(engine, game), problem: '' };
    } catch (error) {
      return { match: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }, []);
  useEffect(() => () => match?.close(), [match]);
  const step = match?.shown ?? 0;
  const over = match?.over ?? false;
  const asks = Boolean(wanted) || chances;
  useEffect(() => {
    if (!match || over || !asks || rating?.step === step) return undefined;
    const control = new AbortController();
    const given = { ...match.what, you, taken: match.taken };
    bench.pool
      .ask({ game: given, worlds: WORLDS, signal: control.signal })
      .then((/** @type {any} */ answer) => {
        if (answer && !control.signal.aborted) rate({ ...answer, step });
      })
      .catch((/** @type {Error} */ error) => {
        bench.message = error.message;
        bench.say();
      });
    return () => control.abort();
  }, [step, asks, over]);
  useLayoutEffect(() => {
    // What was in the focus may have gone with the choice.
    if (step && (document.activeElement === document.body || !document.activeElement))
      place.current?.querySelector('.choices button')?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    if (!match || !over || ended.current) return;
    ended.current = true;
    const { turn: round, winner } = match.look();
    bench.store(GAMES, {
      games: [
        { ...game, ...match.what, you, taken: match.taken, round, winner, at: Date.now() },
        ...savedGames(bench),
      ].slice(0, MOST_SAVED),
    });
  }, [over]);
  const options = match && !over ? match.options() : [];
  const changed = () => {
    pick(null);
    want('');
    rate(null);
    draw((/** @type {number} */ n) => n + 1);
  };
  const take = (/** @type {number} */ index) => {
    if (!match || match.over) return;
    match.take(index);
    changed();
  };
  const back = () => {
    if (match?.undo()) changed();
  };
  const show = (/** @type {string} */ what) => want(wanted === what ? '' : what);
  const toggle = () => {
    session(CHANCES, chances ? 'off' : 'on');
    turn(!chances);
  };
  const again = () => onNew({ seed: game.seed + 1, taken: [] });
  useKeys((key, event) => {
    const option = options[KEYS.indexOf(key)];
    if (key.length === 1 && option) take(option.index);
    else if (key === 'u') back();
    else if (key === 'h' && options.length) show('hint');
    else if (key === 'w' && options.length) show('why');
    else if (key === 'c') toggle();
    else if (key === 'n') again();
    else if (key === 'Escape') {
      pick(null);
      text.show('');
    } else if (key === '?') list(true);
    else return;
    event.preventDefault();
  });
  if (!match) return html`<main class="one"><p class="problem" role="alert">${problem}</p></main>`;
  const scene = match.look();
  const lines = linesBetween(match, bench.cards, match.moves[match.latest]?.events ?? 0);
  const all = linesBetween(match, bench.cards, 0);
  const known = rating?.step === step ? rating : null;
  const best = known
    ? known.options
        .map((/** @type {any} */ each) => known.rates[each.index])
        .reduce((/** @type {any} */ x, /** @type {any} */ y) => (y.rate > x.rate ? y : x))
    : null;
  const policy = { by: game.policies[you], on: playedBy(engine.layout) };
  const asker = match.asker ? bench.cards.get(match.asker) : null;
  const names = game.names.map((/** @type {string} */ name, /** @type {number} */ side) =>
    side === you ? _('You: {name}', { name }) : name,
  );
  const saved = savedGames(bench);
  const leads = scene.lead === 'AB'[you] ? _('you lead') : _('they lead');
  const stage = staged(scene, leads);
  const lookAt = () => onLook({ ...match.what, names: game.names, you, taken: match.taken, review: true });
  return html`<main class="one table" ref=${place} ...${text.on}><div class="ground"><section class="sheet stackof">
    <div class="head"><h1>${stage}</h1><span class="grey num">${standing(scene, you, you)}</span></div>
    <${Board} scene=${scene} cards=${bench.cards} you=${you} below=${you} names=${names} options=${options} onTake=${take} picked=${picked} onPick=${pick} />
    <div class="buttons tools"><label class="grey">${_('Against')} <select value=${game.rival} onChange=${(/** @type {any} */ event) => onNew({ rival: Number(event.target.value), taken: [] })}>
      ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
      <button onClick=${again}>${_('New game')}</button><button onClick=${() => onNew({ you: 1 - you, taken: [] })}>${_('Other side')}</button>
      <button onClick=${() => onLook({ ...(saved[0] ?? { ...match.what, names: game.names }), ...(saved[0] ? {} : { taken: undefined }) })}>${_('Look at games')}</button><button class="quiet" onClick=${() => list(true)}>${_('Keys')}</button></div></section>
    <${CardText} number=${text.card} cards=${bench.cards} onClose=${() => text.show('')} /></div>
    <div class="aside"><section class="sheet stackof ask"><div class="head"><h2 class="asked">${scene.over ? _('The game is over') : question(match, bench.cards)}</h2></div>
    ${asker ? html`<p class="grey">${asker.text}</p>` : null}
    ${
      scene.over
        ? html`<p>${inParts(_('{winner} in Round {round}.'), { winner: html`<b>${scene.winner === 'AB'[you] ? _('You win') : scene.winner ? _('They win') : _('Nobody wins')}</b>`, round: scene.turn })}</p>
      <div class="choices buttons"><button class="main" onClick=${lookAt}>${_('Review')}</button><button onClick=${again}>${_('Play again')}</button></div>`
        : html`<${Choices} options=${options} cards=${bench.cards} you=${you} rating=${wanted ? known : null} picked=${picked} onTake=${take} />`
    }
    <div class="buttons"><button disabled=${match.latest < 0} onClick=${back}>${_('Undo')}</button>${scene.over ? null : html`<button aria-pressed=${wanted === 'hint'} onClick=${() => show('hint')}>${_('Hint')}</button><button aria-pressed=${wanted === 'why'} onClick=${() => show('why')}>${_('Why')}</button>`}
      <button aria-pressed=${chances} onClick=${toggle}>${_('Chances')}</button></div>
    ${scene.over || !asks ? null : html`<${Chance} chance=${best} words=${_('to win with the best option')} policy=${policy.on} />`}
    </section><section class="sheet stackof more">${wanted === 'why' && known ? html`<${Why} rating=${known} cards=${bench.cards} you=${you} policy=${policy} />` : null}
    <${Happened} lines=${lines} all=${all} /></section></div>
    ${keys ? html`<${Sheet} title=${_('Keys')} onClose=${() => list(false)}><table>${ways().map(([key, does]) => html`<tr key=${key}><th scope="row">${key}</th><td>${does}</td></tr>`)}</table></${Sheet}>` : null}</main>`;
}
