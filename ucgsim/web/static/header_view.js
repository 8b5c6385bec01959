/** The head of the page: the deck's name, what is done with it, the pages and the language. */

import { html, useState } from './vendor/preact.js';
import { parsed } from './assets.js';
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
  return html`<button class="quiet language" lang=${other} aria-label=${label} onClick=${choose}>
    ${LANGUAGES[other]}
  </button>`;
}

/** Name, buttons and pages. @param {{bench: Workbench, page: string, onPage: (page: string) => void,
 *   onDialog: (dialog: string) => void}} given */
export function Header({ bench, page, onPage, onDialog }) {
  const [said, announce] = useState('');
  const { deck, isChanged, undone } = bench.edited;
  const isSaved = bench.isKept && !isChanged;
  const save = () => {
    if (isSaved) return;
    bench.save();
    announce(_('Saved {name}.', deck));
  };
  const rename = (/** @type {string} */ name) => bench.rename(name);
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
  return html`<header class="top">
    <h1>ucgsim</h1>
    <${Typed} class="name" aria-label=${_('Name of the deck')} value=${deck.name} onDone=${rename} />
    <button aria-disabled=${isSaved} onClick=${save}>${_('Save version')}</button>
    <span role="status" class="heard">${said}</span>
    <button disabled=${!undone.length} onClick=${() => bench.edited.undo()}>${_('Undo')}</button>
    <${Languages} bench=${bench} />
    <nav aria-label=${_('Pages')}>
      ${pages.map(
        ([name, text]) =>
          html`<button
            key=${name} aria-current=${page === name ? 'page' : 'false'} class=${page === name ? '' : 'quiet'}
            onClick=${() => onPage(name)}>${text}</button>`,
      )}
      <button onClick=${() => onDialog('paste')}>${_('Paste')}</button>
      <button class="main" onClick=${() => onDialog('share')}>${_('Share')}</button>
    </nav>
  </header>`;
}

/** What there is to do on a first visit. @param {{onPaste: () => void}} given */
export function Hello({ onPaste }) {
  const paste = html`<button class="quiet" onClick=${onPaste}>${_('paste your own list')}</button>`;
  return html`<section class="hello" aria-label=${_('To begin')}>
    <b>${_('Move one card, and see what it does to your win rate.')}</b> ${_(
      'This is a deck that ships, against four others: take a card out with −, put another in with +.',
    )} ${inParts(_('Or {paste}.'), { paste })}
  </section>`;
}
