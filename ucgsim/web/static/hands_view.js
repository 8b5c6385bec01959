/** Opening hands to keep or give back, and how well that was judged. */

import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { useKeys } from './board_view.js';
import { chanceText } from './chances_view.js';
import { cardsOf } from './engine.js';
import { _, inParts, lineOf } from './language.js';
import { Match, apart } from './match.js';
import { gained, percent, wilson } from './numbers.js';
import { playedBy } from './review.js';
import { Against, Bar, CardFace, Select, note } from './view.js';

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

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./match.js').Option} Option
 * @typedef {{game: number, rival: string, lead: boolean, ones: number, lost: number, a?: string[], b?: string[]}} Hand
 *   A hand as it was judged; one that was judged wrong with both decks, to be tried again.
 * @typedef {{game: number} & Partial<Hand>} From Where a hand comes from.
 * @typedef {object} Judged
 * @property {string} [chosen]
 * @property {boolean} [waits] Whether it is being played out.
 * @property {string} [problem]
 * @property {number} [lost]
 * @property {import('./view.js').Estimate} [apart] What lies between both choices.
 * @property {(import('./match.js').Rate & {label: string})[]} [by]
 */

/** Hands judged in this browser, oldest first. @param {Bench} bench @returns {Hand[]} */
const savedHands = (bench) =>
  /** @type {Hand[]} */ (/** @type {unknown} */ (bench.storage.list(SAVED, 'hands'))).filter(
    (each) => typeof each.lost === 'number' && typeof each.ones === 'number',
  );

/** Kinds of hands, each with the share that was judged right. @param {{hands: Hand[]}} given */
function Kinds({ hands }) {
  const kinds = [true, false]
    .flatMap((lead) =>
      ones().map((word, count, { length }) => ({
        kind: lead ? _('{hand}, Lead', { hand: word }) : _('{hand}, Next', { hand: word }),
        of: hands.filter((each) => Boolean(each.lead) === lead && Math.min(each.ones, length - 1) === count),
      })),
    )
    .filter(({ of }) => of.length);
  if (!kinds.length) return null;
  const rows = kinds.map(({ kind, of }) => {
    const right = of.filter(({ lost }) => !lost).length;
    const share = { ...wilson(right, of.length), n: of.length };
    return html`<tr key=${kind}>
      <th scope="row">${kind}</th>
      <td class="wide"><${Bar} estimate=${share} /></td>
      <td class="num">${percent(share)}<small>${_('{part} of {all}', { part: right, all: of.length })}</small></td>
    </tr>`;
  });
  const basis = _('Shares of hands with 95 % intervals. Right means: no other choice is known to be better.');
  return html`<h2>${_('What you get right')}</h2><table><tbody>${rows}</tbody></table><p class="grey">${basis}</p>`;
}

/** Hands that were judged, and those to try again. @param {{hands: Hand[], onAgain: (hand: Hand) => void}} given */
function Record({ hands, onAgain }) {
  const worst = hands
    .filter(({ a }) => a)
    .sort((x, y) => y.lost - x.lost)
    .slice(0, MOST_WORST);
  const text = (/** @type {Hand} */ { lost, lead, rival }) => {
    const given = { points: (100 * lost).toFixed(0), rival };
    return lead ? _('{points} points, Lead against {rival}', given) : _('{points} points, Next against {rival}', given);
  };
  return html`<section class="sheet stackof">
    <${Kinds} hands=${hands} />
    ${
      worst.length > 0 &&
      html`
        <h2>${_('Most wrong: try again')}</h2>
        <div class="buttons">
          ${worst.map((each) => html`<button key=${each.game} onClick=${() => onAgain(each)}>${text(each)}</button>`)}
        </div>
      `
    }
  </section>`;
}

/** A hand that is dealt, with the player as Lead or as Next where that is wanted.
 * @param {Engine} engine @param {import('./match.js').Game & {game: number}} given @param {string} wanted
 * @returns {Match} */
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

