/** What takes minutes, asked of the studio: a card for each question, and the runs with their answers. */

import { html, useState } from './vendor/preact.js';
import { deckName } from './cards.js';
import { _, dated } from './language.js';
import { RunView } from './run_view.js';
import { listOf } from './server.js';
import { Problem, Select, Typed, note, useLooks } from './view.js';

const BETWEEN_LOOKS = 1000;
/** Games a second, where the page has not played yet. */
const PACE = 5000;

/** @typedef {import('./view.js').Bench} Bench @typedef {import('./server.js').Run} Run */

/** How long so many games take, in words. @param {Bench} bench @param {number} games */
function about(bench, games) {
  const seconds = games / (bench.pool.speed ?? PACE);
  if (seconds < 5) return _('some seconds');
  return seconds < 90
    ? _('about {count} s', { count: Math.ceil(seconds / 5) * 5 })
    : _('about {count} min', { count: Math.ceil(seconds / 60) });
}

/** @param {{label: string, value: number, onChange: (value: number) => void, min?: number, max?: number}} given */
function Count({ label, value, onChange, min = 2, max = 1_000_000 }) {
  const done = (/** @type {string} */ text) => onChange(Number(text));
  return html`<label>${label}<${Typed} type="number" min=${min} max=${max} value=${value} onDone=${done} /></label>`;
}

/** A question: what it is, its fields, and a button that names the deck.
 * @param {{title: string, text: string, button: string, onAsk: () => void, why: string, children: unknown}} given */
function Question({ title, text, button, onAsk, why, children }) {
  return html`<section class="sheet stackof question"><h2>${title}</h2><p>${text}</p>${children}
    ${why && html`<p class="problem">${why}</p>`}
    <button class="main" disabled=${Boolean(why)} onClick=${onAsk}>${button}</button>
  </section>`;
}

/** @typedef {(kind: string, more: Record<string, unknown>) => void} Asking */

/** Whether another build is better. @param {{bench: Bench, ask: Asking, why: string, games: number,
 *   count: (games: number) => void}} given */
function Compare({ bench, ask, why, games, count }) {
  const [until, wait] = useState(true);
  const [other, choose] = useState('');
  const { deck, saved, isChanged } = bench.edited;
  const others = [...bench.versions.all, ...bench.versions.shipped.map((each) => ({ ...each, note: '' }))];
  const than = other === '' ? saved : others[Number(other)];
  const unchanged = _('Nothing is changed since it was saved: choose another build.');
  const options = [['', _('as it was saved')], ...others.map(({ name, note }, k) => [k, `${deckName(name)} ${note}`])];
  const tick = (/** @type {{target: HTMLInputElement}} */ { target }) => wait(target.checked);
  return html`<${Question}
    title=${_('Is it better than another build?')} why=${why || (than === saved && !isChanged ? unchanged : '')}
    button=${_('Compare {name}', { name: deckName(deck.name) })}
    onAsk=${() => ask('compare', { games, until_sure: until, than: listOf(than.counts) })}
    text=${_('Both builds on the same shuffles, against each rival of the field.')}>
    <label>${_('Build to compare with')}<${Select} value=${other} options=${options} onChoose=${choose} /></label>
    <label class="tick">
      <input type="checkbox" checked=${until} onChange=${tick} /> ${_('stop when it is decided')}
    </label>
    ${!until && html`<${Count} label=${_('Games of each rival')} value=${games} onChange=${count} />`}
  </${Question}>`;
}

