/**
 * Opening hands to keep or give back, and how well that was judged.
 *
 * @module hands_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { Match, meanOf } from './match.js';
import { CardFace, chanceWords } from './view.js';

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
