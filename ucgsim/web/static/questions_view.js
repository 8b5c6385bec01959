/** Opening hands, exact: the five usual questions and a player's own, put together as a sentence or written. */

import { html, useState } from './vendor/preact.js';
import { shownAs, titleOf } from './cards.js';
import { sizeOf } from './deck.js';
import { _, inParts, lineOf } from './language.js';
import { Heads, Problem, Select, heard } from './view.js';

const MOST_PARTS = 3;
const COPIES = [1, 2, 3, 4, 5, 6].map((count) => [count, String(count)]);
const FIRST = { count: 1, what: 'level 1' };

/** @typedef {import('./view.js').Bench} Bench @typedef {{count: number, what: string}} Part */

/** The condition of a part: a chain counts for itself. @param {Part} part */
const wantOf = ({ count, what }) => (what.startsWith('chain') ? what : `${what} >= ${count}`);

/** What can be asked for, in groups: the word of a condition, and the words of a sentence. @param {Bench} bench
 * @returns {[string, [string, string][]][]} */
export function choices(bench) {
  const cards = Object.keys(bench.edited.deck.counts)
    .map((number) => bench.cards.must(number))
    .sort((a, b) => (a.level ?? 9) - (b.level ?? 9) || (a.title < b.title ? -1 : 1));
  /** @template T @param {T[]} all */
  const some = (all) => [...new Set(all)].filter(Boolean).sort();
  /** @param {string} name @returns {[string, string]} */
  const character = (name) => [
    /[()]/.test(name) ? `"${name}"` : name,
    _('of {name}', { name: shownAs('characters', name) }),
  ];
  /** @param {number | null} level @returns {[string, string]} */
  const ofLevel = (level) => [`level ${level}`, _('of level {level}', { level })];
  /** @param {string} type @returns {[string, string]} */
  const ofType = (type) => [`type ${type}`, _('of TYPE {type}', { type: shownAs('types', type) })];
  return [
    [
      _('Levels'),
      [
        ...some(cards.map(({ level }) => level)).map(ofLevel),
        ['chain 1-2', _('levels 1 to {last} of one character', { last: 2 })],
        ['chain 1-3', _('levels 1 to {last} of one character', { last: 3 })],
        ['scene', _('of the scenes')],
      ],
    ],
    [_('Characters'), some(cards.flatMap(({ characters }) => characters)).map(character)],
    [_('TYPEs'), some(cards.map(({ type }) => type)).map(ofType)],
    [_('Cards'), cards.map((card) => [card.number, `${titleOf(card)} ${card.number}`])],
  ];
}

/** A part of a condition in words; null for one that is no such part. @param {Bench} bench @param {string} part */
function worded(bench, part) {
  const chain = /^chain 1-(\d)$/.exec(part);
  if (chain) return _('levels 1 to {last} of one character', { last: chain[1] });
  const [, what, count] = /^("[^"]+"|[^()<>=!"']+?) >= (\d)$/.exec(part) ?? [];
  if (!what || /^(?:not|chain)\b/.test(what)) return null;
  const card = bench.cards.get(what);
  const one = count === '1';
  if (card) {
    const given = { count, card: titleOf(card), number: what };
    return one
      ? _('at least 1 copy of {card} {number}', given)
      : _('at least {count} copies of {card} {number}', given);
  }
  if (what === 'scene') return one ? _('at least 1 scene') : _('at least {count} scenes', { count });
  const level = /^level (\d\+?)$/.exec(what);
  if (level) return _('at least {count} of level {level}', { count, level: level[1] });
  if (what.startsWith('type '))
    return _('at least {count} of TYPE {type}', { count, type: shownAs('types', what.slice(5)) });
  return _('at least {count} of {name}', { count, name: shownAs('characters', what.replaceAll('"', '')) });
}

/** A condition in words where it is made of such parts, else as it was written.
 * @param {Bench} bench @param {string} want @returns {string} */
export function sentence(bench, want) {
  const parts = want.split(/ (and|or) /);
  const joins = parts.filter((_part, k) => k % 2);
  const said = parts.filter((_part, k) => k % 2 === 0).map((part) => worded(bench, part));
  return said.includes(null) || new Set(joins).size > 1 ? want : said.join(joins[0] === 'and' ? _(' and ') : _(' or '));
}

/** One thing that is asked for. @param {{part: Part, place: number, groups: ReturnType<typeof choices>,
 *   onChange: (part: Part) => void, children: unknown}} given */
