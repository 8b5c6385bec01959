/** Opening hands to keep or give back, and how well that was judged. */

import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';
import { freshHand, ofHand, rivalIn } from './address.js';
import { useKeys } from './board_view.js';
import { deckName } from './cards.js';
import { chanceText } from './chances_view.js';
import { _, inParts, lineOf } from './language.js';
import { Match, apart } from './match.js';
import { cardsOf } from './engine.js';
import { gained, percent, wilson } from './numbers.js';
import { Deal } from './panels.js';
import { asRule, isKept } from './redraw.js';
import { playedBy } from './review.js';
import { Against, Bar, CardFace, Select, note } from './view.js';

const WORLDS = 512;
const SAVED = 'ucgsim-hands';
const [MOST_SAVED, MOST_WORST] = [400, 5];
const [LEAD, NEXT, ANY] = ['lead', 'next', 'either'];
/** Games that are looked through for one in which the player is Lead, or Next. */
const TRIES = 40;
/** How many characters of level 1 a hand holds, in words. */
const ones = () => [_('No level 1'), _('One level 1'), _('Two level 1s'), _('Three or more level 1s')];

/**
 * @typedef {import('./view.js').Bench} Bench
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {import('./match.js').Option} Option
 * @typedef {{game: number, rival: string, lead: boolean, ones: number, lost: number, a?: string[], b?: string[]}} Hand
 *   A hand as it was judged; one that was judged wrong with both decks, to be tried again.
 * @typedef {import('./address.js').Address} Address
 * @typedef {import('./address.js').Hand} Dealt Where a hand comes from.
 * @typedef {object} Judged
 * @property {Dealt} [of]
 * @property {string} [chosen]
 * @property {boolean} [waits] Whether it is being played out.
 * @property {string} [problem]
 * @property {number} [lost]
 * @property {boolean} [isBest] Whether it was the better of both, as far as it is known.
 * @property {import('./view.js').Estimate} [apart] By how much the better choice is better.
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
    const given = { points: (100 * lost).toFixed(0), rival: deckName(rival) };
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
 * @param {Engine} engine @param {Dealt} hand @returns {Match} */
function dealt(engine, { as, ...given }) {
  for (let tries = 0; ; tries += 1) {
    const made = new Match(engine, { ...given, game: given.game + tries });
    while (made.asked && made.asked !== 'REDRAW') {
      const wanted = made.options().find(({ label }) => label === as);
      made.take(wanted?.index ?? made.advice());
    }
    // Hands of which the other side threw the lead are passed over, should they be wanted otherwise.
    if (as === ANY || (made.look().lead === 'A') === (as === LEAD) || tries >= TRIES) return made;
    made.close();
  }
}

/** Have both choices played out. @param {Bench} bench @param {Match} match @param {Option} option What was chosen.
 * @returns {Promise<Required<Pick<Judged, 'by' | 'lost' | 'isBest' | 'apart' | 'chosen'>>>} */
async function played(bench, match, option) {
  const options = match.options();
  const answer = await bench.pool.ask({ game: { ...match.what, you: 0, taken: match.taken }, worlds: WORLDS });
  const rates = answer?.rates ?? [];
  const by = options.map(({ index, label }) => ({ label, ...rates[index] }));
  const [best, other] = [...by].sort((x, y) => y.rate - x.rate);
  const between = apart(best, other);
  const isBest = best.label === option.label;
  return { by, lost: !isBest && between.low > 0 ? between.rate : 0, isBest, apart: between, chosen: option.label };
}

/** Which choice is better, by how much. @param {Judged & Required<Pick<Judged, 'apart'>>} judged */
function judgement({ chosen, isBest, apart: between }) {
  if (!(between.low > 0)) return _('Not decided, so it counts as right.');
  const given = { points: gained(between).replace(/^\+/, '') };
  const isKeep = (chosen === 'keep') === isBest;
  if (isBest) {
    const kept = _('Right: keep is better by {points} points.', given);
    return isKeep ? kept : _('Right: redraw is better by {points} points.', given);
  }
  const kept = _('Keep was better, by {points} points.', given);
  return isKeep ? kept : _('Redraw was better, by {points} points.', given);
}

/** The rule against the rival of a hand, if the deck on the table and the field are those of the hand: undefined where
 * they are not, null before it is known. @param {Bench} bench @param {Dealt} hand */
function ruleOf({ edited, field, played: { places, rules } }, { a, b }) {
  const isOf = (/** @type {number} */ place) => String(cardsOf(field.rivals[place].counts)) === String(b);
  const place = String(cardsOf(edited.deck.counts)) === String(a) ? places.find(isOf) : undefined;
  return place === undefined ? undefined : rules[place];
}

/** Which hands to keep against the rival. @param {{bench: Bench, hand: Dealt}} given */
function Rule({ bench, hand }) {
  const rule = ruleOf(bench, hand);
  if (!rule) return rule === null && html`<${Deal} bench=${bench} />`;
  const gain = rule.gain.low > 0 && _('{gain} points', { gain: gained(rule.gain) });
  return html`<p><b>${asRule(rule)}</b> <span class="grey num">${gain}</span></p>`;
}

/** What the rule says of a hand. @param {Bench} bench @param {Dealt} hand
 * @param {import('./cards.js').CardFacts[]} held */
function ruledOn(bench, hand, held) {
  const rule = ruleOf(bench, hand);
  if (!rule?.keeps) return '';
  const numbers = held.map(({ number }) => number);
  const isKeeper = isKept(rule.keeps, numbers, (number) => bench.cards.must(number));
  return isKeeper ? _('The rule would keep this hand.') : _('The rule would redraw this hand.');
}

