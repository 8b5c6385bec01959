/**
 * Rates and gains with their intervals, from counts of games: what the library reckons, in the words of the terminal.
 *
 * @module numbers
 */

import { reckon } from './arithmetic.js';
import { _ } from './language.js';

/**
 * A number with its 95 % interval; NaN where nothing was seen. `players`: it holds the spread between good players.
 * @typedef {{rate: number, low: number, high: number, n: number, players?: boolean}} Estimate
 */
/**
 * How far good players lie apart (`spread_of_players` in `ucgsim/web/book.py`), and how far `simple` play lies from
 * them; null for a player who is none of them.
 * @typedef {{deck: number, matchup: number, kin: number, df: number, own: number, likeness: number,
 *   simple?: Spread | null}} Spread
 */
/**
 * What these games alone say, what is shown (for another good player, where one played), and whether that leaves even
 * out.
 * @typedef {{alone: Estimate, shown: Estimate, decided: boolean}} Answer
 */

export const CONFIDENCE = 0.95;
const ENDS = 3;
const ROW = 4;
/** Numbers for each rival of a gain, with the room that it takes. */
const GAIN_ROW = 14;
/** Values that a difference of two games may have. */
const DIFFERENCES = 5;

/** @param {Spread | null} spread */
const plain = (spread) =>
  spread ? [spread.deck, spread.matchup, spread.kin, spread.df, spread.own, spread.likeness] : [];

/**
 * @param {readonly number[]} rows Alone and shown, laid flat. @param {boolean} players @param {number} even
 * @returns {Answer}
 */
function answerOf(rows, players, even) {
  const [alone, shown] = [0, ROW].map((at) => ({
    rate: rows[at],
    low: rows[at + 1],
    high: rows[at + 2],
    n: rows[at + 3],
  }));
  const known = players && !Number.isNaN(alone.rate) ? { ...shown, players } : alone;
  return { alone, shown: known, decided: shown.low > even || shown.high < even };
}

/**
 * The score interval of a proportion; an undecided game is half a success.
 * @param {number} successes @param {number} n @returns {Estimate}
 */
export function wilson(successes, n) {
  const [[rate, low, high]] = reckon('ucg_score_rates', [[successes, n]], [CONFIDENCE], { shape: [1, ENDS] });
  return { rate, low, high, n };
}

/**
 * By how much an independent estimate lies above another one; `errors`: in standard errors.
 * @param {Estimate} one @param {Estimate} other @returns {Estimate & {errors: number}}
 */
export function difference(one, other) {
  const ends = [one, other].map(({ rate, low, high }) => [rate, low, high]);
  const [[rate, low, high, errors]] = reckon('ucg_combined', ends, [1, -1], [CONFIDENCE], { shape: [ROW] });
  return { rate, low, high, n: one.n + other.n, errors };
}

/** The mean of many values. @param {readonly number[]} values @returns {Estimate} */
export function meanOf(values) {
  const [[rate, low, high]] = reckon('ucg_mean_value', values, [CONFIDENCE], { shape: [ENDS] });
  return { rate, low, high, n: values.length };
}

/** What a second one gains over a first, as the first does. @param {Estimate} estimate @returns {Estimate} */
export const mirrored = (estimate) => ({ ...estimate, rate: -estimate.rate, low: -estimate.high, high: -estimate.low });

/**
 * How often a deck wins against a field: `ucgsim gauntlet`. `own` is its own share, against which it is even.
 *
 * `points[half]`: games that it lost, that nobody won, that it won; first those whose throw it won, then those whose
 * throw the other side won. Where it is fixed who leads, all are in the first half.
 * @param {readonly {points: readonly number[][], share: number}[]} rivals @param {Spread | null} spread
 * @param {number} [own]
 */
export function againstField(rivals, spread, own = 0) {
  const met = rivals.filter((each) => each.share > 0);
  const games = met.flatMap(({ points }) => points.flatMap((half) => [0, ...half]));
  const shares = [own, ...met.map((each) => each.share)];
  const room = { shape: [shares.length, ROW] };
  const [, rows] = reckon('ucg_field_rate', games, shares, [CONFIDENCE], plain(spread), room, { shape: [2, ROW] });
  return answerOf(rows, Boolean(spread && met.length), 0.5);
}

/**
 * How often a deck wins against another: `ucgsim duel`; `points` as for `againstField`.
 * @param {readonly number[][]} points @param {Spread | null} spread
 */
export const matchup = (points, spread) => againstField([{ points, share: 1 }], spread);

/**
 * What a second build gains over a first one: `ucgsim compare`. `pairs[i][j]`: chances on which the first build made i
 * half points and the second j; `differing`: the share of cards that differ. What is `watched` while games come in has
 * an interval that holds at every look; those of several gains hold all at once where they are so many `together`. The
 * p-value of no gain goes with what is shown: below 0.05 where decided.
 * @param {readonly {pairs: readonly number[][], share: number}[]} rivals @param {number} differing
 * @param {Spread | null} spread
 * @returns {Answer & {pValue: number}}
 */
