/**
 * One run of the studio: how far it is, what it says, and what comes next.
 *
 * @module run_view
 */

import { html, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { titleOf } from './cards.js';
import { _, listed, many } from './language.js';
import { gained, percent } from './numbers.js';
import { Bar, Typed, useLooks } from './view.js';

const BETWEEN_LOOKS = 700;
const MOST_ROWS = 30;

/** A row of figures: what, an interval drawn, in words, games. @param {any} what @param {any} estimate @param {boolean} [change] */
function figure(what, estimate, change = false) {
  return html`<tr><th scope="row">${what}</th><td><${Bar} estimate=${estimate} whole=${change ? 0.1 : 1} /></td>
    <td class="num">${change ? _('{gain} points', { gain: gained(estimate) }) : percent(estimate)}</td><td class="num grey">${estimate.n ? many(estimate.n) : (estimate.n ?? '')}</td></tr>`;
}

/** @param {any} bench @param {string[]} numbers */
const cards = (bench, numbers) =>
  listed(numbers.map((number) => `${bench.cards.get(number) ? titleOf(bench.cards.get(number)) : ''} ${number}`));

/** What is drawn of each question's values: a heading, and rows. @type {Record<string, (values: any, bench: any) => [string, any[]]>} */
const FIGURES = {
  gauntlet: ({ overall, matchups }) => [
    _('share of games won'),
    [figure(_('the field'), overall), ...matchups.map((/** @type {any} */ each) => figure(each.rival, each))],
  ],
  duel: ({ win_rate: won, decks }) => [
    _('share of games won'),
    Object.keys(won).map((side) => figure(decks[side].name, won[side])),
  ],
  matrix: ({ decks, field }) => [
    _('share of games won against the field'),
    decks.map((/** @type {any} */ { name }, /** @type {number} */ k) => figure(name, field[k])),
  ],
  compare: ({ difference, opponents }) => [
    _('change of the share of games won'),
    [
      figure(_('the field'), difference, true),
      ...opponents.map((/** @type {any} */ each) => figure(each.name, each.difference, true)),
    ],
  ],
  improve: ({ builds }, bench) => [
    _('change of the share of games won, on fresh games'),
    builds.map((/** @type {any} */ each) =>
      figure(`${cards(bench, each.out)} → ${cards(bench, each.in)}`, each.gain, true),
    ),
  ],
  redraw: ({ policy, rule, always_keep: keep, always_redraw: redraw, classes }) => [
    _('share of games won'),
    [
      figure(_('every hand kept'), keep),
      figure(_('every hand redrawn'), redraw),
      figure(_('as the player does'), policy),
      ...(rule ? [figure(_('what the rule gains over keeping'), rule.gain_over_keep, true)] : []),
      ...classes
        .filter((/** @type {any} */ each) => !each.too_few)
        .map((/** @type {any} */ each) =>
          figure(_('what a redraw gains: {hands}', { hands: each.class }), each.redraw_gain, true),
        ),
    ],
  ],
  tournament: ({ decks }) => [
    _('chance'),
    decks.flatMap((/** @type {any} */ each) => [
      figure(_('{deck}: makes the cut', each), each.cut),
      figure(_('{deck}: wins it', each), each.wins),
    ]),
  ],
};

/** The answer in words, where the command that answers printed values alone. @type {Record<string, (values: any) => string>} */
const WORDS = {
  redraw: ({ policy, rule }) =>
    [...(rule?.sentences ?? []), _('The player: {sentences}', { sentences: policy.sentences.join(' ') })].join(' '),
  tournament: ({ best, players, rounds, cut }) =>
    _('{deck} wins most often: {rate} of tournaments with {players} players, {rounds} rounds and a cut of {cut}.', {
      deck: best.deck,
      rate: percent(best.wins),
      players,
      rounds,
      cut,
    }),
};

/** @param {any} values */
function basis({ policy, policies, rules, seed }) {
  const named = typeof policy === 'string' ? policy : [...new Set(Object.values(policies ?? {}))].join(_(' against '));
  return _('95 %, for another good player where a duel is counted. {policy}, rules {rules}, seed {seed}.', {
    policy: named,
    rules: rules ?? '',
    seed: seed ?? '',
  });
}

/** Games of a run that are worth a look, on the table. @param {{run: any, server: any, bench: any}} given */
function Games({ run, server, bench }) {
  const [matchups, list] = useState(/** @type {any[] | null} */ (null));
  const [wrong, complain] = useState('');
  const look = (/** @type {any} */ each, /** @type {number} */ game) =>
    bench.lookAt({
      a: cardsOf(each.decks[0].counts),
      b: cardsOf(each.decks[1].counts),
      names: each.decks.map((/** @type {any} */ { name }) => name),
      policies: each.policies,
      seed: each.seed,
      matchup: each.matchup,
      game,
    });
  const open = () =>
    server.ask(`/api/run/${run.run}/games`).then(
      (/** @type {any} */ said) => list(said.matchups),
      (/** @type {any} */ error) => complain(error.message),
    );
  if (wrong) return html`<p class="problem">${wrong}</p>`;
  if (!matchups) return html`<button onClick=${open}>${_('Games on the table')}</button>`;
  const known = matchups.filter(
    ({ playable, policies }) =>
      playable && policies.every((/** @type {string} */ name) => bench.policies.includes(name)),
  );
  return html`<div>${known.map(
    (each, k) => html`<div class="field" key=${k}><span>${each.decks[1].name}</span><span></span><span class="buttons">
    ${each.closest === null ? null : html`<button onClick=${() => look(each, each.closest)}>${_('the closest game')}</button>`}
    ${each.lost === null ? null : html`<button onClick=${() => look(each, each.lost)}>${_('the first that it lost')}</button>`}</span></div>`,
  )}
    ${known.length ? null : html`<p class="grey">${matchups.length ? _('This page plays other rules, cards or players; the page of the run tells its games.') : _('Of this run only counts are stored, and no games.')}</p>`}</div>`;
}

/** @param {{run: any, server: any, bench: any, act: (step: string, json?: any) => void, onBack: () => void, onOpen: () => void}} given */
function Next({ run, server, bench, act, onBack, onOpen }) {
  const [games, count] = useState(2 * (run.games || 2000));
  const [tables, list] = useState(/** @type {string[] | null} */ (null));
  if (run.live) return html`<button onClick=${() => act('stop')}>${_('Stop; what was played stays')}</button>`;
  const done = run.status === 'done';
  const drop = () =>
    confirm(run.terminal ? _('Take this run off the list? Its folder stays.') : _('Delete this run and its games?')) &&
    server.ask(`/api/run/${run.run}`, { method: 'DELETE' }).then(onBack);
  return html`<div class="buttons">
    ${
      run.better
        ? html`<button class="main" onClick=${() => {
            bench.open(bench.deck);
            bench.become(run.better.counts);
            onOpen();
          }}>${_('Put the better deck on the table')}</button>`
        : null
    }
    ${
      done
        ? html`<a class="button" href=${`/run/${run.run}/page`} target="_blank" rel="noopener">${_('The whole page')}</a>
      <button onClick=${() => server.ask(`/run/${run.run}/tables`).then((/** @type {any} */ said) => list(said.tables))}>${_('Tables as CSV')}</button>`
        : html`<button class="main" onClick=${() => act('go-on')}>${_('Go on')}</button>`
    }
    ${
      run.can_grow
        ? html`<label class="inline">${_('Play up to')} <${Typed} type="number" aria-label=${_('Games')} min="2" max="1000000" value=${games} onDone=${(/** @type {string} */ text) => count(Number(text))} /></label>
      <button onClick=${() => act('extend', { games })}>${_('games of each')}</button>`
        : null
    }
    <button onClick=${drop}>${run.terminal ? _('Off the list') : _('Delete')}</button></div>
    ${done ? html`<${Games} run=${run} server=${server} bench=${bench} />` : null}
    ${tables ? html`<ul>${tables.map((name) => html`<li key=${name}><a href=${`/run/${run.run}/tables/${name}`}>${name}</a></li>`)}${tables.length ? null : html`<li>${_('This run has none.')}</li>`}</ul>` : null}`;
}

/** @param {{number: number, bench: any, server: any, onBack: () => void, onOpen: () => void}} given */
export function RunView({ number, bench, server, onBack, onOpen }) {
  const [run, show] = useState(/** @type {any} */ (null));
  const [wrong, complain] = useState('');
  const look = () =>
    server.ask(`/api/run/${number}`).then(
      (/** @type {any} */ said) => {
        show(said);
        complain('');
      },
      (/** @type {any} */ error) => complain(error.message),
    );
  const live = run?.live ?? true;
  useLooks(look, BETWEEN_LOOKS, [number, live], live);
  const act = (/** @type {string} */ step, /** @type {any} */ json = {}) =>
    server
      .ask(`/api/run/${number}/${step}`, { method: 'POST', json })
      .then(look, (/** @type {any} */ error) => complain(error.message));
  const [heading, rows] = (run && Object.keys(run.values).length && FIGURES[run.values_of]?.(run.values, bench)) || [
    '',
    [],
  ];
  const share = Number(/\((\d+) %/.exec(run?.progress ?? '')?.[1] ?? 0);
  return html`<main class="one"><section class="sheet stackof"><div class="head"><h1>${run?.title ?? _('Run {run}', { run: number })}</h1><button onClick=${onBack}>${_('All questions and runs')}</button></div>
    ${wrong ? html`<p class="problem" role="alert">${wrong}</p>` : null}
    ${
      run
        ? html`<p class="grey" role="status">${run.status}${run.progress ? ` · ${run.progress}` : ''}</p>${run.live ? html`<progress aria-label=${_('How far it is')} max="100" value=${share || undefined}></progress>` : null}
      ${run.error ? html`<p class="problem" role="alert">${run.error}</p>` : null}
      <p class="rule">${run.answer || (rows.length ? WORDS[run.values_of]?.(run.values) : '') || (run.live ? run.why : '')}</p>
      ${
        rows.length
          ? html`<table class="figures"><caption class="grey">${heading}</caption><tbody>${rows.slice(0, MOST_ROWS)}</tbody></table>
        <p class="grey">${run.basis || basis(run.values)}</p>`
          : null
      }
      ${run.printed ? html`<pre>${run.printed}</pre>` : null}
      <${Next} key=${run.status} run=${run} server=${server} bench=${bench} act=${act} onBack=${onBack} onOpen=${onOpen} />
      <details><summary>${_('The same in a terminal')}</summary><pre>${run.command}</pre></details>`
        : null
    }</section></main>`;
}
