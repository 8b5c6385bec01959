/**
 * Opening hands to keep or give back, and how well that was judged; the guide to take along.
 *
 * @module hands_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { Match, meanOf } from './match.js';
import { matchup } from './numbers.js';
import { CardFace, chanceWords, words } from './view.js';

const WORLDS = 512;
const MOST = 1_000_000;

/** @param {{bench: any, engine: any}} given */
export function HandsView({ bench, engine }) {
  const [game, deal] = useState(() => Math.floor(Math.random() * MOST));
  const [rival, choose] = useState(0);
  /** @type {any} */
  const [judged, judge] = useState(null);
  const match = useMemo(() => {
    const given = { a: cardsOf(bench.deck.counts), b: cardsOf(bench.field[rival]?.counts ?? bench.saved.counts), policies: [bench.policy, bench.policy], seed: 11, game, you: 0 };
    const made = new Match(engine, /** @type {any} */ (given));
    while (made.asked && made.asked !== 'REDRAW') made.take(made.advice());
    return made;
  }, [game, rival, bench.deck.counts]);
  useEffect(() => () => match.close(), [match]);
  const options = match.asked === 'REDRAW' ? match.options() : [];
  const scene = match.look();
  const { trained } = bench;
  const answer = (/** @type {any} */ option) => {
    const rates = match.rate(WORLDS);
    const best = rates.reduce((one, other) => (other.rate > one.rate ? other : one));
    // Both were played in the same worlds, so what lies between them is known better than either.
    const apart = meanOf(best.seen.map((value, k) => value - rates[option.index].seen[k]));
    const lost = apart.low > 0 ? apart.rate : 0;
    const by = options.map(({ index, label }) => ({ label, ...rates[index] }));
    bench.train({ game, rival: bench.field[rival]?.name ?? '', lost });
    judge({ by, lost, reach: apart.high - apart.rate });
  };
  const next = () => {
    judge(null);
    deal(Math.floor(Math.random() * MOST));
  };
  return html`<main class="one"><section class="sheet stackof"><div class="head"><h2>Keep or redraw?</h2>
    <span class="grey num">${trained.hands ? `${trained.right} of ${trained.hands} right, ${(100 * trained.lost / trained.hands).toFixed(1)} points given away a hand` : 'a hand after another, judged by playing both'}</span></div>
    <label class="grey">Against <select value=${rival} onChange=${(/** @type {any} */ event) => { judge(null); choose(Number(event.target.value)); }}>
      ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
    <p>${scene.lead === 'A' ? 'You lead the first turn.' : 'They lead the first turn.'}</p>
    <div class="hand">${scene.hands[0].map((number, k) => (number ? html`<${CardFace} key=${k} card=${bench.cards.must(number)} />` : null))}</div>
    ${judged ? html`<p role="status"><b>${judged.lost ? `${(100 * judged.lost).toFixed(0)} ± ${(100 * judged.reach).toFixed(0)} points given away.` : 'Right, as far as can be told.'}</b>
      ${judged.by.map((/** @type {any} */ each) => ` ${each.label}: ${chanceWords(each)}.`)} <span class="grey">${WORLDS} worlds, played on by ${bench.policy}.</span></p>
      <button class="main" onClick=${next}>Next hand</button>`
    : html`<div class="buttons">${options.map((option) => html`<button key=${option.index} class="main" onClick=${() => answer(option)}>${option.label}</button>`)}
      <button onClick=${next}>Another hand</button></div>`}
    ${trained.worst.length ? html`<h2>Judged worst</h2><div class="buttons">${trained.worst.map((/** @type {any} */ each) => html`<button key=${each.game}
      onClick=${() => { judge(null); deal(each.game); }}>${(100 * each.lost).toFixed(0)} points, again</button>`)}</div>` : null}</section></main>`;
}

/** The win rate with either side leading the first turn. @param {any} tally @param {number} lead */
function whenLed(tally, lead) {
  const points = tally.by_lead[lead][0].map((/** @type {number[]} */ half) => [half[1], 0, half[2]]);
  return matchup(points, null).alone;
}

/** One sheet for a tournament. @param {{bench: any}} given */
export function Guide({ bench }) {
  const { lines, answer, rule } = bench;
  const sorted = lines.map((/** @type {any} */ line, /** @type {number} */ place) => ({ ...line, tally: bench.counted[place]?.tally }))
    .sort((/** @type {any} */ x, /** @type {any} */ y) => (x.shown?.rate ?? 0) - (y.shown?.rate ?? 0));
  return html`<main class="one"><section class="sheet stackof"><div class="head"><h1>${bench.deck.name}: matchup guide</h1><button class="noprint" onClick=${() => print()}>Print</button></div>
    ${answer ? html`<p>About <b>${words(answer.shown)}</b> against the field${sorted[0]?.shown ? html`; the hardest rival is <b>${sorted[0].name}</b>` : ''}.</p>` : html`<p class="grey">Playing …</p>`}
    ${rule ? html`<p>${rule.words}.</p>` : null}
    <table><thead><tr><th scope="col">rival</th><th scope="col" class="num">share</th><th scope="col" class="num">wins</th><th scope="col" class="num">leading first</th><th scope="col" class="num">following</th></tr></thead>
    <tbody>${sorted.map((/** @type {any} */ line) => html`<tr key=${line.name}><td>${line.name}</td><td class="num">${line.weight}</td><td class="num">${words(line.shown)}</td>
      <td class="num">${line.tally ? words(whenLed(line.tally, 0)) : '…'}</td><td class="num">${line.tally ? words(whenLed(line.tally, 1)) : '…'}</td></tr>`)}</tbody></table>
    <p class="grey">95 %: wins for another good player, leading and following by these games alone. ${answer ? answer.games.toLocaleString('en') : 0} games, ${bench.policy}, rules ${bench.rules}.</p>
    <h2>The list</h2><pre>${bench.text}</pre></section></main>`;
}
