/**
 * What takes minutes, asked of the studio: a card for each question, and the runs with their answers.
 *
 * @module ask_view
 */

import { html, useState } from './vendor/preact.js';
import { _, dated } from './language.js';
import { RunView } from './run_view.js';
import { listOf } from './server.js';
import { Typed, useLooks } from './view.js';

const BETWEEN_LOOKS = 1000;
/** Games a second, where the page has not played yet. */
const PACE = 5000;

/** How long so many games take, in words. @param {any} bench @param {number} games */
function about(bench, games) {
  const seconds = games / (bench.pool.speed ?? PACE);
  if (seconds < 5) return _('some seconds');
  return seconds < 90
    ? _('about {count} s', { count: Math.ceil(seconds / 5) * 5 })
    : _('about {count} min', { count: Math.ceil(seconds / 60) });
}

/** @param {{label: string, value: any, onChange: (value: number) => void, min?: number, max?: number}} given */
function Count({ label, value, onChange, min = 2, max = 1_000_000 }) {
  return html`<label>${label}<${Typed} type="number" min=${min} max=${max} value=${value} onDone=${(/** @type {string} */ text) => onChange(Number(text))} /></label>`;
}

/** A question: what it is, its fields, and a button that names the deck.
 * @param {{title: string, text: string, button: string, onAsk: () => void, why: string, children: any}} given */
function Question({ title, text, button, onAsk, why, children }) {
  return html`<section class="sheet stackof question"><h2>${title}</h2><p>${text}</p>${children}
    ${why ? html`<p class="problem">${why}</p>` : null}<button class="main" disabled=${Boolean(why)} onClick=${onAsk}>${button}</button></section>`;
}

