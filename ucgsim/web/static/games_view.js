/** Games that the reader played at a table: written down in three taps, counted, set beside simulated ones, and handed
 * on as the file that `ucgsim log import` takes. */

import { html, useMemo, useState } from './vendor/preact.js';
import { deckName } from './cards.js';
import { named } from './deck.js';
import { _, dated } from './language.js';
import { percent, wilson } from './numbers.js';
import { Bar, Panel, Toggles, heard, note } from './view.js';

/** Under which keys games are saved: one of its own for each, so that no two tabs write the same. */
const GAME = 'ucgsim-game-';
const COLUMNS = /** @type {const} */ (['date', 'deck', 'version', 'rival', 'lead', 'result', 'event', 'note', 'id']);
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

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {{[column in typeof COLUMNS[number]]?: string} & {date: string, deck: string, rival: string, lead: string,
 *   result: string, at: number, key: string}} Game
 */

/** A day as it is written in the file. @param {Date} day @returns {string} */
const dayOf = (day) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, '0')).join('-');

/** The games that this browser, or the studio, has saved, newest first. @param {Bench} bench @returns {Game[]} */
const savedGames = (bench) =>
  bench.storage
    .read(GAME)
    .map(({ key, data }) => /** @type {Game} */ (/** @type {unknown} */ ({ ...data, key })))
    .filter((game) => RESULTS.includes(game.result) && typeof game.rival === 'string' && typeof game.deck === 'string')
    .sort((x, y) => (x.date === y.date ? y.at - x.at : (x.date < y.date && 1) || -1));

/** An id that no other game has, as the log makes them. @returns {string} */
function freshId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  const digits = bytes.map((each) => each.toString(16).padStart(2, '0')).join('');
  return `g${digits.slice(0, ID_DIGITS)}`;
}