/** @param {{bench: Bench, ask: Asking}} given */
function Questions({ bench, ask }) {
  const [games, count] = useState(4000);
  const [hands, deal] = useState(20_000);
  const [players, seat] = useState(64);
  const { deck, problems } = bench.edited;
  const rivals = bench.field.met.length;
  const name = deckName(deck.name);
  const illegal = problems[0] ?? '';
  const alone = rivals ? illegal : _('Nobody is in the field: put decks into it.');
  const all = games * rivals;
  const race = _(
    'All single exchanges in a race over two million games, the best measured again on fresh ones; some minutes.',
  );
  return html`<div class="questions">
    <${Question} title=${_('How does it do against the field?')} why=${alone} button=${_('Ask about {name}', { name })}
      onAsk=${() => ask('gauntlet', { games })}
      text=${_(
        'Each of {rivals} rivals in so many games, {time}, then again with a player who thinks ahead, some minutes.',
        { rivals, time: about(bench, all) },
      )}><${Count} label=${_('Games of each rival')} value=${games} onChange=${count} /></${Question}>
    <${Compare} bench=${bench} ask=${ask} why=${alone} games=${games} count=${count} />
    <${Question} title=${_('Which cards should leave, which come in?')} why=${alone}
      button=${_('Improve {name}', { name })}
      onAsk=${() => ask('improve', {})} text=${race}></${Question}>
    <${Question} title=${_('Which hands should it keep?')} why=${illegal} button=${_('Deal hands of {name}', { name })}
      onAsk=${() => ask('redraw', { hands })}
      text=${_('Each hand is played kept and redrawn, {time}.', { time: about(bench, 2 * hands) })}>
      <${Count} label=${_('Opening hands')} value=${hands} onChange=${deal} />
    </${Question}>
    <${Question} title=${_('What chance has it of the cut?')} why=${alone} button=${_('Enter {name}', { name })}
      onAsk=${() => ask('tournament', { games, players })}
      text=${_('A Swiss tournament of the field, by its weights; {time}.', {
        time: about(bench, (all * (rivals + 1)) / 2),
      })}>
      <${Count} label=${_('Players')} min=${8} max=${512} value=${players} onChange=${seat} />
      <${Count} label=${_('Games of each matchup')} value=${games} onChange=${count} />
    </${Question}>
  </div>`;
}

/** A run in the list. @param {{run: Run, onOpen: () => void}} given */
function Row({ run, onOpen }) {
  const state = run.progress || run.error || (run.terminal ? _('played in a terminal') : run.status);
  const made = dated(1000 * run.made, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<div class="field run">
    <span><button class="quiet" onClick=${onOpen}>${run.title}</button> <span class="grey">${state}</span></span>
    <span class="grey num">${made}</span>
  </div>`;
}

/** @param {{bench: Bench, server: import('./server.js').Server, onOpen: () => void}} given */
export function AskView({ bench, server, onOpen }) {
  const [list, show] = useState(/** @type {import('./server.js').Runs} */ ({ runs: [], unreadable: [], note: '' }));
  const [open, turn] = useState(/** @type {number | null} */ (null));
  const [wrong, complain] = useState('');
  const tried = (/** @type {Promise<void>} */ asked) =>
    asked.then(
      () => complain(''),
      (error) => complain(error.message),
    );
  const look = () => tried(server.ask('/api/runs').then(show));
  useLooks(look, BETWEEN_LOOKS, []);
  /** @type {Asking} */
  const ask = (kind, more) => {
    const rivals = bench.field.met.map(({ name, counts, weight }) => ({ name, weight, deck: listOf(counts) }));
    const { name, counts } = bench.edited.deck;
    const json = { name, deck: listOf(counts), rivals, ...more };
    tried(
      server.ask(`/api/${kind}`, { method: 'POST', json }).then(({ run }) => {
        turn(run);
        look();
      }),
    );
  };
  const drop = (/** @type {number} */ number) =>
    confirm(_('Delete this run and its games?')) &&
    tried(server.ask(`/api/run/${number}`, { method: 'DELETE' }).then(look));
  const back = () => {
    turn(null);
    look();
  };
  if (open !== null)
    return html`<${RunView} number=${open} bench=${bench} server=${server} onBack=${back} onOpen=${onOpen} />`;
  return html`<main class="one">
    <${Problem} line=${wrong} />
    <${Questions} bench=${bench} ask=${ask} />
    <section class="sheet">
      <h2>${_('Runs')}</h2>
      ${list.note && html`<p class="problem">${list.note}</p>`}
      ${list.runs.map((run) => html`<${Row} key=${run.run} run=${run} onOpen=${() => turn(run.run)} />`)}
      ${list.unreadable.map(
        ({ run, problem }) => html`<div class="field" key=${run}>
        <span>${_("Run {run} can't be read: {problem}", { run, problem })}</span><span></span>
        <button onClick=${() => drop(run)}>${_('Delete run {run}', { run })}</button>
      </div>`,
      )}
      ${!list.runs.length && note(_('Nothing was asked yet. Ask a question above, and its answer is saved here.'))}
    </section>
  </main>`;
}
