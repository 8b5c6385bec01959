/**
 * Games that the reader played at a table: written down in three taps, counted, set beside simulated ones, and handed on
 * as the file that `ucgsim log import` takes.
 *
 * @module games_view
 */

import { html, useMemo, useState } from './vendor/preact.js';
import { _, dated } from './language.js';
import { percent, wilson } from './numbers.js';
import { Bar } from './view.js';
import { named } from './workbench.js';

/** Under which keys games are saved: one of its own for each, so that no two tabs write the same. */
export const GAME = 'ucgsim-game-';
const COLUMNS = ['date', 'deck', 'version', 'rival', 'lead', 'result', 'event', 'note', 'id'];
const [WIN, DRAW] = ['win', 'draw'];
const LEADS = ['lead', 'next'];
const RESULTS = [WIN, 'loss', DRAW];
const [MONTHS, SHOWN, LONGEST] = [3, 12, 200];
/** Rivals that are a tap away. */
const MOST_NEAR = 8;
const ID_DIGITS = 15;
/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\n]/;

/** @typedef {{date: string, deck: string, rival: string, lead: string, result: string, event: string, note: string, id: string, at: number, key: string}} Game */

/** A day as it is written in the file. @param {Date} day @returns {string} */
const dayOf = (day) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0')).join('-');

/** The games that this browser, or the studio, has saved, newest first. @param {any} bench @returns {Game[]} */
export const savedGames = (bench) =>
  bench
    .stored(GAME)
    .map((/** @type {any} */ { key, data }) => ({ ...data, key }))
    .filter(
      (/** @type {any} */ game) =>
        RESULTS.includes(game.result) && typeof game.rival === 'string' && typeof game.deck === 'string',
    )
    .sort((/** @type {Game} */ x, /** @type {Game} */ y) =>
      x.date === y.date ? y.at - x.at : x.date < y.date ? 1 : -1,
    );

/** An id that no other game has, as the log makes them. @returns {string} */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `g${[...bytes]
    .map((each) => each.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, ID_DIGITS)}`;
}

