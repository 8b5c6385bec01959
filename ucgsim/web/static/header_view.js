/** The head of the page: the deck's name, what is done with it, the pages and the language. */

import { html, useLayoutEffect, useRef, useState } from './vendor/preact.js';
import { parsed } from './assets.js';
import { deckName } from './cards.js';
import { CHOSEN, LANGUAGES, _, inParts, language, lineOf, speak, spoken } from './language.js';
import { Typed } from './view.js';

/** @typedef {import('./workbench.js').Workbench} Workbench */

/** Speak a language from now on. @param {string} code */
export const hear = async (code) => speak(code, code === 'en' ? {} : await parsed(`${code}.json.gz`));

/** The other language, by its own name; what is chosen is remembered. @param {{bench: Workbench}} given */
function Languages({ bench }) {
  const codes = Object.keys(LANGUAGES);
  const other = codes[(codes.indexOf(language()) + 1) % codes.length];
  const choose = async () => {
    try {
      await hear(other);
      bench.storage.write(CHOSEN, other);
    } catch (error) {
      bench.message = lineOf(error);
    }
    bench.turn(spoken());
  };
  const label = _('Language: {language}', { language: LANGUAGES[other] });
  return html`<button class="quiet" lang=${other} aria-label=${label} onClick=${choose}>${LANGUAGES[other]}</button>`;
}

/** Whether the menu is open, which narrow windows have: Escape or a touch elsewhere closes it, as choosing does. */
function useMenu() {
  const [isOpen, open] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    if (!isOpen) return;
    open(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const escape = (/** @type {KeyboardEvent} */ { key }) => key === 'Escape' && close();
    const touch = (/** @type {Event} */ { target }) =>
      button.current?.parentElement?.contains(/** @type {Node} */ (target)) || open(false);
    addEventListener('keydown', escape);
    addEventListener('pointerdown', touch);
    return () => {
      removeEventListener('keydown', escape);
      removeEventListener('pointerdown', touch);
    };
  }, [isOpen]);
  return { isOpen, button, close, turn: () => open(!isOpen) };
}

/** Save and undo. @param {{bench: Workbench}} given */
function Deeds({ bench }) {
  const [said, announce] = useState('');
  const { deck, isChanged, undone } = bench.edited;
  const isSaved = bench.isKept && !isChanged;
  const save = () => {
    if (isSaved) return;
    bench.save();
    announce(_('Saved {name}.', { name: deckName(deck.name) }));
  };
  return html`
    <button aria-disabled=${isSaved} onClick=${save}>${_('Save version')}</button>
    <span role="status" class="heard">${said}</span>
    <button disabled=${!undone.length} onClick=${() => bench.edited.undo()}>${_('Undo')}</button>
  `;
}

/** Where the documents lie, on a host that has them. */
const documents = globalThis.document?.querySelector('link[rel=help]')?.getAttribute('href');

/** Name of the deck, pages and buttons in one row; where it has no room, pages and buttons are in a menu.
 * @param {{bench: Workbench, page: string, onPage: (page: string) => void,
 *   onDialog: (dialog: string) => void}} given */
export function Header({ bench, page, onPage, onDialog }) {
  const { isOpen, button, close, turn } = useMenu();
  const pages = [
    ['bench', _('Workbench')],
    ['decks', _('Decks')],
    ['field', _('Field: {count}', { count: bench.field.rivals.length })],
    ['table', _('Play')],
    ['hands', _('Hands')],
    ['games', _('My games')],
    ['guide', _('Guide')],
    ...(bench.server ? [['ask', _('Ask more')]] : []),
  ];
  const go = (/** @type {string} */ name) => {
    onPage(name);
    close();
  };
  const called = deckName(bench.edited.deck.name);
  const rename = (/** @type {string} */ name) => name !== called && bench.rename(name);
  return html`<header class="top">
    <h1>ucgsim</h1>
    <button class="quiet menu" ref=${button} aria-expanded=${isOpen} aria-controls="menu" aria-label=${_('Menu')}
      onClick=${turn}>☰</button>
    <${Typed} class="name" aria-label=${_('Name of the deck')} value=${called} onDone=${rename} />
    <div id="menu" class=${isOpen ? 'open' : ''}>
      <nav aria-label=${_('Pages')}>
        ${pages.map(
          ([name, text]) =>
            html`<button
              key=${name} data-page=${name} aria-current=${page === name ? 'page' : 'false'} class="quiet"
              onClick=${() => go(name)}>${text}</button>`,
        )}
      </nav>
      <${Deeds} bench=${bench} /><${Languages} bench=${bench} />
      ${documents && html`<a class="quiet" href=${documents}>${_('Documents')}</a>`}
    </div>
    <button onClick=${() => onDialog('paste')}>${_('Paste')}</button>
    <button class="main" onClick=${() => onDialog('share')}>${_('Share')}</button>
  </header>`;
}

/** What there is to do on a first visit. @param {{onPaste: () => void}} given */
export function Hello({ onPaste }) {
  const paste = html`<button class="quiet" onClick=${onPaste}>${_('paste your own list')}</button>`;
  return html`<section class="hello" aria-label=${_('To begin')}>
    <b>${_('Make the change that is named here, or move a card, and see what it does to your win rate.')}</b> ${_(
      'The deck is one of ours, against four others: take a card out with − (“Deck”), put another in with + (“Cards”).',
    )} ${inParts(_('Or {paste}.'), { paste })}
  </section>`;
}