/** Games as the file of `ucgsim log`. @param {Game[]} games @returns {string} */
function toCsv(games) {
  const cell = (/** @type {string | undefined} */ value) => {
    const text = String(value ?? '').replace(/\s+/g, ' ');
    const plain = FORMULA.test(text) ? `'${text}` : text;
    return QUOTED.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const rows = [...games].reverse().map((game) => COLUMNS.map((column) => cell(game[column])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** How often games were won, with the interval of Wilson; a draw counts half. @param {Game[]} games */
function record(games) {
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

/** A row of buttons under its name. @param {{title: string, children: unknown}} given */
const Group = ({ title, children }) =>
  html`<div role="group" aria-label=${title}><span class="grey">${title}</span>${children}</div>`;

/** A field to fill in. @param {{label: string, value: string, onType: (text: string) => void, list?: string}} given */
const Entry = ({ label, value, onType, list }) =>
  html`<input aria-label=${label} placeholder=${label} maxlength=${LONGEST} list=${list} value=${value}
    onInput=${heard(onType)} />`;

/** What else is known of a game. @param {{day: string, event: string, note: string,
 *   onChange: (by: Record<string, string>) => void}} given */
function About({ day, event, note, onChange }) {
  const type = (/** @type {string} */ name) => (/** @type {string} */ text) => onChange({ [name]: text });
  const date = heard((text) => onChange({ day: text || day }));
  return html`<details><summary>${_('Date, event, note')}</summary><div class="inline">
    <input type="date" max=${dayOf(new Date())} aria-label=${_('Date')} value=${day} onInput=${date} />
    <${Entry} label=${_('Event')} value=${event} onType=${type('event')} />
    <${Entry} label=${_('Note')} value=${note} onType=${type('note')} />
  </div></details>`;
}

/** A game in three taps. @param {{bench: Bench, met: string[], onSaved: (game: Game) => void}} given */
function Add({ bench, met, onSaved }) {
  const [rival, meet] = useState('');
  const [other, name] = useState('');
  const [lead, say] = useState('');
  const [about, tell] = useState(() => ({ day: dayOf(new Date()), event: '', note: '' }));
  const { deck } = bench.edited;
  const field = bench.field.rivals.map((each) => each.name);
  const names = [...new Set([...field, ...bench.versions.shipped.map((each) => each.name)])];
  const near = [...new Set([...met, ...field])].slice(0, MOST_NEAR).map((each) => [each, deckName(each)]);
  const short = (/** @type {string} */ text) => named(text.trim(), LONGEST);
  const against = short(other || rival);
  const save = (/** @type {string} */ result) => () => {
    const [now, today] = [Date.now(), dayOf(new Date())];
    const { day, event, note } = about;
    const said = { deck: short(deck.name) || _('Deck'), rival: against, event: short(event), note: short(note) };
    const date = day > today ? today : day;
    onSaved({ key: `${GAME}${now}-${bench.storage.tab}`, at: now, date, lead, result, id: freshId(), ...said });
    say('');
    tell({ ...about, note: '' });
  };
  const choose = (/** @type {string} */ each) => {
    meet(each);
    name('');
  };
  const leads = [
    ['lead', _('Lead')],
    ['next', _('Next')],
    ['', _('not written down')],
  ];
  const results = [_('Won'), _('Lost'), _('Drawn')];
  return html`<section class="sheet stackof" aria-label=${_('Write a game down')}>
    <div class="head">
      <h1>${_('Write a game down')}</h1>
      <span class="grey">${_('with {deck}', { deck: deckName(deck.name) })}</span>
    </div>
    <${Group} title=${_('Against')}>
      <${Toggles} choices=${near} chosen=${other ? '' : rival} onChoose=${choose} />
    </${Group}>
    <div class="inline">
      <${Entry} label=${_('Another rival')} value=${other} onType=${name} list="rivals" />
      <datalist id="rivals">
        ${names.map((each) => html`<option key=${each} value=${each}>${deckName(each)}</option>`)}
      </datalist>
    </div>
    <${Group} title=${_('You were')}><${Toggles} choices=${leads} chosen=${lead} onChoose=${say} /></${Group}>
    <${Group} title=${_('Result')}>
      <div class="buttons">
        ${RESULTS.map(
          (result, k) =>
            html`<button key=${result} class="main" disabled=${!against} onClick=${save(result)}>
              ${results[k]}
            </button>`,
        )}
      </div>
    </${Group}>
    <${About} ...${about} onChange=${(/** @type {object} */ by) => tell({ ...about, ...by })} />
  </section>`;
}

/** Rates of some games by what they have in common.
 * @param {{title: string, groups: [string, Game[]][], bench: Bench, simulated?: boolean}} given */
function Rates({ title, groups, bench, simulated = false }) {
  const lines = new Map(bench.played.lines.map((line) => [line.name, line]));
  const row = (/** @type {[string, Game[]]} */ [name, games]) => {
    const { words, share } = record(games);
    const shown = lines.get(name)?.shown;
    return html`<tr key=${name}>
      <th scope="row">
        ${deckName(name)}<small>${_('{games} games, {record}', { games: games.length, record: words })}</small>
      </th>
      <td class="wide"><${Bar} estimate=${share} /></td>
      <td class="num">${percent(share)}</td>
      ${simulated && html`<td class="num">${shown?.n ? percent(shown) : '–'}</td>`}
    </tr>`;
  };
  return html`<table>
    <thead><tr>
      <th scope="col">${title}</th><td class="wide"></td><th scope="col">${_('Your rate')}</th>
      ${simulated && html`<th scope="col">${_('Simulated')}</th>`}
    </tr></thead>
    <tbody>${groups.map(row)}</tbody>
  </table>`;
}

/** How it ended. @param {string} result */
function ended(result) {
  if (result === WIN) return _('Won');
  return result === DRAW ? _('Drawn') : _('Lost');
}

/** What was won, in all and by rival.
 * @param {{bench: Bench, own: Game[], all: boolean, onAll: (all: boolean) => void}} given */
function Won({ bench, own, all, onAll }) {
  const { name } = bench.edited.deck;
  const leads = [_('You led'), _('You went next'), _('Not written down')];
  const total = own.length ? record(own) : null;
  return html`<${Panel} class="stackof" title=${_('What you win')}>
    <${Toggles}
      choices=${[
        [false, deckName(name)],
        [true, _('All decks')],
      ]}
      chosen=${all} onChoose=${onAll} />
    ${!total && note(_('No game with {deck} is written down yet.', { deck: deckName(name) }))}
    ${
      total &&
      html`
        <p role="status">
          <b class="num">${percent(total.share)}</b> ${_('of {games} games, {record}', {
            games: own.length,
            record: total.words,
          })}
        </p>
        <${Rates} title=${_('Rival')} groups=${grouped(own, ({ rival }) => rival)} bench=${bench} simulated=${!all} />
        <${Rates}
          title=${_('Lead or Next')} groups=${grouped(own, ({ lead }) => leads[LEADS.indexOf(lead)] ?? leads[2])}
          bench=${bench} />
        ${all && html`<${Rates} title=${_('Deck')} groups=${grouped(own, ({ deck }) => deck)} bench=${bench} />`}
      `
    }
    <p class="grey">
      ${_(
        'Your games: 95 % intervals (Wilson), a draw counts half. ' +
          'Simulated: the list on the table, for another good player.',
      )}
    </p>
  </${Panel}>`;
}

/** Decks that were met in the last months, as a field. @param {Bench} bench @param {Game[]} games */
function metLately({ versions, field }, games) {
  const since = new Date();
  since.setMonth(since.getMonth() - MONTHS);
  const known = new Map([...versions.decks, ...field.rivals].map((each) => [each.name, each]));
  const late = games.filter(({ date }) => date >= dayOf(since));
  return grouped(late, ({ rival }) => rival).flatMap(([name, of]) => {
    const deck = known.get(name);
    return deck ? [{ name, counts: deck.counts, weight: of.length }] : [];
  });
}

/** @param {{bench: Bench}} given */
export function Games({ bench }) {
  const [changed, change] = useState(0);
  const [all, showAll] = useState(false);
  const games = useMemo(() => savedGames(bench), [changed, bench.versions.all]);
  const own = all ? games : games.filter(({ deck }) => deck === bench.edited.deck.name);
  const save = (/** @type {Game} */ { key, ...game }) => {
    bench.storage.write(key, game);
    change(changed + 1);
    bench.say();
  };
  const drop = (/** @type {Game} */ game) => {
    bench.storage.remove(game.key);
    change(changed + 1);
  };
  const met = metLately(bench, games);
  const file = useMemo(() => `data:text/csv;charset=utf-8,${encodeURIComponent(toCsv(games))}`, [games]);
  const named = (/** @type {Game} */ { date, deck, rival }) => ({ date, deck: deckName(deck), rival: deckName(rival) });
  const about = (/** @type {Game} */ { date, event, note }) =>
    [dated(Date.parse(`${date}T12:00`), { dateStyle: 'medium' }), event, note].filter(Boolean).join(' · ');
  return html`<main class="one">
    <${Add} bench=${bench} met=${grouped(games, ({ rival }) => rival).map(([name]) => name)} onSaved=${save} />
    ${
      games.length > 0 &&
      html`
        <${Won} bench=${bench} own=${own} all=${all} onAll=${showAll} />
        <${Panel} class="stackof" title=${_('Your games')}>
          <div class="buttons">
            <a class="button" href=${file} download="games.csv">${_('Save as a file')}</a>
            <button disabled=${!met.length} onClick=${() => bench.field.meet(met)}>
              ${_('What I met in three months as my field')}
            </button>
          </div>
          <ul>
            ${own.slice(0, SHOWN).map(
              (game) => html`<li class="field" key=${game.key}>
                <span>${_('{deck} against {rival}', named(game))} <span class="grey">${about(game)}</span></span>
                <b>${ended(game.result)}</b>
                <button
                  aria-label=${_('Delete the game against {rival}, {date}', named(game))}
                  onClick=${() => drop(game)}
                >
                  ✕
                </button>
              </li>`,
            )}
          </ul>
          <p class="grey">
            ${_('The file is that of the command “ucgsim log import”, which keeps games for good.')}
          </p>
        </${Panel}>
      `
    }
  </main>`;
}