/** What came of a choice. @param {{judged: Judged, engine: Engine, says: string}} given `says`: what the rule
 * says of the hand. */
function Verdict({ judged, engine, says }) {
  const { waits, chosen, problem, apart: between, by } = judged;
  if (waits) {
    const kept = _('You keep: both are being played out …');
    return note(chosen === 'keep' ? kept : _('You redraw: both are being played out …'));
  }
  if (problem || !between || !by) return html`<p class="problem">${problem}</p>`;
  const chances = by.map((each) => {
    const given = { chance: chanceText(each, 1) };
    return each.label === 'keep' ? _('Keep: {chance}.', given) : _('Redraw: {chance}.', given);
  });
  const basis = _('95 % intervals, {worlds} worlds, played on by {policy}.', {
    worlds: WORLDS,
    policy: playedBy(engine.layout),
  });
  const verdict = judgement({ ...judged, apart: between });
  return html`<p><b>${verdict}</b> ${chances.join(' ')} ${says} <span class="grey">${basis}</span></p>`;
}

/** The hand in play, and how it is judged. @param {Bench} bench @param {Engine} engine @param {Dealt} from */
function useHand(bench, engine, from) {
  const [hands, keep] = useState(() => savedHands(bench));
  const [came, judge] = useState(/** @type {Judged | null} */ (null));
  const match = useMemo(() => dealt(engine, from), [from]);
  useEffect(() => () => match.close(), [match]);
  const judged = came?.of === from ? came : null;
  const scene = match.look();
  const lead = scene.lead === 'A';
  const held = scene.hands[0].flatMap((number) => (number ? [bench.cards.must(number)] : []));
  const { a, b, game } = match.what;
  const answer = async (/** @type {Option} */ option) => {
    judge({ of: from, waits: true, chosen: option.label });
    try {
      const { lost, ...more } = await played(bench, match, option);
      const level1 = held.filter(({ level }) => level === 1).length;
      const hand = { game, rival: from.names[1], lead, ones: level1, lost, ...(lost ? { a, b } : {}) };
      const all = [...savedHands(bench).filter((each) => each.game !== game), hand].slice(-MOST_SAVED);
      bench.storage.write(SAVED, { hands: all });
      keep(all);
      judge({ of: from, lost, ...more });
    } catch (error) {
      judge({ of: from, problem: lineOf(error) });
    }
  };
  const wasWrong = !judged && hands.some((each) => each.game === game && each.a);
  return { hands, judged, match, held, lead, answer, wasWrong, says: ruledOn(bench, from, held) };
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

/** The hand that the address names. @param {{bench: Bench, engine: Engine, address: Address}} given */
export function HandsView({ bench, engine, address }) {
  const from = /** @type {Dealt} */ (address.place.hand);
  const { as, names } = from;
  const { hands, judged, match, held, lead, wasWrong, says, ...hand } = useHand(bench, engine, from);
  const choices = useRef(/** @type {HTMLElement | null} */ (null));
  const moved = useRef(false);
  const answer = (/** @type {Option} */ option) => {
    moved.current = true;
    hand.answer(option);
  };
  const go = (/** @type {string} */ other) => {
    moved.current = true;
    address.go(other);
  };
  const next = (/** @type {{rival?: number, as?: string}} */ given = {}) =>
    go(freshHand(bench, { rival: rivalIn(bench, from), as, before: from, ...given }));
  const again = (/** @type {Hand} */ { game, rival, lead: led, a = [], b = [] }) =>
    go(ofHand({ ...from, a, b, names: [names[0], rival], game, as: led ? LEAD : NEXT }));
  const options = match.asked === 'REDRAW' ? match.options() : [];
  useKeys((key) => {
    if (!judged && options[Number(key) - 1]) answer(options[Number(key) - 1]);
    else if (key === 'n' || (judged && !judged.waits && key === '1')) next();
  });
  // A button that is pressed gives way to others: the first of them has the focus then.
  useEffect(() => {
    if (moved.current)
      /** @type {HTMLElement | null} */ (choices.current?.querySelector('button:not(:disabled)'))?.focus();
  }, [judged, from]);
  const meet = (/** @type {number} */ rival) => next({ rival });
  const sit = (/** @type {string} */ side) => next({ as: side });
  const sides = [
    [ANY, _('either')],
    [LEAD, _('Lead')],
    [NEXT, _('Next')],
  ];
  const leads = html`<b>${lead ? _('You lead the first Round') : _('They lead the first Round')}</b>`;
  return html`<main class="one">
    <section class="sheet stackof hands">
      <div class="head"><h1>${_('Keep or redraw?')}</h1><span class="grey num">${judgedSoFar(hands)}</span></div>
      <div class="buttons tools">
        <${Against} bench=${bench} value=${rivalIn(bench, from)} onChoose=${meet} />
        <label class="grey">${_('You are')} <${Select} value=${as} options=${sides} onChoose=${sit} /></label>
      </div>
      <${Rule} bench=${bench} hand=${from} />
      <p>
        ${inParts(_('{lead}, against {rival}.'), { lead: leads, rival: deckName(names[1]) })}
        ${wasWrong ? _(' This hand you judged wrong before.') : ''}
      </p>
      <div class="cards">${held.map((card, k) => html`<${CardFace} key=${k} card=${card} />`)}</div>
      <div class="buttons" ref=${choices}>
        <${Buttons} options=${options} judged=${judged} onAnswer=${answer} onNext=${() => next()} />
      </div>
      <div role="status">${judged && html`<${Verdict} judged=${judged} engine=${engine} says=${says} />`}</div>
    </section>
    ${hands.length > 0 && html`<${Record} hands=${hands} onAgain=${again} />`}
  </main>`;
}
