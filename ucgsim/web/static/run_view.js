/** One run of the studio: how far it is, what it says, and what comes next. */

import { html, useState } from './vendor/preact.js';
import { ofGame } from './address.js';
import { deckName } from './cards.js';
import { cardsOf } from './engine.js';
import { _, listed, many } from './language.js';
import { gained, percent } from './numbers.js';
import { Bar, Problem, Typed, note, useLooks } from './view.js';

const BETWEEN_LOOKS = 700;
const MOST_ROWS = 30;
/** Change of the share of games won that a full bar stands for. */
const MOST_CHANGE = 0.1;

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./view.js').Estimate} Estimate
 * @typedef {import('./server.js').Server} Server
 * @typedef {import('./deck.js').Deck} Deck
 * @typedef {Estimate & {sentences: string[]}} Rule
 * @typedef {object} Kinds What questions come to, as their commands print it with `--json`.
 * @property {{overall: Estimate, matchups: (Estimate & {rival: string})[]}} gauntlet
 * @property {{win_rate: Record<string, Estimate>, decks: Record<string, {name: string}>}} duel
 * @property {{decks: {name: string}[], field: Estimate[]}} matrix
 * @property {{difference: Estimate, opponents: {name: string, difference: Estimate}[]}} compare
 * @property {{builds: {out: string[], in: string[], gain: Estimate}[]}} improve
 * @property {{policy: Rule, rule: {gain_over_keep: Estimate, sentences: string[]} | null, always_keep: Estimate,
 *   always_redraw: Estimate, classes: {class: string, too_few: boolean, redraw_gain: Estimate}[]}} redraw
 * @property {{decks: {deck: string, cut: Estimate, wins: Estimate}[], best: {deck: string, wins: Estimate},
 *   players: number, rounds: number, cut: number}} tournament
 * @typedef {{policy?: string | Rule, policies?: Record<string, string>, rules?: string, seed?: number}} Basis
 * @typedef {import('./server.js').Run & {values: Kinds[keyof Kinds] & Basis, values_of: keyof Kinds, answer: string,
 *   basis: string, why: string, printed: string, better: Deck | null}} Run
 * @typedef {{decks: Deck[], policies: [string, string], seed: number, matchup: number, playable: boolean,
 *   closest: number | null, lost: number | null}} Matchup
 */

/** A row of figures: what, an interval drawn, in words, games. @param {string} what @param {Estimate} estimate */
const share = (what, estimate) => figure(what, estimate, 1, percent(estimate));
/** @param {string} what @param {Estimate} estimate */
const change = (what, estimate) => figure(what, estimate, MOST_CHANGE, _('{gain} points', { gain: gained(estimate) }));

/** @param {string} what @param {Estimate} estimate @param {number} whole @param {string} words */
const figure = (what, estimate, whole, words) => html`<tr>
  <th scope="row">${what}</th>
  <td><${Bar} estimate=${estimate} whole=${whole} /></td>
  <td class="num">${words}</td>
  <td class="num grey">${estimate.n ? many(estimate.n) : (estimate.n ?? '')}</td>
</tr>`;

/** @param {Bench} bench @param {string[]} numbers */
const cards = (bench, numbers) => listed(numbers.map((number) => `${bench.cards.title(number)} ${number}`));

/** What is drawn of each question's values: a heading, and rows.
 * @type {{[K in keyof Kinds]: (values: Kinds[K], bench: Bench) => [string, unknown[]]}} */
const FIGURES = {
  gauntlet: ({ overall, matchups }) => [
    _('share of games won'),
    [share(_('the field'), overall), ...matchups.map((each) => share(deckName(each.rival), each))],
  ],
  duel: ({ win_rate: won, decks }) => [
    _('share of games won'),
    Object.keys(won).map((side) => share(deckName(decks[side].name), won[side])),
  ],
  matrix: ({ decks, field }) => [
    _('share of games won against the field'),
    decks.map(({ name }, k) => share(deckName(name), field[k])),
  ],
  compare: ({ difference, opponents }) => [
    _('change of the share of games won'),
    [change(_('the field'), difference), ...opponents.map((each) => change(deckName(each.name), each.difference))],
  ],
  improve: ({ builds }, bench) => [
    _('change of the share of games won, on fresh games'),
    builds.map((each) => change(`${cards(bench, each.out)} → ${cards(bench, each.in)}`, each.gain)),
  ],
  redraw: ({ policy, rule, always_keep: keep, always_redraw: redraw, classes }) => [
    _('share of games won'),
    [
      share(_('every hand kept'), keep),
      share(_('every hand redrawn'), redraw),
      share(_('as the player does'), policy),
      ...(rule ? [change(_('what the rule gains over keeping'), rule.gain_over_keep)] : []),
      ...classes
        .filter((each) => !each.too_few)
        .map((each) => change(_('what a redraw gains: {hands}', { hands: each.class }), each.redraw_gain)),
    ],
  ],
  tournament: ({ decks }) => [
    _('chance'),
    decks.flatMap((each) => [
      share(_('{deck}: makes the cut', each), each.cut),
      share(_('{deck}: wins it', each), each.wins),
    ]),
  ],
};