function PartOf({ part, place, groups, onChange, children }) {
  const given = { part: place + 1 };
  const count = html`
    <span>${_('at least')}</span>
    <${Select} aria-label=${_('how many, part {part}', given)} value=${part.count} options=${COPIES}
      onChoose=${(/** @type {string} */ text) => onChange({ ...part, count: Number(text) })} />
  `;
  return html`
    ${!part.what.startsWith('chain') && count}
    <select class="what" aria-label=${_('of what, part {part}', given)} value=${part.what}
      onChange=${heard((what) => onChange({ ...part, what }))}>
      ${groups.map(
        ([title, of]) =>
          html`<optgroup key=${title} label=${title}>
            ${of.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
          </optgroup>`,
      )}
    </select>
    ${children}
  `;
}

/** @param {{bench: Bench}} given */
function Ask({ bench }) {
  const [parts, put] = useState([FIRST]);
  const [joined, join] = useState('and');
  const [written, write] = useState('');
  const [problem, refuse] = useState('');
  const groups = choices(bench);
  const change = (/** @type {number} */ place, /** @type {Part} */ by) =>
    put(parts.map((part, k) => (k === place ? by : part)));
  const ask = (/** @type {string} */ want) => {
    try {
      bench.questions.add(want, bench.edited.deck.counts);
      bench.say();
      refuse('');
      write('');
    } catch (error) {
      refuse(lineOf(error));
    }
  };
  const enter = (/** @type {KeyboardEvent} */ { key }) => key === 'Enter' && written.trim() && ask(written);
  const type = (/** @type {string} */ text) => {
    write(text);
    refuse('');
  };
  const joins = [
    ['and', _('and')],
    ['or', _('or')],
  ];
  const example = html`<code>level 1 >= 2 and scene == 0</code>`;
  return html`<details class="ask">
    <summary>${_('Ask a question of your own')}</summary>
    <div class="stackof">
      ${parts.map(
        (part, k) => html`<div class="part" key=${k}>
          ${k > 0 && html`<${Select} aria-label=${_('and, or')} value=${joined} options=${joins} onChoose=${join} />`}
          <${PartOf} part=${part} place=${k} groups=${groups} onChange=${(/** @type {Part} */ by) => change(k, by)}>
            ${
              k > 0 &&
              html`<button class="quiet" aria-label=${_('Take part {part} out', { part: k + 1 })}
                onClick=${() => put(parts.filter((_part, at) => at !== k))}>✕</button>`
            }
          </${PartOf}>
        </div>`,
      )}
      <div class="buttons">
        ${parts.length < MOST_PARTS && html`<button onClick=${() => put([...parts, FIRST])}>${_('and, or …')}</button>`}
        <button class="main" onClick=${() => ask(parts.map(wantOf).join(` ${joined} `))}>${_('Ask')}</button>
      </div>
      <label class="grey">
        ${inParts(_('Or write it, as in {example}'), { example })}
        <input value=${written} onKeyDown=${enter} onInput=${heard(type)} />
      </label>
      ${
        written.trim() &&
        html`<div class="buttons"><button onClick=${() => ask(written)}>${_('Ask what is written')}</button></div>`
      }
      <${Problem} line=${problem} />
    </div>
  </details>`;
}

/** The chances of a question, with what changed since the deck was saved.
 * @param {{bench: Bench, asked: import('./questions.js').Asked, before?: import('./questions.js').Asked}} given */
function Row({ bench, asked, before }) {
  const cell = (/** @type {'withoutRedraw' | 'probability'} */ key) => {
    if (asked.problem !== undefined) return null;
    const by = before && before.problem === undefined ? 100 * (asked[key] - before[key]) : null;
    return html`<td class="num">
      ${_('{share} %', { share: (100 * asked[key]).toFixed(1) })}
      ${by !== null && html`<small>${by < 0 ? '−' : '+'}${Math.abs(by).toFixed(1)}</small>`}
    </td>`;
  };
  const remove = () => {
    bench.questions.remove(asked.want);
    bench.say();
  };
  const own = html`<span class="own">
    <span>${sentence(bench, asked.want)}</span>
    <button class="quiet" aria-label=${_('Remove the question {question}', { question: asked.want })} onClick=${remove}>
      ✕
    </button>
  </span>`;
  return html`<tr>
    <td>${asked.own ? own : asked.words}</td>
    ${
      asked.problem === undefined
        ? html`${cell('withoutRedraw')}${cell('probability')}`
        : html`<td colspan="2" class="problem">${asked.problem}</td>`
    }
  </tr>`;
}

/** @param {{bench: Bench}} given */
export function Odds({ bench }) {
  const { deck, saved, isChanged, isWhole } = bench.edited;
  const now = bench.questions.of(deck.counts);
  const before = isChanged ? bench.questions.of(saved.counts) : [];
  const size = sizeOf(deck.counts);
  const unfinished = _('The deck is not finished: {size} cards are counted; a whole deck has 50.', { size });
  const more = html`<span class="grey">${before.length ? _('change since saved') : ''}</span>`;
  return html`<section class="sheet stackof" aria-label=${_('Opening hands')}>
    <div class="head"><h2>${_('Opening hands, exact')}</h2>${more}</div>
    ${!now.length && html`<p class="grey">${unfinished} ${_('From twelve cards on there are odds.')}</p>`}
    ${
      now.length > 0 &&
      html`
        <table class="odds">
          <${Heads} columns=${[[_('to have')], [_('first six'), 'num'], [_('after the redraw'), 'num']]} />
          <tbody>
            ${now.map(
              (each, k) =>
                html`<${Row} key=${each.want + each.own} bench=${bench} asked=${each} before=${before[k]} />`,
            )}
          </tbody>
        </table>
        <p class="grey">
          ${_(
            'Counted over all hands of {size} cards. ' +
              'A hand that lacks what is asked for is redrawn once, all six cards of it.',
            { size },
          )}
          ${isWhole ? '' : ` ${unfinished}`}
        </p>
        <${Ask} bench=${bench} />
      `
    }
  </section>`;
}
