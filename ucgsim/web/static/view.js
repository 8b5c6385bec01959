/**
 * What several panels draw: cards, intervals, changes.
 *
 * @module view
 */

import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { nameOf } from './cards.js';
import { _ } from './language.js';
import { gained, percent } from './numbers.js';

/** @param {any} card @returns {any} The colour of a card's TYPE, as a style. */
export const colour = (card) => ({
  '--of': `var(--${card?.kinds.includes('Scene') ? 'SCENE' : card?.type || 'BASIC'})`,
});

const states = () => [_('single'), _('double'), _('triple'), _('quad'), _('extra')];

/** BP by state. @param {{card: any}} given */
export function Powers({ card }) {
  const shown = card.bp
    .map((/** @type {number | null} */ value, /** @type {number} */ k) => ({ value, name: states()[k] }))
    .filter((/** @type {any} */ each) => each.value !== null);
  return html`<div class="bps">${shown.map((/** @type {any} */ each) => html`<span class="num"><small>${each.name}</small>${each.value}</span>`)}</div>`;
}

/** The sign of a card: its level, or S for a scene. @param {any} card */
export const sign = (card) => (card.kinds.includes('Scene') ? 'S' : (card.level ?? ''));

/** A card with its text. @param {{card: any, children?: any, button?: any}} given */
export function CardFace({ card, children, button }) {
  return html`<article class="card" style=${colour(card)}>
    <div class="end"><b>${nameOf(card)}</b><span class="level" title=${card.type ?? ''}>${sign(card)}</span></div>
    <${Powers} card=${card} />
    <p>${card.round ? `${_('Round {round}.', { round: card.round })} ` : ''}${card.text}</p>
    <div class="end"><span class="grey">${card.number}${card.type ? ` · ${card.type}` : ''}${children ? ' · ' : ''}${children}</span>${button}</div>
  </article>`;
}

/** An interval on a scale from 0 to 100 %, or of a change around 0. @param {{estimate: any, whole?: number}} given */
export function Bar({ estimate, whole = 1 }) {
  const scaled = (/** @type {number} */ value) =>
    Math.min(100, Math.max(0, whole === 1 ? 100 * value : 50 + (50 * value) / whole));
  const [low, high, at] = [estimate.low, estimate.high, estimate.rate].map(scaled);
  const good = estimate.low > (whole === 1 ? 0.5 : 0);
  const bad = estimate.high < (whole === 1 ? 0.5 : 0);
  const fill = good ? 'var(--good)' : bad ? 'var(--bad)' : 'var(--ink-3)';
  return html`<div class="bar" aria-hidden="true"><i></i><svg viewBox="0 0 100 10" preserveAspectRatio="none">
    <rect x=${low} y="3" width=${Math.max(high - low, 0.5)} height="4" rx="1" fill=${fill} opacity=".3" />
    <rect x=${at - 0.6} y="1" width="1.2" height="8" fill=${fill} /></svg></div>`;
}

/** A change, green or red where it is decided. @param {{change: any, whole?: boolean}} given */
export function Change({ change, whole = false }) {
  if (!change) return null;
  const tone = change.decided ? (change.shown.rate > 0 ? 'good' : 'bad') : '';
  return html`<span class=${`num ${whole ? 'chip ' : ''}${tone}`}>${gained(change.shown)}</span>`;
}

/** The ends of an interval in whole percent. @param {any} estimate @returns {string} */
export const ends = ({ low, high }) =>
  _('{low} to {high}', { low: Math.round(100 * low), high: Math.round(100 * high) });

/** Win rate with its interval in words. @param {any} estimate @returns {string} */
export const words = (estimate) => (estimate ? percent(estimate) : '…');

/** A chance to win by playouts, which may lie at either end. @param {any} chance @returns {string} */
export const chanceWords = (chance) =>
  percent({ ...chance, low: Math.max(chance.low, 0), high: Math.min(chance.high, 1) });

/** A dialog that closes with Escape, and gives the focus back. @param {{title: string, children: any, onClose: () => void}} given */
export function Sheet({ title, children, onClose }) {
  /** @type {any} */
  const place = useRef(null);
  useEffect(() => {
    place.current.showModal();
  }, []);
  return html`<dialog ref=${place} aria-label=${title} onClose=${onClose}>
    <div class="stackof"><div class="head"><h1>${title}</h1>
    <button class="quiet" aria-label=${_('Close')} onClick=${() => place.current.close()}>✕</button></div>${children}</div></dialog>`;
}

/** Look again and again, each time so long after the last answer. @param {() => Promise<any>} look @param {number} pause @param {any[]} on
 * What it depends on. @param {boolean} [again] */
export function useLooks(look, pause, on, again = true) {
  useEffect(() => {
    let timer = 0,
      left = false;
    const next = () =>
      look().then(() => {
        if (again && !left) timer = setTimeout(next, pause);
      });
    next();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, on);
}

/** A field that is done when it is left: what is typed stays while the page is drawn again.
 * @param {{value: string, onDone: (value: string) => void, [more: string]: any}} given */
export function Typed({ value, onDone, ...more }) {
  const [typed, type] = useState(/** @type {string | null} */ (null));
  return html`<input ...${more} value=${typed ?? value} onInput=${(/** @type {any} */ event) => type(event.target.value)}
    onChange=${(/** @type {any} */ event) => {
      onDone(event.target.value);
      type(null);
    }} />`;
}

/** Draws again whenever something that is watched changes, at most once a frame. @param {{watch: any}} watched */
export function useWatched(watched) {
  const [, draw] = useState(0);
  useEffect(() => {
    let asked = 0;
    const stop = watched.watch(() => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        draw((/** @type {number} */ n) => n + 1);
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(asked);
    };
  }, [watched]);
}