export function gain(rivals, differing, spread, watched = false, together = 1) {
  const met = rivals.filter((each) => each.share > 0);
  const pairs = met.flatMap((each) => each.pairs.flat());
  const shares = met.map((each) => each.share);
  const asked = [differing, 1 - (1 - CONFIDENCE) / together, Number(watched)];
  const room = { room: [3, DIFFERENCES * met.length] };
  const [parts, filled, one] = [[met.length, GAIN_ROW], [2, ROW], [1]].map((shape) => ({ shape }));
  const args = [pairs, shares, asked, plain(spread), parts, room, filled, one];
  const [, rows, [pValue]] = reckon('ucg_field_gain', ...args);
  return { ...answerOf(rows, Boolean(spread), 0), pValue };
}

/** The gain of the second build by these pairs alone, as for `gain`. @param {readonly number[][]} pairs */
export const pairedGain = (pairs) => gain([{ pairs, share: 1 }], 1, null).alone;

/**
 * What leading adds, by pairs of games with either side leading and by games of which either side led some: as
 * `with_games` of `ucgsim/studies/leading.py`.
 * @param {readonly number[][]} pairs @param {readonly [Estimate, Estimate]} led How often it won the games that it led,
 * and the others. @returns {Estimate}
 */
export function leading(pairs, led) {
  const paired = pairedGain(pairs);
  const games = difference(...led);
  const share = Math.min(paired.n / games.n, 1);
  if (!(share < 1)) return paired;
  const [ofPairs, ofGames] = [paired, games].map(({ low, high }) => (high - low) ** 2);
  const both = ofPairs * share;
  const apart = ofPairs + ofGames - 2 * both;
  const rate = paired.rate + ((ofPairs - both) / apart) * (games.rate - paired.rate);
  const narrower = Math.sqrt((ofGames - both * share) / apart);
  const [low, high] = [paired.low, paired.high].map((end) => rate + narrower * (end - paired.rate));
  return { ...paired, rate, low, high };
}

// Words: `ucgsim/report/sheet.py`.

/**
 * A number with so many decimals, 0 or 1, halves to even as Python writes them.
 * @param {number} value @param {number} digits
 */
function fixed(value, digits) {
  const doubled = 2 * Math.abs(value) * 10 ** digits;
  // Only such a number lies half way: that of others is rounding.
  const halfWay = Number.isInteger(value * 2 ** (digits + 1)) && doubled % 2 === 1;
  if (!halfWay) return value.toFixed(digits);
  const below = (doubled - 1) / 2;
  return (value < 0 ? '-' : '') + ((below + (below % 2)) / 10 ** digits).toFixed(digits);
}

/**
 * In percentage points, with a sign; never -0.
 * @param {number} value @param {number} digits
 */
function signed(value, digits) {
  const text = fixed(100 * value, digits);
  const rounded = Number(text);
  return rounded < 0 ? text : `+${rounded.toFixed(digits)}`;
}

/** In percentage points, as gains are written. @param {number} value */
export const inPoints = (value) => signed(value, 1);

/** @param {Estimate} estimate */
const reachOf = ({ rate, low, high }) => Math.max(rate - low, high - rate);

/**
 * Whether an interval reaches as far to either side, to so many digits.
 * @param {Estimate} estimate @param {number} digits
 */
const isEven = ({ rate, low, high }, digits) =>
  fixed(100 * (rate - low), digits) === fixed(100 * (high - rate), digits);

/** @param {Estimate} estimate */
function about({ rate, low, high }) {
  if (Number.isNaN(rate)) return _('no games');
  const width = high - low;
  if (!width) return _('{share} %', { share: fixed(100 * rate, 0) });
  const [value, from, to] = [rate, low, high].map((each) => fixed(100 * each, 100 * width >= 2 ? 0 : 1));
  return _('{value} % ({low} to {high})', { value, low: from, high: to });
}

/**
 * A rate as the terminal writes it: `61 % (54 to 67)` for another good player, `61 % ± 2` of games alone.
 * @param {Estimate} estimate @param {number} [digits] Of the number and its reach, where rates are to be compared.
 */
export function percent(estimate, digits = 100 * reachOf(estimate) >= 0.95 ? 0 : 1) {
  const reach = 100 * reachOf(estimate);
  if (estimate.players || !(reach > 0) || !isEven(estimate, digits)) return about(estimate);
  return _('{value} % ± {reach}', { value: fixed(100 * estimate.rate, digits), reach: fixed(reach, digits) });
}

/**
 * A gain as the terminal writes it, in percentage points: `+1.2 ± 0.6` or `+7 (-1 to +12)`.
 * @param {Estimate} estimate
 */
export function gained(estimate) {
  if (Number.isNaN(estimate.rate)) return _('no games');
  const reach = 100 * reachOf(estimate);
  const digits = reach >= 2.95 ? 0 : 1;
  const [value, low, high] = [estimate.rate, estimate.low, estimate.high].map((each) => signed(each, digits));
  return isEven(estimate, digits)
    ? _('{value} ± {reach}', { value, reach: fixed(reach, digits) })
    : _('{value} ({low} to {high})', { value, low, high });
}
