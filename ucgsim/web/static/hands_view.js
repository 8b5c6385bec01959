/**
 * Opening hands to keep or give back, and how well that was judged.
 *
 * @module hands_view
 */

import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { Match, meanOf } from './match.js';
import { gained, percent, wilson } from './numbers.js';
import { chanceText, useKeys } from './board_view.js';
import { playedBy } from './review.js';
import { Bar, CardFace } from './view.js';

const WORLDS = 512;
const MOST = 1_000_000;
/** Of the games from which hands are dealt. */
const SEED = 11;
const SAVED = 'ucgsim-hands';
const [MOST_SAVED, MOST_WORST] = [400, 5];
const ANY = 'either';
/** Games that are looked through for one in which the player is Lead, or Next. */
const TRIES = 40;
/** How many characters of level 1 a hand holds, in words. */
const ONES = ['No level 1', 'One level 1', 'Two level 1s', 'Three or more'];

/** @typedef {{game: number, rival: string, lead: boolean, ones: number, lost: number, a?: string[], b?: string[]}} Hand A hand
 *   as it was judged; one that was judged wrong with both decks, to be tried again. */

/** Hands judged in this browser, oldest first. @param {any} bench @returns {Hand[]} */
const savedHands = (bench) => {
  const hands = bench.stored(SAVED)[0]?.data?.hands;
  return Array.isArray(hands) ? hands.filter((each) => typeof each?.lost === 'number' && typeof each.ones === 'number') : [];
};

/** Kinds of hands, each with the share that was judged right. @param {{hands: Hand[]}} given */
function Kinds({ hands }) {
  const kinds = [true, false].flatMap((lead) => ONES.map((word, ones) => ({
    words: `${word}, ${lead ? 'Lead' : 'Next'}`, of: hands.filter((each) => Boolean(each.lead) === lead && Math.min(each.ones, ONES.length - 1) === ones),
  }))).filter(({ of }) => of.length);
  if (!kinds.length) return null;
  return html`<h2>What you get right</h2><table><tbody>${kinds.map(({ words: kind, of }) => {
    const right = of.filter(({ lost }) => !lost).length;
    const share = { ...wilson(right, of.length), n: of.length };
    return html`<tr key=${kind}><th scope="row">${kind}</th><td class="wide"><${Bar} estimate=${share} /></td><td class="num">${percent(share)}<small>${right} of ${of.length}</small></td></tr>`;
  })}</tbody></table><p class="grey">Shares of hands with 95 % intervals. Right means: no other choice is known to be better.</p>`;
}

/** A hand that is dealt, with the player as Lead or as Next where that is wanted.
 * @param {any} engine @param {any} given @param {string} wanted @returns {Match} */
function dealt(engine, given, wanted) {
  for (let tries = 0; ; tries += 1) {
    const made = new Match(engine, { ...given, game: (given.game + tries) % MOST });
    while (made.asked && made.asked !== 'REDRAW') {
      const lead = made.options().find(({ label }) => label === (wanted === 'Next' ? 'next' : 'lead'));
      made.take(wanted === ANY || !lead ? made.advice() : lead.index);
    }
    // Hands of which the other side threw the lead are passed over, should they be wanted otherwise.
    if (wanted === ANY || (made.look().lead === 'A') === (wanted === 'Lead') || tries >= TRIES) return made;
    made.close();
  }
}