/** @param {{bench: any, ask: (kind: string, more: any) => void}} given */
function Questions({ bench, ask }) {
  const [games, count] = useState(4000);
  const [hands, deal] = useState(20_000);
  const [players, seat] = useState(64);
  const [until, wait] = useState(true);
  const [other, choose] = useState('');
  const { deck, saved, versions, decks } = bench;
  const rivals = bench.field.filter((/** @type {any} */ each) => each.weight > 0);
  const illegal = bench.problems[0] ?? '';
  const alone = rivals.length ? illegal : _('Nobody is in the field: put decks into it.');
  const others = [...versions, ...decks];
  const than = other === '' ? saved : others[Number(other)];
  const all = games * rivals.length;
  return html`<div class="questions">
    <${Question} title=${_('How does it do against the field?')} why=${alone} button=${_('Ask about {name}', deck)} onAsk=${() => ask('gauntlet', { games })}
      text=${_('Each of {rivals} rivals in so many games, {time}, then again with a player who thinks ahead, some minutes.', { rivals: rivals.length, time: about(bench, all) })}>
      <${Count} label=${_('Games of each rival')} value=${games} onChange=${count} /></${Question}>
    <${Question} title=${_('Is it better than another build?')} why=${alone || (than === saved && !bench.isChanged ? _('Nothing is changed since it was saved: choose another build.') : '')} button=${_('Compare {name}', deck)}
      onAsk=${() => ask('compare', { games, until_sure: until, than: listOf(than.counts) })}
      text=${_('Both builds on the same shuffles, against each rival of the field.')}>
      <label>${_('Build to compare with')}<select value=${other} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        <option value="">${_('as it was saved')}</option>${others.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option key=${k} value=${k}>${each.name} ${each.note ?? ''}</option>`)}</select></label>
      <label class="tick"><input type="checkbox" checked=${until} onChange=${(/** @type {any} */ event) => wait(event.target.checked)} /> ${_('stop when it is decided')}</label>
      ${until ? null : html`<${Count} label=${_('Games of each rival')} value=${games} onChange=${count} />`}</${Question}>
    <${Question} title=${_('Which cards should leave, which come in?')} why=${alone} button=${_('Improve {name}', deck)} onAsk=${() => ask('improve', {})}
      text=${_('All single exchanges in a race over two million games, the best measured again on fresh ones; some minutes.')}></${Question}>
    <${Question} title=${_('Which hands should it keep?')} why=${illegal} button=${_('Deal hands of {name}', deck)} onAsk=${() => ask('redraw', { hands })}
      text=${_('Each hand is played kept and redrawn, {time}.', { time: about(bench, 2 * hands) })}><${Count} label=${_('Opening hands')} value=${hands} onChange=${deal} /></${Question}>
    <${Question} title=${_('What chance has it of the cut?')} why=${alone} button=${_('Enter {name}', deck)} onAsk=${() => ask('tournament', { games, players })}
      text=${_('A Swiss tournament of the field, by its weights; {time}.', { time: about(bench, (all * (rivals.length + 1)) / 2) })}>
      <${Count} label=${_('Players')} min=${8} max=${512} value=${players} onChange=${seat} /><${Count} label=${_('Games of each matchup')} value=${games} onChange=${count} /></${Question}></div>`;
}

/** @param {{bench: any, server: any, onOpen: () => void}} given */
export function AskView({ bench, server, onOpen }) {
  const [list, show] = useState(/** @type {any} */ ({ runs: [], unreadable: [], note: '' }));
  const [open, turn] = useState(/** @type {number | null} */ (null));
  const [wrong, complain] = useState('');
  const tried = (/** @type {Promise<any>} */ asked) =>
    asked.then(
      (said) => {
        complain('');
        return said;
      },
      (error) => complain(error.message),
    );
  const look = () => tried(server.ask('/api/runs').then(show));
  useLooks(look, BETWEEN_LOOKS, []);
  const ask = (/** @type {string} */ kind, /** @type {any} */ more) => {
    const rivals = bench.field
      .filter((/** @type {any} */ each) => each.weight > 0)
      .map((/** @type {any} */ { name, counts, weight }) => ({ name, weight, deck: listOf(counts) }));
    const { name, counts } = bench.deck;
    tried(
      server
        .ask(`/api/${kind}`, { method: 'POST', json: { name, deck: listOf(counts), rivals, ...more } })
        .then((/** @type {any} */ { run }) => {
          turn(run);
          look();
        }),
    );
  };
  const drop = (/** @type {number} */ number) =>
    confirm(_('Delete this run and its games?')) &&
    tried(server.ask(`/api/run/${number}`, { method: 'DELETE' }).then(look));
  if (open !== null)
    return html`<${RunView} number=${open} bench=${bench} server=${server} onBack=${() => {
      turn(null);
      look();
    }} onOpen=${onOpen} />`;
  return html`<main class="one">${wrong ? html`<p class="problem" role="alert">${wrong}</p>` : null}
    <${Questions} bench=${bench} ask=${ask} />
    <section class="sheet"><h2>${_('Runs')}</h2>${list.note ? html`<p class="problem">${list.note}</p>` : null}
      ${list.runs.map(
        (
          /** @type {any} */ run,
        ) => html`<div class="field run" key=${run.run}><span><button class="quiet" onClick=${() => turn(run.run)}>${run.title}</button>
        <span class="grey">${run.progress || run.error || (run.terminal ? _('played in a terminal') : run.status)}</span></span>
        <span class="grey num">${dated(1000 * run.made, { dateStyle: 'medium', timeStyle: 'short' })}</span></div>`,
      )}
      ${list.unreadable.map((/** @type {any} */ { run, problem }) => html`<div class="field" key=${run}><span>${_("Run {run} can't be read: {problem}", { run, problem })}</span><span></span><button onClick=${() => drop(run)}>${_('Delete run {run}', { run })}</button></div>`)}
      ${list.runs.length ? null : html`<p class="grey">${_('Nothing was asked yet. Ask a question above, and its answer is saved here.')}</p>`}</section></main>`;
}
