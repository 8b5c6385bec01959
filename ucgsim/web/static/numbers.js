/**
 * Rates and gains with their intervals, from counts of games: the very numbers and words that the terminal shows.
 *
 * Each part does what the Python module that it names does, step by step; tests hold them together to 1e-12.
 */

import { _ } from './language.js';

/**
 * A number with its 95 % interval; NaN where nothing was seen. `players`: it holds the spread between good players.
 * @typedef {{rate: number, low: number, high: number, n: number, players?: boolean}} Estimate
 */
/**
 * How far good players lie apart, as `ucgsim/web/spread.py` writes it; null for a player who is none of them.
 * @typedef {{deck: number, matchup: number, kin: number, df: number, own: number, likeness: number}} Spread
 */
/**
 * What these games alone say, what is shown (for another good player, where one played), and whether that leaves even
 * out.
 * @typedef {{alone: Estimate, shown: Estimate, decided: boolean}} Answer
 */

const CONFIDENCE = 0.95;
const SCORES = [0, 0.5, 1];
const DIFFERENCES = [-1, -0.5, 0, 0.5, 1];

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, each) => total + each, 0);

/**
 * The sum of products.
 * @param {readonly number[]} one @param {readonly number[]} other
 */
const dot = (one, other) => sum(one.map((each, k) => each * other[k]));

// Distributions.