/** The answer in words, where the command that answers printed values alone.
 * @type {{[K in keyof Kinds]?: (values: Kinds[K]) => string}} */
const WORDS = {
  redraw: ({ policy, rule }) =>
    [...(rule?.sentences ?? []), _('The player: {sentences}', { sentences: policy.sentences.join(' ') })].join(' '),
  tournament: ({ best, players, rounds, cut }) => {
    const given = { deck: deckName(best.deck), rate: percent(best.wins), players, rounds, cut };
    return _(
      '{deck} wins most often: {rate} of tournaments with {players} players, {rounds} rounds and a cut of {cut}.',
      given,
    );
  },
};

/** What a run says: a heading and rows, and its answer in words. @param {Run | null} run @param {Bench} bench */
function shownOf(run, bench) {
  if (!run || !Object.keys(run.values).length) return { heading: '', rows: [], words: '' };
  const { values, values_of: kind } = run;
  const draw = /** @type {((values: unknown, bench: Bench) => [string, unknown[]]) | undefined} */ (FIGURES[kind]);
  const say = /** @type {((values: unknown) => string) | undefined} */ (WORDS[kind]);
  const [heading, rows] = draw?.(values, bench) ?? ['', []];
  return { heading, rows, words: rows.length ? (say?.(values) ?? '') : '' };
}

/** @param {Basis} values */
function basis({ policy, policies, rules = '', seed }) {
  const named = typeof policy === 'string' ? policy : [...new Set(Object.values(policies ?? {}))].join(_(' against '));
  return _('95 %, for another good player where a duel is counted. {policy}, rules {rules}, seed {seed}.', {
    policy: named,
    rules,
    seed: seed ?? '',
  });
}

/** Games of a run that are worth a look, on the table. @param {{run: Run, server: Server, bench: Bench}} given */
function Games({ run, server, bench }) {
  const [matchups, list] = useState(/** @type {Matchup[] | null} */ (null));
  const [wrong, complain] = useState('');
  const button = (/** @type {Matchup} */ each, /** @type {number | null} */ game, /** @type {string} */ words) => {
    if (game === null) return null;
    const { decks, policies, seed, matchup } = each;
    const [a, b] = decks.map(({ counts }) => cardsOf(counts));
    const shown = { a, b, names: decks.map(({ name }) => name), policies, seed, matchup, game };
    return html`<a class="button" href=${ofGame(shown, bench.policy)}>${words}</a>`;
  };
  const open = () =>
    server.ask(`/api/run/${run.run}/games`).then(
      (said) => list(said.matchups),
      (error) => complain(error.message),
    );
  if (wrong) return html`<p class="problem">${wrong}</p>`;
  if (!matchups) return html`<button onClick=${open}>${_('Games on the table')}</button>`;
  const known = matchups.filter(
    ({ playable, policies }) => playable && policies.every((name) => bench.policies.includes(name)),
  );
  const none = matchups.length
    ? _('This page plays other rules, cards or players; the page of the run tells its games.')
    : _('Of this run only counts are stored, and no games.');
  return html`<div>
    ${known.map(
      (each, k) => html`<div class="field" key=${k}>
        <span>${deckName(each.decks[1].name)}</span><span></span>
        <span class="buttons">
          ${button(each, each.closest, _('the closest game'))}${button(each, each.lost, _('the first that it lost'))}
        </span>
      </div>`,
    )}
    ${!known.length && note(none)}
  </div>`;
}

/** What can be done with a run.
 * @param {{run: Run, server: Server, bench: Bench, act: (step: string, json?: unknown) => void, onBack: () => void,
 *   onOpen: () => void}} given */
