/**
 * Links that hold decks, `#d=` and what follows, made and opened by the code of ucgsim/decks/link.py.
 *
 * @typedef {{name: string, counts: Map<string, number> | Record<string, number>}} LinkedDeck
 * @typedef {{name: string, counts: Map<string, number>}} OpenedDeck
 */

import { UcgsimError, reading } from './known.js';
import { _ } from './language.js';

/**
 * A link to decks, and to whatever else JSON can hold; throws UcgsimError for what it can't hold.
 * @param {{decks: LinkedDeck[], [more: string]: unknown}} held @returns {string} from `#d=` on
 */
export function toLink({ decks, ...more }) {
  const listed = decks.map(({ name, counts }) => ({
    name,
    counts: counts instanceof Map ? [...counts] : Object.entries(counts),
  }));
  return reading().link_of(listed, Object.keys(more).length ? JSON.stringify(more) : '');
}

/**
 * What a link holds, whatever is around it; throws UcgsimError for what is none.
 * @param {string} link @returns {{decks: OpenedDeck[], [more: string]: unknown}}
 */
export function fromLink(link) {
  const [decks, more] = reading().opened_link(link);
  try {
    return {
      ...(more ? JSON.parse(more) : {}),
      decks: decks.map((/** @type {{name: string, counts: [string, number][]}} */ { name, counts }) => ({
        name,
        counts: new Map(counts),
      })),
    };
  } catch {
    throw new UcgsimError(
      _('the link was cut off or changed on its way; copy the whole link again, from #d= to its end'),
    );
  }
}
