/** How a deck comes here from the tool in which it was built. */

import { html, useState } from './vendor/preact.js';
import { answerOf, bookmark } from './bridge.js';
import { _, inParts } from './language.js';
import { Panel, heard, note } from './view.js';

/** The bookmark, to be dragged or copied. @param {{code: string}} given */
function Mark({ code }) {
  const [done, say] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => say(_('The code is copied.')),
      () => say(_('This browser copies nothing here: mark it and copy it by hand.')),
    );
  const stay = (/** @type {Event} */ event) => {
    event.preventDefault();
    say(_('Drag it to the bookmarks of your browser.'));
  };
  return html`<${Panel} class="stackof" title=${_('A bookmark that brings the deck here')}>
    <p>${_('Drag this button to your bookmarks. Press it there while you look at a deck: the deck opens here.')}</p>
    <div class="buttons">
      <a class="button" href=${code} onClick=${stay}>${_('Open in ucgsim')}</a>
      <button onClick=${copy}>${_('Copy the code')}</button>
    </div>
    <p role="status" class="grey">${done}</p>
    ${note(
      _(
        'On a phone: copy its code, save this page as a bookmark, and put the code in place of its address. Then, ' +
          'at a deck, type the name of the bookmark into the address bar and choose it there.',
      ),
    )}
    ${note(
      _(
        'It reads a deck of the Japanese deck builder (ud-builder), the deck that Nebula saves in your browser, and ' +
          'any list that you mark on a page. Your browser asks that page alone; this one asks nobody.',
      ),
    )}
  </${Panel}>`;
}

/** Without a bookmark: what the builder answers is opened, copied and pasted. @param {{onPaste: () => void}} given */
function ByLink({ onPaste }) {
  const [link, put] = useState('');
  const answer = answerOf(link);
  return html`<${Panel} class="stackof" title=${_('Without a bookmark')}>
    <label class="stackof">
      ${_('Link of a deck in the Japanese deck builder')}
      <input type="url" inputmode="url" value=${link} onInput=${heard(put)} />
    </label>
    ${link && !answer && html`<p class="problem">${_('A link of the deck builder ends in the code of a deck.')}</p>`}
    ${
      answer &&
      html`<p>
          ${inParts(_('Open {answer}, copy all of it, come back and paste it.'), {
            answer: html`<a href=${answer} target="_blank" rel="noopener noreferrer">${_('what it answers')}</a>`,
          })}
        </p>
        <div class="buttons"><button class="main" onClick=${onPaste}>${_('Paste')}</button></div>`
    }
  </${Panel}>`;
}

/** @param {{bench: import('./view.js').Bench, onPaste: () => void}} given */
export function Bridge({ bench, onPaste }) {
  const isHosted = !bench.server && location.protocol !== 'file:';
  const own = _('No other page can send a deck to this one, as it is on your own machine.');
  const nothing = _('There is no deck on this page: open a deck, or mark a list, and press the bookmark again.');
  const code = bookmark(location.href.split(/[?#]/)[0], nothing);
  return html`<main class="one">
    ${isHosted ? html`<${Mark} code=${code} />` : note(own)}
    <${ByLink} onPaste=${onPaste} />
  </main>`;
}