/** Games as the file of `ucgsim log`. @param {Game[]} games @returns {string} */
export function toCsv(games) {
  const cell = (/** @type {unknown} */ value) => {
    const text = String(value ?? '').replace(/\s+/g, ' ');
    const plain = FORMULA.test(text) ? `'${text}` : text;
    return QUOTED.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const rows = [...games]
    .reverse()
    .map((game) => COLUMNS.map((column) => cell(/** @type {any} */ (game)[column])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** How often games were won, with the interval of Wilson; a draw counts half. @param {Game[]} games */
export function record(games) {
  const won = games.filter(({ result }) => result === WIN).length;
  const drawn = games.filter(({ result }) => result === DRAW).length;
  const lost = games.length - won - drawn;
  return { words: [won, lost, ...(drawn ? [drawn] : [])].join('-'), share: wilson(won + drawn / 2, games.length) };
}

/** @param {Game[]} games @param {(game: Game) => string} of @returns {[string, Game[]][]} The most first. */
function grouped(games, of) {
  /** @type {Map<string, Game[]>} */
  const groups = new Map();
  games.forEach((game) => groups.set(of(game), [...(groups.get(of(game)) ?? []), game]));
  return [...groups].sort(([, x], [, y]) => y.length - x.length);
}

/** Buttons of which one is chosen. @param {{title: string, choices: [string, string][], chosen: string, onChoose: (value: string) => void}} given */
function Choices({ title, choices, chosen, onChoose }) {
  return html`<div role="group" aria-label=${title}><span class="grey">${title}</span><div class="buttons">${choices.map(
    ([value, name]) => html`<button key=${value}
    aria-pressed=${value === chosen} onClick=${() => onChoose(value)}>${name}</button>`,
  )}</div></div>`;
}

/** A game in three taps. @param {{bench: any, met: string[], onSaved: (game: any) => void}} given */
function Add({ bench, met, onSaved }) {
  const [rival, meet] = useState('');
  const [other, name] = useState('');
  const [lead, say] = useState('');
  const [date, on] = useState(() => dayOf(new Date()));
  const [event, at] = useState('');
  const [note, add] = useState('');
  const names = [...new Set([...bench.field, ...bench.decks].map((/** @type {any} */ each) => each.name))];
  const near = [...new Set([...met, ...bench.field.map((/** @type {any} */ each) => each.name)])].slice(0, MOST_NEAR);
  const against = named(other || rival, LONGEST).trim();
  const today = dayOf(new Date());
  const save = (/** @type {string} */ result) => {
    const now = Date.now();
    const short = (/** @type {string} */ text) => named(text.trim(), LONGEST);
    onSaved({
      key: `${GAME}${now}-${bench.tab}`,
      at: now,
      date: date > today ? today : date,
      deck: short(bench.deck.name) || _('Deck'),
      rival: short(against),
      lead,
      result,
      event: short(event),
      note: short(note),
      id: freshId(),
    });
    say('');
    add('');
  };
  const results = [_('Won'), _('Lost'), _('Drawn')];
  return html`<section class="sheet stackof" aria-label=${_('Write a game down')}><div class="head"><h1>${_('Write a game down')}</h1><span class="grey">${_('with {deck}', { deck: bench.deck.name })}</span></div>
    <${Choices} title=${_('Against')} choices=${near.map((each) => [each, each])} chosen=${other ? '' : rival} onChoose=${(
      /** @type {string} */ each,
    ) => {
      meet(each);
      name('');
    }} />
    <div class="inline"><input list="rivals" aria-label=${_('Another rival')} placeholder=${_('Another rival')} maxlength=${LONGEST} value=${other} onInput=${(/** @type {any} */ typed) => name(typed.target.value)} /><datalist id="rivals">${names.map((each) => html`<option key=${each} value=${each} />`)}</datalist></div>
    <${Choices} title=${_('You were')} choices=${[
      ['lead', _('Lead')],
      ['next', _('Next')],
      ['', _('not written down')],
    ]} chosen=${lead} onChoose=${say} />
    <div role="group" aria-label=${_('Result')}><span class="grey">${_('Result')}</span><div class="buttons">${RESULTS.map((result, k) => html`<button key=${result} class="main" disabled=${!against} onClick=${() => save(result)}>${results[k]}</button>`)}</div></div>
    <details><summary>${_('Date, event, note')}</summary><div class="inline"><input type="date" max=${today} aria-label=${_('Date')} value=${date} onInput=${(/** @type {any} */ typed) => on(typed.target.value || date)} />
      <input aria-label=${_('Event')} placeholder=${_('Event')} maxlength=${LONGEST} value=${event} onInput=${(/** @type {any} */ typed) => at(typed.target.value)} />
      <input aria-label=${_('Note')} placeholder=${_('Note')} maxlength=${LONGEST} value=${note} onInput=${(/** @type {any} */ typed) => add(typed.target.value)} /></div></details></section>`;
}

/** Rates of some games by what they have in common. @param {{title: string, groups: [string, Game[]][], bench: any, simulated: boolean}} given */
function Rates({ title, groups, bench, simulated }) {
  const lines = new Map(bench.lines.map((/** @type {any} */ line) => [line.name, line]));
  return html`<table><thead><tr><th scope="col">${title}</th><td class="wide"></td><th scope="col">${_('Your rate')}</th>${simulated ? html`<th scope="col">${_('Simulated')}</th>` : null}</tr></thead><tbody>${groups.map(
    ([name, games]) => {
      const { words, share } = record(games);
      const line = /** @type {any} */ (lines.get(name));
      return html`<tr key=${name}><th scope="row">${name}<small>${_('{games} games, {record}', { games: games.length, record: words })}</small></th><td class="wide"><${Bar} estimate=${share} /></td><td class="num">${percent(share)}</td>
      ${simulated ? html`<td class="num">${line?.shown?.n ? percent(line.shown) : '–'}</td>` : null}</tr>`;
    },
  )}</tbody></table>`;
}

/** @param {{bench: any}} given */
export function Games({ bench }) {
  const [changed, change] = useState(0);
  const [all, showAll] = useState(false);
  const games = useMemo(() => savedGames(bench), [changed, bench.versions]);
  const own = all ? games : games.filter(({ deck }) => deck === bench.deck.name);
  const save = (/** @type {any} */ { key, ...game }) => {
    bench.store(key, game);
    change(changed + 1);
    bench.say();
  };
  const drop = (/** @type {Game} */ game) => {
    bench.storage?.removeItem(game.key);
    change(changed + 1);
  };
  const since = new Date();
  since.setMonth(since.getMonth() - MONTHS);
  const known = new Map(
    [...bench.versions, ...bench.library, ...bench.decks, ...bench.field]
      .filter((each) => each.counts)
      .map((each) => [each.name, each]),
  );
  const met = grouped(
    games.filter(({ date }) => date >= dayOf(since)),
    ({ rival }) => rival,
  ).flatMap(([name, of]) => {
    const deck = known.get(name);
    return deck ? [{ name, counts: deck.counts, weight: of.length }] : [];
  });
  const file = useMemo(() => `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(games))}`, [games]);
  const leads = [_('You led'), _('You went next'), _('Not written down')];
  const total = own.length ? record(own) : null;
  return html`<main class="one"><${Add} bench=${bench} met=${grouped(games, ({ rival }) => rival).map(([name]) => name)} onSaved=${save} />
    ${
      games.length
        ? html`<section class="sheet stackof" aria-label=${_('What you win')}><h2>${_('What you win')}</h2><div class="buttons"><button aria-pressed=${!all} onClick=${() => showAll(false)}>${bench.deck.name}</button><button aria-pressed=${all} onClick=${() => showAll(true)}>${_('All decks')}</button></div>
      ${
        total
          ? html`<p role="status"><b class="num">${percent(total.share)}</b> ${_('of {games} games, {record}', { games: own.length, record: total.words })}</p>
      <${Rates} title=${_('Rival')} groups=${grouped(own, ({ rival }) => rival)} bench=${bench} simulated=${!all} />
      <${Rates} title=${_('Lead or Next')} groups=${grouped(own, ({ lead }) => leads[LEADS.indexOf(lead)] ?? leads[2])} bench=${bench} simulated=${false} />
      ${all ? html`<${Rates} title=${_('Deck')} groups=${grouped(own, ({ deck }) => deck)} bench=${bench} simulated=${false} />` : null}`
          : html`<p class="grey">${_('No game with {deck} is written down yet.', { deck: bench.deck.name })}</p>`
      }
      <p class="grey">${_('Your games: 95 % intervals (Wilson), a draw counts half. Simulated: the list on the table, for another good player.')}</p></section>
    <section class="sheet stackof" aria-label=${_('Your games')}><h2>${_('Your games')}</h2><div class="buttons"><a class="button" href=${file} download="games.csv">${_('Save as a file')}</a>
      <button disabled=${!met.length} onClick=${() => bench.meet(met)}>${_('What I met in three months as my field')}</button></div>
      <ul>${own.slice(0, SHOWN).map((game) => html`<li class="field" key=${game.key}><span>${_('{deck} against {rival}', game)} <span class="grey">${dated(Date.parse(`${game.date}T12:00`), { dateStyle: 'medium' })}${game.event ? ` · ${game.event}` : ''}${game.note ? ` · ${game.note}` : ''}</span></span><b>${game.result === WIN ? _('Won') : game.result === DRAW ? _('Drawn') : _('Lost')}</b><button aria-label=${_('Delete the game against {rival}, {date}', game)} onClick=${() => drop(game)}>✕</button></li>`)}</ul>
      <p class="grey">${_('The file is that of the command “ucgsim log import”, which keeps games for good.')}</p></section>`
        : null
    }</main>`;
}