/** Have both choices played out. @param {Bench} bench @param {Match} match @param {Option} option What was chosen.
 * @returns {Promise<Required<Pick<Judged, 'by' | 'lost' | 'apart' | 'chosen'>>>} */
async function played(bench, match, option) {
  const options = match.options();
  const answer = await bench.pool.ask({ game: { ...match.what, you: 0, taken: match.taken }, worlds: WORLDS });
  const rates = answer?.rates ?? [];
  const best = rates.reduce((one, other) => (other.rate > one.rate ? other : one));
  const between = apart(best, rates[option.index]);
  const by = options.map(({ index, label }) => ({ label, ...rates[index] }));
  return { by, lost: between.low > 0 ? between.rate : 0, apart: between, chosen: option.label };
}

/** What came of a choice. @param {{judged: Judged, engine: Engine}} given */
function Verdict({ judged, engine }) {
  const { waits, chosen, problem, lost, apart: between, by } = judged;
  if (waits) {
    const kept = _('You keep: both are being played out …');
    return note(chosen === 'keep' ? kept : _('You redraw: both are being played out …'));
  }
  if (problem || !between || !by) return html`<p class="problem">${problem}</p>`;
  const right =
    between.rate > 0 ? _('Not decided, so it counts as right.') : _('Right: the other is not known to be better.');
  const wrong = _('{points} points given away.', { points: gained(between).replace(/^\+/, '') });
  const chances = by.map((each) => {
    const given = { chance: chanceText(each) };
    return each.label === 'keep' ? _('Keep: {chance}.', given) : _('Redraw: {chance}.', given);
  });
  const basis = _('95 % intervals, {worlds} worlds, played on by {policy}.', {
    worlds: WORLDS,
    policy: playedBy(engine.layout),
  });
  return html`<p><b>${lost ? wrong : right}</b> ${chances.join(' ')} <span class="grey">${basis}</span></p>`;
}

/** The hand in play, and how it is judged. @param {Bench} bench @param {Engine} engine @param {number} rival
 * @param {string} wanted */
function useHand(bench, engine, rival, wanted) {
  const draw = () => Math.floor(Math.random() * MOST);
  const [from, deal] = useState(/** @returns {From} */ () => ({ game: draw() }));
  const [hands, keep] = useState(() => savedHands(bench));
  const [judged, judge] = useState(/** @type {Judged | null} */ (null));
  const other = bench.field.rivals[rival] ?? bench.edited.saved;
  const { counts } = bench.edited.deck;
  const match = useMemo(() => {
    const lists = { a: from.a ?? cardsOf(counts), b: from.b ?? cardsOf(other.counts) };
    const policies = /** @type {[string, string]} */ ([bench.policy, bench.policy]);
    const again = from.lead ? 'Lead' : 'Next';
    return dealt(engine, { ...lists, policies, seed: SEED, game: from.game, you: 0 }, from.a ? again : wanted);
  }, [from, rival, wanted, counts]);
  useEffect(() => () => match.close(), [match]);
  const scene = match.look();
  const lead = scene.lead === 'A';
  const held = scene.hands[0].flatMap((number) => (number ? [bench.cards.must(number)] : []));
  const name = from.rival ?? other.name;
  const answer = async (/** @type {Option} */ option) => {
    judge({ waits: true, chosen: option.label });
    try {
      const came = await played(bench, match, option);
      const { a, b, game } = match.what;
      const level1 = held.filter(({ level }) => level === 1).length;
      const hand = { game, rival: name, lead, ones: level1, lost: came.lost, ...(came.lost ? { a, b } : {}) };
      const others = savedHands(bench).filter((each) => !(from.a && each.game === game && each.a));
      const all = [...others, hand].slice(-MOST_SAVED);
      bench.storage.write(SAVED, { hands: all });
      keep(all);
      judge(came);
    } catch (error) {
      judge({ problem: lineOf(error) });
    }
  };
  const next = (/** @type {Partial<From>} */ given = {}) => {
    judge(null);
    deal({ game: draw(), ...given });
  };
  return { from, hands, judged, match, held, lead, name, answer, next };
}

