/**
 * Opening hands to keep or give back, and how well that was judged.
 *
 * @module hands_view
 */

import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { cardsOf } from './engine.js';
import { _, inParts } from './language.js';
import { Match } from './match.js';
import { gained, meanApart, percent, wilson } from './numbers.js';
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
const ones = () => [_('No level 1'), _('One level 1'), _('Two level 1s'), _('Three or more')];

/** @typedef {{game: number, rival: string, lead: boolean, ones: number, lost: number, a?: string[], b?: string[]}} Hand A hand
 *   as it was judged; one that was judged wrong with both decks, to be tried again. */

/** Hands judged in this browser, oldest first. @param {any} bench @returns {Hand[]} */
const savedHands = (bench) => {
  const hands = bench.stored(SAVED)[0]?.data?.hands;
  return Array.isArray(hands)
    ? hands.filter((each) => typeof each?.lost === 'number' && typeof each.ones === 'number')
    : [];
};

/** Kinds of hands, each with the share that was judged right. @param {{hands: Hand[]}} given */
function Kinds({ hands }) {
  const kinds = [true, false]
    .flatMap((lead) =>
      ones().map((word, count, { length }) => ({
        words: lead ? _('{hand}, Lead', { hand: word }) : _('{hand}, Next', { hand: word }),
        of: hands.filter((each) => Boolean(each.lead) === lead && Math.min(each.ones, length - 1) === count),
      })),
    )
    .filter(({ of }) => of.length);
  if (!kinds.length) return null;
  return html`<h2>${_('What you get right')}</h2><table><tbody>${kinds.map(({ words: kind, of }) => {
    const right = of.filter(({ lost }) => !lost).length;
    const share = { ...wilson(right, of.length), n: of.length };
    return html`<tr key=${kind}><th scope="row">${kind}</th><td class="wide"><${Bar} estimate=${share} /></td><td class="num">${percent(share)}<small>${_('{part} of {all}', { part: right, all: of.length })}</small></td></tr>`;
  })}</tbody></table><p class="grey">${_('Shares of hands with 95 % intervals. Right means: no other choice is known to be better.')}</p>`;
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
    return dealt(
      engine,
      { ...lists, policies: [bench.policy, bench.policy], seed: SEED, game: from.game, you: 0 },
      lead,
    );
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
      const best = rates.reduce((/** @type {any} */ one, /** @type {any} */ next) =>
        next.rate > one.rate ? next : one,
      );
      const apart = meanApart(best.seen, rates[option.index].seen);
      const lost = apart.low > 0 ? apart.rate : 0;
      const { a, b, game } = match.what;
      const hand = {
        game,
        rival: from.rival ?? other.name,
        lead,
        ones: held.filter(({ level }) => level === 1).length,
        lost,
        ...(lost ? { a, b } : {}),
      };
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
  useEffect(() => {
    if (moved.current) choices.current?.querySelector('button:not(:disabled)')?.focus();
  }, [judged]);
  const right = hands.filter(({ lost }) => !lost).length;
  const worst = hands
    .filter(({ a }) => a)
    .sort((x, y) => y.lost - x.lost)
    .slice(0, MOST_WORST);
  return html`<main class="one"><section class="sheet stackof"><div class="head"><h1>${_('Keep or redraw?')}</h1>
    <span class="grey num">${hands.length ? _('{right} of {all} right, {points} points given away a hand', { right, all: hands.length, points: ((100 * hands.reduce((sum, { lost }) => sum + lost, 0)) / hands.length).toFixed(1) }) : _('one hand after another, judged by playing both')}</span></div>
    <div class="buttons tools"><label class="grey">${_('Against')} <select value=${rival} onChange=${(
      /** @type {any} */ event,
    ) => {
      choose(Number(event.target.value));
      next();
    }}>
      ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<option value=${k} key=${k}>${each.name}</option>`)}</select></label>
      <label class="grey">${_('You are')} <select value=${wanted} onChange=${(/** @type {any} */ event) => {
        want(event.target.value);
        next();
      }}>${[
        [ANY, _('either')],
        ['Lead', _('Lead')],
        ['Next', _('Next')],
      ].map(([each, name]) => html`<option key=${each} value=${each}>${name}</option>`)}</select></label></div>
    <p>${inParts(_('{lead}, against {rival}.'), { lead: html`<b>${lead ? _('You lead the first Round') : _('They lead the first Round')}</b>`, rival: from.rival ?? other.name })}${from.a ? _(' This hand you judged wrong before.') : ''}</p>
    <div class="cards">${held.map((card, k) => html`<${CardFace} key=${k} card=${card} />`)}</div>
    <div class="buttons" ref=${choices}>${
      judged && !judged.waits
        ? html`<button class="main" onClick=${() => next()}>${_('Next hand')}</button>`
        : html`${options.map(
            (
              option,
              k,
            ) => html`<button key=${option.index} class="main" disabled=${Boolean(judged)} onClick=${() => answer(option)}>
      ${k + 1} · ${option.label === 'keep' ? _('Keep') : _('Redraw')}</button>`,
          )}<button disabled=${Boolean(judged)} onClick=${() => next()}>${_('Another hand')}</button>`
    }</div>
    <div role="status">${
      judged?.waits
        ? html`<p class="grey">${judged.chosen === 'keep' ? _('You keep: both are being played out …') : _('You redraw: both are being played out …')}</p>`
        : judged?.problem
          ? html`<p class="problem">${judged.problem}</p>`
          : judged
            ? html`<p><b>${judged.lost ? _('{points} points given away.', { points: gained(judged.apart).replace(/^\+/, '') }) : judged.apart.rate > 0 ? _('Not decided, so it counts as right.') : _('Right: the other is not known to be better.')}</b>
      ${judged.by.map((/** @type {any} */ each) => ` ${each.label === 'keep' ? _('Keep: {chance}.', { chance: chanceText(each) }) : _('Redraw: {chance}.', { chance: chanceText(each) })}`)} <span class="grey">${_('95 % intervals, {worlds} worlds, played on by {policy}.', { worlds: WORLDS, policy: playedBy(engine.layout) })}</span></p>`
            : null
    }</div></section>
    ${
      hands.length
        ? html`<section class="sheet stackof"><${Kinds} hands=${hands} />${
            worst.length
              ? html`<h2>${_('Most wrong: try again')}</h2><div class="buttons">${worst.map(
                  (each) => html`<button key=${each.game}
      onClick=${() => next(each)}>${each.lead ? _('{points} points, Lead against {rival}', { points: (100 * each.lost).toFixed(0), rival: each.rival }) : _('{points} points, Next against {rival}', { points: (100 * each.lost).toFixed(0), rival: each.rival })}</button>`,
                )}</div>`
              : null
          }</section>`
        : null
    }</main>`;
}
