/**
 * Opening hands, exact: the five usual questions and a player's own, put together as a sentence or written.
 *
 * @module questions_view
 */

import { html, useState } from './vendor/preact.js';
import { titleOf } from './cards.js';
import { _, inParts } from './language.js';
import { sizeOf } from './workbench.js';

const MOST_PARTS = 3;
const COPIES = [1, 2, 3, 4, 5, 6];
const FIRST = { count: 1, what: 'level 1' };

/** The condition of a part: a chain counts for itself. @param {{count: number, what: string}} part */
const wantOf = ({ count, what }) => (what.startsWith('chain') ? what : `${what} >= ${count}`);

/** What can be asked for, in groups: the word of a condition, and the words of a sentence. @param {any} bench
 * @returns {[string, [string, string][]][]} */
export function choices(bench) {
  const cards = Object.keys(bench.deck.counts)
    .map((number) => bench.cards.get(number))
    .filter(Boolean)
    .sort((a, b) => (a.level ?? 9) - (b.level ?? 9) || (a.title < b.title ? -1 : 1));
  const some = (/** @type {(card: any) => any[]} */ of) => [...new Set(cards.flatMap(of))].filter(Boolean).sort();
  return [
    [
      _('Levels'),
      [
        ...some((card) => [card.level]).map(
          (level) => /** @type {[string, string]} */ ([`level ${level}`, _('of level {level}', { level })]),
        ),
        ['chain 1-2', _('levels 1 to {last} of one character', { last: 2 })],
        ['chain 1-3', _('levels 1 to {last} of one character', { last: 3 })],
        ['scene', _('of the scenes')],
      ],
    ],
    [
      _('Characters'),
      some((card) => card.characters).map((name) => [
        /[()]/.test(name) ? `"${name}"` : name,
        _('of {name}', { name: bench.cards.person(name) }),
      ]),
    ],
    [_('TYPEs'), some((card) => [card.type]).map((type) => [`type ${type}`, _('of TYPE {type}', { type })])],
    [_('Cards'), cards.map((card) => [card.number, `${titleOf(card)} ${card.number}`])],
  ];
}

/** A condition in words where it is made of such parts, else as it was written. @param {any} bench @param {string} want @returns {string} */
export function sentence(bench, want) {
  const parts = want.split(/ (and|or) /);
  const said = parts.map((part, k) => {
    if (k % 2) return part === 'and' ? _(' and ') : _(' or ');
    const chain = /^chain 1-(\d)$/.exec(part);
    if (chain) return _('levels 1 to {last} of one character', { last: chain[1] });
    const [, what, count] = /^("[^"]+"|[^()<>=!"']+?) >= (\d)$/.exec(part) ?? [];
    if (!what || /^(?:not|chain)\b/.test(what)) return null;
    const card = bench.cards.get(what);
    const one = count === '1';
    if (card)
      return one
        ? _('at least 1 copy of {card} {number}', { card: titleOf(card), number: what })
        : _('at least {count} copies of {card} {number}', { count, card: titleOf(card), number: what });
    if (what === 'scene') return one ? _('at least 1 scene') : _('at least {count} scenes', { count });
    const level = /^level (\d\+?)$/.exec(what);
    if (level) return _('at least {count} of level {level}', { count, level: level[1] });
    if (what.startsWith('type ')) return _('at least {count} of TYPE {type}', { count, type: what.slice(5) });
    return _('at least {count} of {name}', { count, name: bench.cards.person(what.replaceAll('"', '')) });
  });
  return said.includes(null) || new Set(parts.filter((each, k) => k % 2)).size > 1 ? want : said.join('');
}