/** How well hands were judged. @param {Hand[]} hands */
function judgedSoFar(hands) {
  if (!hands.length) return _('one hand after another, judged by playing both');
  const right = hands.filter(({ lost }) => !lost).length;
  const lost = hands.reduce((sum, each) => sum + each.lost, 0) / hands.length;
  const given = { right, all: hands.length, points: (100 * lost).toFixed(1) };
  return _('{right} of {all} right, {points} points given away a hand', given);
}

/** What can be done with the hand.
 * @param {{options: Option[], judged: Judged | null, onAnswer: (option: Option) => void,
 *   onNext: () => void}} given */
function Buttons({ options, judged, onAnswer, onNext }) {
  if (judged && !judged.waits) return html`<button class="main" onClick=${onNext}>${_('Next hand')}</button>`;
  return html`
    ${options.map(
      (option, k) =>
        html`<button key=${option.index} class="main" disabled=${Boolean(judged)} onClick=${() => onAnswer(option)}>
          ${k + 1} · ${option.label === 'keep' ? _('Keep') : _('Redraw')}
        </button>`,
    )}
    <button disabled=${Boolean(judged)} onClick=${onNext}>${_('Another hand')}</button>
  `;
}

/** @param {{bench: Bench, engine: Engine}} given */
export function HandsView({ bench, engine }) {
  const [rival, choose] = useState(0);
  const [wanted, want] = useState(ANY);
  const { from, hands, judged, match, held, lead, name, ...hand } = useHand(bench, engine, rival, wanted);
  const choices = useRef(/** @type {HTMLElement | null} */ (null));
  const moved = useRef(false);
  const answer = (/** @type {Option} */ option) => {
    moved.current = true;
    hand.answer(option);
  };
  const next = (/** @type {Partial<From>} */ given = {}) => {
    moved.current = true;
    hand.next(given);
  };
  const options = match.asked === 'REDRAW' ? match.options() : [];
  useKeys((key) => {
    if (!judged && options[Number(key) - 1]) answer(options[Number(key) - 1]);
    else if (key === 'n' || (judged && !judged.waits && key === '1')) next();
  });
  // A button that is pressed gives way to others: the first of them has the focus then.
  useEffect(() => {
    if (moved.current)
      /** @type {HTMLElement | null} */ (choices.current?.querySelector('button:not(:disabled)'))?.focus();
  }, [judged]);
  const other = (/** @type {number} */ place) => {
    choose(place);
    next();
  };
  const seat = (/** @type {string} */ side) => {
    want(side);
    next();
  };
  const sides = [
    [ANY, _('either')],
    ['Lead', _('Lead')],
    ['Next', _('Next')],
  ];
  const leads = html`<b>${lead ? _('You lead the first Round') : _('They lead the first Round')}</b>`;
  return html`<main class="one">
    <section class="sheet stackof">
      <div class="head"><h1>${_('Keep or redraw?')}</h1><span class="grey num">${judgedSoFar(hands)}</span></div>
      <div class="buttons tools">
        <${Against} bench=${bench} value=${rival} onChoose=${other} />
        <label class="grey">${_('You are')} <${Select} value=${wanted} options=${sides} onChoose=${seat} /></label>
      </div>
      <p>
        ${inParts(_('{lead}, against {rival}.'), { lead: leads, rival: name })}
        ${from.a ? _(' This hand you judged wrong before.') : ''}
      </p>
      <div class="cards">${held.map((card, k) => html`<${CardFace} key=${k} card=${card} />`)}</div>
      <div class="buttons" ref=${choices}>
        <${Buttons} options=${options} judged=${judged} onAnswer=${answer} onNext=${() => next()} />
      </div>
      <div role="status">${judged && html`<${Verdict} judged=${judged} engine=${engine} />`}</div>
    </section>
    ${hands.length > 0 && html`<${Record} hands=${hands} onAgain=${next} />`}
  </main>`;
}