function Next({ run, server, bench, act, onBack, onOpen }) {
  const [games, count] = useState(2 * (run.games || 2000));
  const [tables, list] = useState(/** @type {string[] | null} */ (null));
  if (run.live) return html`<button onClick=${() => act('stop')}>${_('Stop; what was played stays')}</button>`;
  const { better, terminal } = run;
  const done = run.status === 'done';
  const drop = () =>
    confirm(terminal ? _('Take this run off the list? Its folder stays.') : _('Delete this run and its games?')) &&
    server.ask(`/api/run/${run.run}`, { method: 'DELETE' }).then(onBack);
  const take = () => {
    bench.open(bench.edited.deck);
    if (better) bench.edited.become(better.counts);
    onOpen();
  };
  const openTables = () => server.ask(`/run/${run.run}/tables`).then((said) => list(said.tables));
  const type = (/** @type {string} */ text) => count(Number(text));
  return html`
    <div class="buttons">
      ${better && html`<button class="main" onClick=${take}>${_('Put the better deck on the table')}</button>`}
      ${
        done
          ? html`
            <a class="button" href=${`/run/${run.run}/page`} target="_blank" rel="noopener">${_('The whole page')}</a>
            <button onClick=${openTables}>${_('Tables as CSV')}</button>
          `
          : html`<button class="main" onClick=${() => act('go-on')}>${_('Go on')}</button>`
      }
      ${
        run.can_grow &&
        html`
          <label class="inline">
            ${_('Play up to')} <${Typed}
              type="number" aria-label=${_('Games')} min="2" max="1000000" value=${games} onDone=${type} />
          </label>
          <button onClick=${() => act('extend', { games })}>${_('games of each')}</button>
        `
      }
      <button onClick=${drop}>${terminal ? _('Off the list') : _('Delete')}</button>
    </div>
    ${done && html`<${Games} run=${run} server=${server} bench=${bench} />`}
    ${
      tables &&
      html`<ul>
      ${tables.map((name) => html`<li key=${name}><a href=${`/run/${run.run}/tables/${name}`}>${name}</a></li>`)}
      ${!tables.length && html`<li>${_('This run has none.')}</li>`}
    </ul>`
    }
  `;
}

/** @param {{number: number, bench: Bench, server: Server, onBack: () => void, onOpen: () => void}} given */
export function RunView({ number, bench, server, onBack, onOpen }) {
  const [run, show] = useState(/** @type {Run | null} */ (null));
  const [wrong, complain] = useState('');
  const fail = (/** @type {Error} */ error) => complain(error.message);
  const look = () =>
    server.ask(`/api/run/${number}`).then((said) => {
      show(said);
      complain('');
    }, fail);
  const live = run?.live ?? true;
  useLooks(look, BETWEEN_LOOKS, [number, live], live);
  const act = (/** @type {string} */ step, json = {}) =>
    server.ask(`/api/run/${number}/${step}`, { method: 'POST', json }).then(look, fail);
  const { heading, rows, words } = shownOf(run, bench);
  const part = Number(/\((\d+) %/.exec(run?.progress ?? '')?.[1] ?? 0);
  return html`<main class="one">
    <section class="sheet stackof">
      <div class="head">
        <h1>${run?.title ?? _('Run {run}', { run: number })}</h1>
        <button onClick=${onBack}>${_('All questions and runs')}</button>
      </div>
      <${Problem} line=${wrong} />
      ${
        run &&
        html`
          <p class="grey" role="status">${[run.status, run.progress].filter(Boolean).join(' · ')}</p>
          ${
            run.live &&
            html`<progress aria-label=${_('How far it is')} max="100" value=${part || undefined}></progress>`
          }
          <${Problem} line=${run.error} />
          <p class="rule">${run.answer || words || (run.live && run.why)}</p>
          ${
            rows.length > 0 &&
            html`
              <table class="figures">
                <caption class="grey">${heading}</caption>
                <tbody>${rows.slice(0, MOST_ROWS)}</tbody>
              </table>
              <p class="grey">${run.basis || basis(run.values)}</p>
            `
          }
          ${run.printed && html`<pre>${run.printed}</pre>`}
          <${Next}
            key=${run.status} run=${run} server=${server} bench=${bench} act=${act} onBack=${onBack} onOpen=${onOpen} />
          <details><summary>${_('The same in a terminal')}</summary><pre>${run.command}</pre></details>
        `
      }
    </section>
  </main>`;
}
