/** Decks that lie in other tools: a bookmark that carries the deck of the page where it is pressed here. The visitor's
 * own browser asks, on the tool's own page; nothing is asked for from here. */

/** What the address of a list begins with. */
const LIST = '#list=';
/** Pages of the deck builder that are no deck. */
const NO_DECK = /^(?:|new|mydeck|admin)$/;

/** Where the deck builder answers for a deck: by the code at the end of its link. Empty for what is no such link.
 * @param {string} link @returns {string} */
export function answerOf(link) {
  const [, origin, code = ''] = /^(https?:\/\/[^/\s]+)\/([\w-]+)$/.exec(link.trim()) ?? [];
  return NO_DECK.test(code) ? '' : `${origin}/api/proxy/deck?deck_code=${code}`;
}

/**
 * Runs on the page of another tool, by itself: it knows nothing of this module. It takes, in this order: the deck that
 * Nebula's deck builder saves in the browser, a list that is marked, what the deck builder answers for the code in its
 * links. Of a card it takes what the reader of lists needs: all that the builder says would make a long address.
 *
 * @param {string} here What addresses of lists begin with. @param {string} nothing Said where there is no deck.
 */
async function carry(here, nothing) {
  const read = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? 'null');
  const open = (/** @type {unknown} */ list, name = '') => {
    const text = typeof list === 'string' ? list : JSON.stringify(list);
    const address = `${here}${encodeURIComponent(text)}&name=${encodeURIComponent(name)}`;
    if (!window.open(address)) location.href = address;
  };
  try {
    const saved = Object.entries(read('nebula_deck') ?? {});
    const marked = String(getSelection()).trim();
    if (saved.length) open(saved.map(([number, { count }]) => ({ number, count })));
    else if (marked.includes('\n')) open(marked);
    else {
      const code = location.pathname.slice(1);
      const answer = await (await fetch(`/api/proxy/deck?deck_code=${code}`)).json();
      const { deck_cards: text } = (answer.data?.rows ?? answer)[0];
      /** @type {{id: unknown, base_card_key: unknown, count: unknown}[]} */
      const cards = JSON.parse(text);
      const named = (read('myDeckCodes') ?? []).find((/** @type {{code: string}} */ each) => each.code === code);
      open(
        cards.map(({ id, base_card_key: number, count }) => ({ id, number, count })),
        named?.name ?? code,
      );
    }
  } catch {
    alert(nothing);
  }
}

/** The bookmark. @param {string} page Where decks are opened. @param {string} nothing Said where there is no deck.
 * @returns {string} An address that is code. */
export function bookmark(page, nothing) {
  const given = [page + LIST, nothing].map((each) => JSON.stringify(each));
  return `javascript:${encodeURIComponent(`(${carry})(${given})`)}`;
}