/** @param {{bench: any, engine: any}} given */
export function HandsView({ bench, engine }) {
  const draw = () => Math.floor(Math.random() * MOST);
  const [from, deal] = useState(/** @returns {any} */ () => ({ game: draw() }));
  const [rival, choose] = useState(0);
  const [wanted, want] = useState(ANY);
  const [hands, keep] = useState(() => savedHands(bench));
  /** @type {any} */
  const [judged, judge] = useState(null);
  const other = bench.field[rival] ?? bench.saved;
  const match = useMemo(() => {
    const lists = { a: from.a ?? cardsOf(bench.deck.counts), b: from.b ?? cardsOf(other.counts) };
    const lead = from.a ? (from.lead ? 'Lead' : 'Next') : wanted;
    return dealt(engine, { ...lists, policies: [bench.policy, bench.policy], seed: SEED, game: from.game, you: 0 }, lead);
  }, [from, rival, wanted, bench.deck.counts]);
  useEffect(() => () => match.close(), [match]);
  const options = match.asked === 'REDRAW' ? match.options() : [];
  const scene = match.look();
  const lead = scene.lead === 'A';
  const held = scene.hands[0].flatMap((number) => (number ? [bench.cards.must(number)] : []));
  const answer = async (/** @type {any} */ option) => {
    moved.current = true;
    judge({ waits: true, chosen: option.label });
    try {
      const { rates } = await bench.pool.ask({ game: { ...match.what, you: 0, taken: match.taken }, worlds: WORLDS });
      const best = rates.reduce((/** @type {any} */ one, /** @type {any} */ next) => (next.rate > one.rate ? next : one));
      // Both were played in the same worlds, so what lies between them is known better than either.
      const apart = meanOf(best.seen.map((/** @type {number} */ value, /** @type {number} */ k) => value - rates[option.index].seen[k]));
      const lost = apart.low > 0 ? apart.rate : 0;
      const { a, b, game } = match.what;
      const hand = { game, rival: from.rival ?? other.name, lead, ones: held.filter(({ level }) => level === 1).length, lost, ...(lost ? { a, b } : {}) };
      const others = savedHands(bench).filter((each) => !(from.a && each.game === game && each.a));
      const all = [...others, hand].slice(-MOST_SAVED);
      bench.store(SAVED, { hands: all });
      keep(all);
      judge({ by: options.map(({ index, label }) => ({ label, ...rates[index] })), lost, apart, chosen: option.label });
    } catch (error) {
      judge({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  /** @type {any} */
  const choices = useRef(null);
  const moved = useRef(false);
  const next = (/** @type {any} */ given = {}) => {
    moved.current = true;
    judge(null);
    deal({ game: draw(), ...given });
  };
  useKeys((key) => {
    if (!judged && options[Number(key) - 1]) answer(options[Number(key) - 1]);
    else if (key === 'n' || (judged && !judged.waits && key === '1')) next();
  });
  // A button that is pressed gives way to others: the first of them has the focus then.
  useEffect(() => { if (moved.current) choices.current?.querySelector('button:not(:disabled)')?.focus(); }, [judged]);
  const right = hands.filter(({ lost }) => !lost).length;
  const worst = hands.filter(({ a }) => a).sort((x, y) => y.lost - x.lost).slice(0, MOST_WORST);
  return html`<main class="one"><section class="sheet stackof"><div class="head"><h1>Keep or redraw?</h1>
    <span class="grey num">${hands.length ? `${right} of ${hands.length} right, ${(100 * hands.reduce((sum, { lost }) => sum + lost, 0) / hands.length).toFixed(1)} points given away a hand` : 'one hand after another, judged by playing both'}</span></div>
    <div class="buttons tools"><label class="grey">Against <select value=${rival} onChange=${(/** @type {any} */ event) => { choose(Number(event.target.value)); next(); }}>
      ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
      <label class="grey">You are <select value=${wanted} onChange=${(/** @type {any} */ event) => { want(event.target.value); next(); }}>${[ANY, 'Lead', 'Next'].map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label></div>
    <p><b>${lead ? 'You lead the first Round' : 'They lead the first Round'}</b>, against ${from.rival ?? other.name}.${from.a ? ' This hand you judged wrong before.' : ''}</p>
    <div class="cards">${held.map((card, k) => html`<${CardFace} key=${k} card=${card} />`)}</div>
    <div class="buttons" ref=${choices}>${judged && !judged.waits ? html`<button class="main" onClick=${() => next()}>Next hand</button>` : html`${options.map((option, k) => html`<button key=${option.index} class="main" disabled=${Boolean(judged)} onClick=${() => answer(option)}>
      ${k + 1} · ${option.label === 'keep' ? 'Keep' : 'Redraw'}</button>`)}<button disabled=${Boolean(judged)} onClick=${() => next()}>Another hand</button>`}</div>
    <div role="status">${judged?.waits ? html`<p class="grey">You ${judged.chosen}: both are being played out …</p>` : judged?.problem ? html`<p class="problem">${judged.problem}</p>`
    : judged ? html`<p><b>${judged.lost ? `${gained(judged.apart).replace(/^\+/, '')} points given away.` : judged.apart.rate > 0 ? 'Not decided, so it counts as right.' : 'Right: the other is not known to be better.'}</b>
      ${judged.by.map((/** @type {any} */ each) => ` ${each.label === 'keep' ? 'Keep' : 'Redraw'}: ${chanceText(each)}.`)} <span class="grey">95 % intervals, ${WORLDS} worlds, played on by ${playedBy(engine.layout)}.</span></p>` : null}</div></section>
    ${hands.length ? html`<section class="sheet stackof"><${Kinds} hands=${hands} />${worst.length ? html`<h2>Most wrong: try again</h2><div class="buttons">${worst.map((each) => html`<button key=${each.game}
      onClick=${() => next(each)}>${(100 * each.lost).toFixed(0)} points, ${each.lead ? 'Lead' : 'Next'} against ${each.rival}</button>`)}</div>` : null}</section>` : null}</main>`;
}