/** @param {{bench: any}} given */
function Ask({ bench }) {
  const [parts, put] = useState([FIRST]);
  const [joined, join] = useState('and');
  const [written, write] = useState('');
  const [problem, refuse] = useState('');
  const groups = choices(bench);
  const change = (/** @type {number} */ place, /** @type {any} */ by) =>
    put(parts.map((part, k) => (k === place ? { ...part, ...by } : part)));
  const ask = (/** @type {string} */ want) => {
    try {
      bench.question(want);
      refuse('');
      write('');
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    }
  };
  const enter = (/** @type {any} */ event) => event.key === 'Enter' && written.trim() && ask(written);
  return html`<details class="ask"><summary>${_('Ask a question of your own')}</summary><div class="stackof">
    ${parts.map(
      (
        part,
        k,
      ) => html`<div class="part" key=${k}>${k ? html`<select aria-label=${_('and, or')} value=${joined} onChange=${(/** @type {any} */ event) => join(event.target.value)}><option value="and">${_('and')}</option><option value="or">${_('or')}</option></select>` : null}
      ${part.what.startsWith('chain') ? null : html`<span>${_('at least')}</span><select aria-label=${_('how many, part {part}', { part: k + 1 })} value=${part.count} onChange=${(/** @type {any} */ event) => change(k, { count: Number(event.target.value) })}>${COPIES.map((count) => html`<option key=${count} value=${count}>${count}</option>`)}</select>`}
      <select class="what" aria-label=${_('of what, part {part}', { part: k + 1 })} value=${part.what} onChange=${(/** @type {any} */ event) => change(k, { what: event.target.value })}>
        ${groups.map(([title, of]) => html`<optgroup key=${title} label=${title}>${of.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</optgroup>`)}</select>
      ${k ? html`<button class="quiet" aria-label=${_('Take part {part} out', { part: k + 1 })} onClick=${() => put(parts.filter((each, at) => at !== k))}>✕</button>` : null}</div>`,
    )}
    <div class="buttons">${parts.length < MOST_PARTS ? html`<button onClick=${() => put([...parts, FIRST])}>${_('and, or …')}</button>` : null}
      <button class="main" onClick=${() => ask(parts.map(wantOf).join(` ${joined} `))}>${_('Ask')}</button></div>
    <label class="grey">${inParts(_('Or write it, as for {command}'), { command: html`<code>ucgsim odds --want</code>` })}<input value=${written} placeholder="level 1 >= 2 and scene == 0" onKeyDown=${enter} onInput=${(
      /** @type {any} */ event,
    ) => {
      write(event.target.value);
      refuse('');
    }} /></label>
    ${written.trim() ? html`<div class="buttons"><button onClick=${() => ask(written)}>${_('Ask what is written')}</button></div>` : null}
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}</div></details>`;
}

/** @param {{bench: any}} given */
export function Odds({ bench }) {
  const { now, before } = bench.odds;
  const size = sizeOf(bench.deck.counts);
  const cell = (/** @type {any} */ each, /** @type {any} */ was, /** @type {string} */ key) => {
    const by = was && !was.problem ? each[key] - was[key] : null;
    return html`<td class="num">${_('{share} %', { share: (100 * each[key]).toFixed(1) })}${by === null ? null : html`<small>${by < 0 ? '−' : '+'}${Math.abs(100 * by).toFixed(1)}</small>`}</td>`;
  };
  return html`<section class="sheet stackof" aria-label=${_('Opening hands')}><div class="head"><h2>${_('Opening hands, exact')}</h2>
    <span class="grey">${before.length ? _('change since saved') : ''}</span></div>
    ${
      now.length
        ? html`<table class="odds"><thead><tr><th scope="col">${_('to have')}</th><th scope="col" class="num">${_('first six')}</th><th scope="col" class="num">${_('after the redraw')}</th></tr></thead><tbody>
      ${now.map(
        (/** @type {any} */ each, /** @type {number} */ k) => html`<tr key=${each.want + each.own}><td>${
          each.own
            ? html`<span class="own"><span>${sentence(bench, each.want)}</span>
        <button class="quiet" aria-label=${_('Remove the question {question}', { question: each.want })} onClick=${() => bench.unquestion(each.want)}>✕</button></span>`
            : each.words
        }</td>
        ${each.problem ? html`<td colspan="2" class="problem">${each.problem}</td>` : html`${cell(each, before[k], 'withoutRedraw')}${cell(each, before[k], 'probability')}`}</tr>`,
      )}</tbody></table>
      <p class="grey">${_('Counted over all hands of {size} cards. A hand that lacks what is asked for is given back once, as CR 4.2.3 has it.', { size })}${bench.isWhole ? '' : ` ${_('The deck is not finished: {size} cards are counted; a whole deck has 50.', { size })}`}</p>
      <${Ask} bench=${bench} />`
        : html`<p class="grey">${_('The deck is not finished: {size} cards are counted; a whole deck has 50.', { size })} ${_('From twelve cards on there are odds.')}</p>`
    }</section>`;
}