/** Wichura 1988, Appl. Statist. 37, 477-484 (algorithm AS 241): numerators and denominators, highest power first. */
const CENTRE = [
  [
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457, 13731.693765509461125,
    1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
  ],
  [
    5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867, 5394.1960214247511077,
    687.1870074920579083, 42.313330701600911252, 1,
  ],
];
const NEAR_TAIL = [
  [
    7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
    0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
];
const FAR_TAIL = [
  [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
    0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
  ],
];

/** @param {readonly number[][]} ratio @param {number} x */
function ratioAt(ratio, x) {
  const [above, below] = ratio.map((terms) => terms.reduce((total, each) => total * x + each, 0));
  return above / below;
}

/**
 * The quantile of the normal distribution.
 * @param {number} share
 */
export function normalQuantile(share) {
  const away = share - 0.5;
  if (Math.abs(away) <= 0.425) return away * ratioAt(CENTRE, 0.180625 - away * away);
  const tail = Math.sqrt(-Math.log(Math.min(share, 1 - share)));
  return Math.sign(away) * (tail <= 5 ? ratioAt(NEAR_TAIL, tail - 1.6) : ratioAt(FAR_TAIL, tail - 5));
}

/** Standard errors that a 95 % interval reaches to either side. */
export const Z95 = normalQuantile(0.975);

/**
 * The normal distribution below x. Source: Abramowitz & Stegun 1964, 26.2.11 and 26.2.14.
 * @param {number} x
 */
export function normalBelow(x) {
  const far = Math.abs(x);
  const density = Math.exp((-far * far) / 2) / Math.sqrt(2 * Math.PI);
  if (far < 2) {
    let [term, total] = [far, far];
    for (let k = 3; term > total * 1e-17; k += 2) total += term *= (far * far) / k;
    return 0.5 + Math.sign(x) * density * total;
  }
  let fraction = far;
  for (let k = 120; k > 0; k--) fraction = far + k / fraction;
  return x < 0 ? density / fraction : 1 - density / fraction;
}

/**
 * Gamma(a + 1/2) / Gamma(a). Source: the logarithms' Stirling series, DLMF 5.11.8.
 * @param {number} a
 */
function gammaRatio(a) {
  let factor = 1;
  for (; a < 20; a++) factor *= a / (a + 0.5);
  const w = 1 / (a * a);
  const series = (-1 / 8 + w * (1 / 192 + w * (-1 / 640 + w * (17 / 14336 - (w * 31) / 18432)))) / a;
  return factor * Math.sqrt(a) * Math.exp(series);
}

/**
 * What lies between 0 and t, over the density times t: a series of positive terms. Source: DLMF 8.17.8.
 * @param {number} df @param {number} square
 */
function insideSeries(df, square) {
  const y = square / (df + square);
  let [term, total] = [1, 1];
  for (let n = 0; term > total * 1e-17; n++) total += term *= ((0.5 + df / 2 + n) / (1.5 + n)) * y;
  return total;
}

/**
 * What lies beyond t, twice, over the density times t: a continued fraction that large degrees of freedom don't spoil.
 * Source: DiDonato & Morris 1992, ACM Trans. Math. Softw. 18, 360-373, formula 9.
 * @param {number} df @param {number} square
 */
function beyondFraction(df, square) {
  const [a, b, x, y] = [df / 2, 0.5, df / (df + square), square / (df + square)];
  const c = 1 + (x * (square - 1)) / 2;
  let [above, lastAbove, lastBelow, result] = [1, 0, 1, (1 + 1 / a) / c];
  let below = c / (1 + 1 / a);
  for (let n = 1; n < 100000; n++) {
    const [before, w, s] = [1 + (n - 1) / a, n * (b - n) * x, a + 2 * n - 1];
    const alpha = before * (before + b / a) * (a / s) ** 2 * w * x;
    const beta = n + w / s + ((1 + n / a) / (1 + (1 + 2 * n) / a)) * (c + n * (1 + y));
    const [nextAbove, nextBelow] = [alpha * lastAbove + beta * above, alpha * lastBelow + beta * below];
    [lastAbove, lastBelow, above, below] = [above / nextBelow, below / nextBelow, nextAbove / nextBelow, 1];
    if (Math.abs(above - result) <= 1e-16 * above) break;
    result = above;
  }
  return above;
}

/**
 * The quantile of Student's t, by Newton's method on the centre or on the logarithm of the tail over that of t.
 *
 * Either is bent one way only, so that it settles from any start.
 * @param {number} df @param {number} share
 */
export function studentQuantile(df, share) {
  const tail = Math.min(share, 1 - share);
  if (tail === 0.5) return 0;
  const ratio = gammaRatio(df / 2) / Math.sqrt(Math.PI);
  let t = tail > 0.25 ? 0 : -normalQuantile(tail);
  for (let step = 0; step < 100; step++) {
    const square = t * t;
    const density = (ratio * Math.exp((-df / 2) * Math.log1p(square / df))) / Math.sqrt(df + square);
    const part = density * t * (square < 2 ? insideSeries(df, square) : beyondFraction(df, square) / 2);
    const [inside, beyond] = square < 2 ? [part, 0.5 - part] : [0.5 - part, part];
    const next =
      tail > 0.25
        ? t + (0.5 - tail - inside) / density
        : t * Math.exp((Math.log(beyond / tail) * beyond) / (density * t));
    const moved = Math.abs(next - t);
    t = next;
    // Each step doubles the digits.
    if (moved <= 1e-9 * t) break;
  }
  return share < 0.5 ? -t : t;
}

/** @param {number} confidence */
function zOf(confidence) {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence is ${confidence}; it must lie from 0 to 1`);
  return normalQuantile((1 + confidence) / 2);
}

// Rates of games: `ucgsim/stats/rates.py` and `ucgsim/stats/outcomes.py`.

/**
 * The ends of Wilson's interval; 0 trials give all from 0 to 1.
 * @param {number} successes @param {number} size @param {number} confidence
 */
function wilsonEnds(successes, size, confidence) {
  const z = zOf(confidence);
  if (!size) return { low: 0, high: 1 };
  const rate = successes / size;
  const centre = (successes + (z * z) / 2) / (size + z * z);
  const half = (z * Math.sqrt(size * rate * (1 - rate) + (z * z) / 4)) / (size + z * z);
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === size ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The score interval of a proportion (Wilson 1927); an undecided game is half a success.
 * @param {number} successes @param {number} n @param {number} [confidence] @returns {Estimate}
 */
export function wilson(successes, n, confidence = CONFIDENCE) {
  return { rate: n ? successes / n : NaN, ...wilsonEnds(successes, n, confidence), n };
}

/**
 * The weighted sum of independent estimates, weights of either sign (Zou & Donner 2008).
 * @param {readonly Estimate[]} estimates @param {readonly number[]} weights @returns {Estimate}
 */
export function weightedSum(estimates, weights) {
  const rate = dot(
    estimates.map((each) => each.rate),
    weights,
  );
  const down = estimates.map((e, k) => weights[k] * (e.rate - (weights[k] > 0 ? e.low : e.high)));
  const up = estimates.map((e, k) => weights[k] * ((weights[k] > 0 ? e.high : e.low) - e.rate));
  const n = sum(estimates.map((each) => each.n));
  return { rate, low: rate - Math.sqrt(dot(down, down)), high: rate + Math.sqrt(dot(up, up)), n };
}

/**
 * How many times the variance of a score is that of as many independent games of one kind.
 * @param {readonly number[][]} points @param {number} rate
 */
function designEffect(points, rate) {
  const halves = points.map(sum).filter((games) => games > 0).length;
  const games = sum(points.map(sum));
  if (!(rate > 1e-12 && rate < 1 - 1e-12) || games <= halves) return 1;
  const strays = SCORES.map((score) => score - rate);
  const squares = strays.map((each) => each * each);
  const within = points.map((half) => dot(half, squares) - dot(half, strays) ** 2 / Math.max(sum(half), 1));
  const effect = ((sum(within) / (games * rate * (1 - rate))) * (games - 1)) / (games - halves);
  return Math.max(Math.round(effect * 1e12) / 1e12, 1 / Math.sqrt(games));
}

/**
 * The share of the points by these games alone, as a duel has it (`Outcomes.estimate`).
 *
 * `points[half]`: games that the side lost, that nobody won, that it won; first those whose throw it won, then those
 * whose throw the other side won. Where it is fixed who leads, all are in the first half.
 * @param {readonly number[][]} points @param {number} [confidence] @returns {Estimate}
 */
export function scoreOf(points, confidence = CONFIDENCE) {
  const games = sum(points.map(sum));
  if (!games) return wilson(0, 0, confidence);
  const rate = sum(points.map((half) => dot(half, SCORES))) / games;
  const size = games / designEffect(points, rate);
  return { rate, ...wilsonEnds(rate * size, size, confidence), n: games };
}

// Another good player: `ucgsim/stats/random_effects.py`.

/**
 * The solution of a system of linear equations with a positive definite matrix, which takes no pivots.
 * @param {readonly number[][]} matrix @param {readonly number[]} right
 */
function solved(matrix, right) {
  const rows = matrix.map((row, k) => [...row, right[k]]);
  rows.forEach((row, k) =>
    rows.forEach((other, i) => {
      if (i !== k) rows[i] = other.map((each, j) => each - (rows[i][k] / rows[k][k]) * rows[k][j]);
    }),
  );
  return rows.map((row, k) => row[row.length - 1] / row[k]);
}

/**
 * Where another good player lies, from what relatives show: the centre and the reach on either side.
 * @param {readonly number[]} values @param {readonly number[]} games @param {readonly number[]} players
 * @param {Spread} spread @param {number} confidence
 */
function prediction(values, games, players, spread, confidence) {
  const own = players.map(Math.sqrt);
  const shared = own.map((one, i) => own.map((other, j) => (i === j ? 1 : spread.kin) * one * other));
  // What nothing makes uncertain needs no weights.
  const total = sum(games) + sum(players);
  if (!total) return { centre: sum(values) / values.length, reach: 0 };
  const plain = solved(
    shared.map((row, i) => row.map((each, j) => each + (i === j ? games[i] : 0))),
    own.map(() => 1),
  );
  const weights = plain.map((each) => each / sum(plain));
  const between =
    dot(
      weights,
      shared.map((row) => dot(row, weights)),
    ) +
    sum(players) / players.length;
  const variance = between + sum(weights.map((each, k) => each * each * games[k]));
  const freedom = between ? spread.df * (variance / between) ** 2 : Infinity;
  const quantile = studentQuantile(Math.min(freedom, 1e6), (1 + confidence) / 2);
  return { centre: dot(weights, values), reach: quantile * Math.sqrt(variance) };
}

/**
 * The variance of an estimate, from its interval.
 * @param {Estimate} estimate @param {number} confidence
 */
const noise = (estimate, confidence) => ((estimate.high - estimate.low) / 2 / zOf(confidence)) ** 2;

/**
 * A win rate as another good player has it, from one estimate for each play and how far players lie apart there.
 * @param {readonly Estimate[]} plays @param {readonly number[]} variances @param {Spread} spread
 * @param {number} [confidence] @returns {Estimate}
 */
export function anotherPlayer(plays, variances, spread, confidence = CONFIDENCE) {
  if (Number.isNaN(plays[0].rate)) return plays[0];
  const rates = plays.map(({ rate, n }) => Math.min(Math.max(rate, 0.5 / (n + 1)), 1 - 0.5 / (n + 1)));
  const slopes = rates.map((rate) => rate * (1 - rate));
  const { centre, reach } = prediction(
    rates.map((rate) => Math.log(rate / (1 - rate))),
    plays.map((each, k) => noise(each, confidence) / slopes[k] ** 2),
    variances.map((each, k) => each / slopes[k] ** 2),
    spread,
    confidence,
  );
  const [rate, low, high] = [centre, centre - reach, centre + reach].map((value) => 1 / (1 + Math.exp(-value)));
  return { rate, low, high, n: sum(plays.map((each) => each.n)), players: true };
}

/**
 * The variance between players of the rate of a deck against rivals with these shares (`PlayerSpread.variance`).
 * @param {readonly number[]} shares @param {readonly number[]} rates @param {Spread} spread
 */
export function fieldVariance(shares, rates, spread) {
  const slopes = shares.map((share, k) => share * rates[k] * (1 - rates[k]));
  const own = dot(slopes, slopes);
  return spread.deck ** 2 * (sum(slopes) ** 2 + own) + spread.matchup ** 2 * own;
}

/**
 * The variance between players of what one build gains over another (`PlayerSpread.gain_variance`).
 * @param {number} differing @param {readonly number[]} shares @param {Spread} spread
 */
export function gainVariance(differing, shares, spread) {
  const slopes = shares.map((share) => share / 4);
  const alike = spread.own * differing + (1 - spread.own) * differing ** spread.likeness;
  return 2 * (spread.deck ** 2 * sum(slopes) ** 2 + spread.matchup ** 2 * dot(slopes, slopes)) * alike;
}

// Gains from pairs of games: `ucgsim/stats/multinomial.py`.

/**
 * Where a continuous function is 0 (Brent 1973, with the steps of Bus & Dekker 1975).
 * @param {(x: number) => number} at @param {number} low @param {number} high @param {number} within
 */
function root(at, low, high, within) {
  let [last, best] = [low, high].map((x) => ({ x, y: at(x) }));
  if (last.y === 0) return last.x;
  if (best.y === 0) return best.x;
  let [across, step, before] = [last, 0, 0];
  for (let k = 0; k < 100; k++) {
    if (last.y > 0 !== best.y > 0) [across, step, before] = [last, best.x - last.x, best.x - last.x];
    if (Math.abs(across.y) < Math.abs(best.y)) [last, best, across] = [best, across, best];
    const least = (within + 4 * Number.EPSILON * Math.abs(best.x)) / 2;
    const middle = (across.x - best.x) / 2;
    if (best.y === 0 || Math.abs(middle) < least) return best.x;
    let bold = Infinity;
    if (Math.abs(before) > least && Math.abs(best.y) < Math.abs(last.y)) {
      const [near, far] = [last, across].map((point) => (point.y - best.y) / (point.x - best.x));
      bold =
        last.x === across.x
          ? (-best.y * (best.x - last.x)) / (best.y - last.y)
          : (-best.y * (across.y * far - last.y * near)) / (far * near * (across.y - last.y));
    }
    const trusted = 2 * Math.abs(bold) < Math.min(Math.abs(before), 3 * Math.abs(middle) - least);
    [before, step] = trusted ? [step, bold] : [middle, middle];
    const x = best.x + (Math.abs(step) > least ? step : Math.sign(middle) * least);
    [last, best] = [best, { x, y: at(x) }];
  }
  throw new RangeError(`no root between ${low} and ${high}`);
}

/**
 * The variance of the most likely distribution among those of this mean (Owen 2001, section 2.9).
 * @param {readonly number[]} counts @param {number} mean
 */
function varianceWithMean(counts, mean) {
  if (mean <= -1 + 2e-12 || mean >= 1 - 2e-12) return 0;
  const offsets = DIFFERENCES.map((each) => each - mean);
  const games = sum(counts);
  const shares = counts.map((each) => each / games);
  const bounds = offsets.map((offset, k) => (1 - shares[k]) / -offset);
  const highest = Math.min(...bounds.filter((_, k) => offsets[k] < 0));
  const lowest = Math.max(...bounds.filter((_, k) => offsets[k] > 0));
  /** @param {number} theta */
  const slope = (theta) => sum(shares.map((s, k) => (s ? (s * offsets[k]) / (1 + theta * offsets[k]) : 0)));
  const spare = slope(highest) > 0 ? 0 : slope(lowest) < 0 ? 4 : -1;
  const theta = spare < 0 ? root(slope, lowest, highest, 1e-14) : spare ? lowest : highest;
  const likely = shares.map((share, k) => (share ? share / (1 + theta * offsets[k]) : 0));
  if (spare >= 0) likely[spare] += 1 - sum(likely);
  const centre = dot(DIFFERENCES, likely);
  return dot(
    DIFFERENCES.map((each) => (each - centre) ** 2),
    likely,
  );
}

/**
 * The gain of the second build by these pairs alone (`paired_difference_of` of the table turned round).
 *
 * `pairs[i][j]`: chances on which the first build made i half points and the second j. Without a pair it is NaN.
 * @param {readonly number[][]} pairs @param {number} [confidence] @returns {Estimate}
 */
export function pairedGain(pairs, confidence = CONFIDENCE) {
  const counts = DIFFERENCES.map((_, step) => sum(pairs.map((row, i) => row[i + step - 2] ?? 0)));
  const n = sum(counts);
  if (!n) return { rate: NaN, low: -1, high: 1, n: 0 };
  const z = zOf(confidence);
  const shares = counts.map((each) => each / n);
  const rate = dot(DIFFERENCES, shares);
  const seen = dot(
    DIFFERENCES.map((each) => (each - rate) ** 2),
    shares,
  );
  /** @param {number} mean */
  const excess = (mean) => n * (rate - mean) ** 2 - z * z * varianceWithMean(counts, mean);
  /** @param {number} limit */
  const end = (limit) => {
    if (Math.abs(rate - limit) <= 1e-9) return limit;
    const start = rate + 1e-9 * (limit - rate);
    const plain = Math.sign(limit - rate) * z * Math.sqrt(seen / n);
    const [near, far] = [rate + 0.95 * plain, rate + 1.1 * plain];
    const inside = Math.abs(near - rate) > Math.abs(start - rate) && Math.abs(far - rate) < Math.abs(limit - rate);
    return root(excess, inside && excess(near) < 0 ? near : start, inside && excess(far) > 0 ? far : limit, 1e-12);
  };
  return { rate, low: end(-1), high: end(1), n };
}

// Answers.

/** @param {Estimate} alone @param {Estimate} shown @param {number} even @returns {Answer} */
const answer = (alone, shown, even) => ({ alone, shown, decided: shown.low > even || shown.high < even });

/**
 * How often a deck wins against another: `ucgsim duel`; `points` as for `scoreOf`.
 * @param {readonly number[][]} points @param {Spread | null} spread @param {number} [confidence]
 */
export function matchup(points, spread, confidence = CONFIDENCE) {
  const alone = scoreOf(points, confidence);
  return answer(alone, shownAcross([1], [alone], alone, spread, confidence), 0.5);
}

/**
 * @param {readonly number[]} shares @param {readonly Estimate[]} rates @param {Estimate} alone
 * @param {Spread | null} spread @param {number} confidence
 */
function shownAcross(shares, rates, alone, spread, confidence) {
  if (!spread || !rates.length) return alone;
  const variance = fieldVariance(
    shares,
    rates.map((each) => each.rate),
    spread,
  );
  return anotherPlayer([alone], [variance], spread, confidence);
}

/**
 * How often a deck wins against a field: `ucgsim gauntlet`. `own` is its own share, against which it is even.
 * @param {readonly {points: readonly number[][], share: number}[]} rivals @param {Spread | null} spread
 * @param {number} [own] @param {number} [confidence]
 */
export function againstField(rivals, spread, own = 0, confidence = CONFIDENCE) {
  const met = rivals.filter((each) => each.share > 0);
  const [shares, rates] = [met.map((each) => each.share), met.map((each) => scoreOf(each.points, confidence))];
  const itself = own > 0 ? [{ rate: 0.5, low: 0.5, high: 0.5, n: 0 }] : [];
  const all = [...itself, ...rates];
  const alone = all.length ? weightedSum(all, [...itself.map(() => own), ...shares]) : wilson(0, 0, confidence);
  return answer(alone, shownAcross(shares, rates, alone, spread, confidence), 0.5);
}

/**
 * What a second build gains over a first one: `ucgsim compare`; `pairs` as for `pairedGain`, `differing` the share of
 * cards that differ. The p-value of no gain goes with what is shown: below 0.05 where that is decided.
 * @param {readonly {pairs: readonly number[][], share: number}[]} rivals @param {number} differing
 * @param {Spread | null} spread @param {number} [confidence] @returns {Answer & {pValue: number}}
 */
export function gain(rivals, differing, spread, confidence = CONFIDENCE) {
  const met = rivals.filter((each) => each.share > 0);
  const shares = met.map((each) => each.share);
  const parts = met.map((each) => pairedGain(each.pairs, confidence));
  const alone = parts.length > 1 ? weightedSum(parts, shares) : (parts[0] ?? pairedGain([], confidence));
  let shown = alone;
  if (spread && !Number.isNaN(alone.rate)) {
    const variance = gainVariance(differing, shares, spread);
    const games = noise(alone, confidence);
    const { centre: rate, reach } = prediction([alone.rate], [games], [variance], spread, confidence);
    shown = { rate, low: rate - reach, high: rate + reach, n: alone.n, players: true };
  }
  return { ...answer(alone, shown, 0), pValue: pValueOf(shown, 0, confidence) };
}

/**
 * The two-sided p-value of `even`, from an interval (`ucgsim/stats/agreement.py`); 1 where nothing was seen.
 * @param {Estimate} estimate @param {number} even @param {number} [confidence]
 */
export function pValueOf(estimate, even, confidence = CONFIDENCE) {
  if (Number.isNaN(estimate.rate)) return 1;
  const reach = estimate.rate >= even ? estimate.rate - estimate.low : estimate.high - estimate.rate;
  if (!reach) return estimate.rate === even ? 1 : 0;
  return 2 * normalBelow(-Math.abs((zOf(confidence) * (estimate.rate - even)) / reach));
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
 * @param {Estimate} estimate
 */
export function percent(estimate) {
  const reach = 100 * reachOf(estimate);
  const digits = reach >= 0.95 ? 0 : 1;
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
