/** The language of the page: every sentence stands in its place in English, and in others in a catalog by its English.
 *
 * `_` says a sentence; `scripts/translate.py` brings what it is given into the catalogs of ucgsim/language. */

/** Languages by their codes, in their own words. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', ja: '日本語' };
/** Under which key it is stored what a reader chose. */
export const CHOSEN = 'ucgsim-language';
/** How dates are written, where the language alone does not say it. @type {Record<string, string>} */
const DATES = { en: 'en-GB', ja: 'ja-JP' };
const PLACE = /\{(\w+)\}/;

let code = 'en';
/** @type {Record<string, string>} */
let catalog = {};

/** @returns {string} The code of the language that is spoken. */
export const language = () => code;

/** @returns {{code: string, catalog: Record<string, string>}} What `speak` is given, for a worker. */
export const spoken = () => ({ code, catalog });

/** Say all that follows in a language; the page has to be drawn again.
 * @param {string} chosen @param {Record<string, string>} [sentences] Its catalog: sentences by their English. */
export function speak(chosen, sentences = {}) {
  [code, catalog] = [chosen, sentences];
  if (!globalThis.document) return;
  document.documentElement.lang = code;
  document.title = _('ucgsim: your deck, live');
}

/** The language to begin with: what the reader chose, else Japanese where the browser speaks it, else English.
 * @param {string | null} [chosen] As it is stored, in JSON. @returns {string} */
export function preferred(chosen) {
  const kept = chosen?.replaceAll('"', '') ?? '';
  if (Object.hasOwn(LANGUAGES, kept)) return kept;
  return /^ja\b/i.test(globalThis.navigator?.language ?? '') ? 'ja' : 'en';
}

/** A sentence in the language that is spoken, with values in place of `{name}`.
 * @param {string} text In English. @param {Record<string, unknown>} [values] @returns {string} */
export function _(text, values = {}) {
  return inParts(text, values).join('');
}

/** The same for a sentence with elements in it.
 * @param {string} text @param {Record<string, unknown>} values @returns {unknown[]} */
export function inParts(text, values) {
  const said = Object.hasOwn(catalog, text) ? catalog[text] : text;
  const value = (/** @type {string} */ name) => (Object.hasOwn(values, name) ? values[name] : `{${name}}`);
  return said.split(PLACE).map((part, k) => (k % 2 ? value(part) : part));
}

/** A number with its thousands apart. @param {number} count @returns {string} */
export const many = (count) => count.toLocaleString(code);

/** A share in whole percent. @param {number} share @returns {string} */
export const percentage = (share) => _('{share} %', { share: Math.round(100 * share) });

/** A date, and the time where that is asked for. @param {number} at Milliseconds.
 * @param {Intl.DateTimeFormatOptions} style */
export const dated = (at, style) => new Date(at).toLocaleString(DATES[code], style);

/** What went wrong, in one line. @param {unknown} error */
export const lineOf = (error) => (error instanceof Error ? error.message : String(error));

/** Several things in a row. @param {readonly unknown[]} things @returns {string} */
export const listed = (things) => things.join(_(', '));
