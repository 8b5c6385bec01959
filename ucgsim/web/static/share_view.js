/** What is given to others: a link, its code, the list as text, and a picture of it. */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { deckName } from './cards.js';
import { _ } from './language.js';
import { toLink } from './link.js';
import { codeOf, MOST_CODED, picture } from './picture.js';
import { Sheet } from './view.js';

/** Pixels that a code may take; its modules are whole ones, or else a camera does not read it. */
const CODE = 300;

/** @typedef {import('./view.js').Bench} Bench @typedef {{file: File, url: string}} Picture */

/** Where others can open a deck: on a host the page that has a picture for it; a page from disk has no such place. */
function page() {
  const linked = document.querySelector('meta[name="ucgsim-links"]')?.getAttribute('content');
  return new URL(linked ?? '', location.href.split(/[?#]/)[0]).href;
}

/** A link as a QR code. @param {{link: string}} given */
function Code({ link }) {
  const { size, dark } = useMemo(() => codeOf(link), [link]);
  const path = dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('');
  const wide = size * Math.max(Math.floor(CODE / size), 2);
  return html`<svg class="code" width=${wide} height=${wide} viewBox=${`0 0 ${size} ${size}`} role="img"
    aria-label=${_('QR code of the link')} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />
  </svg>`;
}

/** The name of a file of a deck. @param {string} name @returns {string} */
const fileOf = (name) => `${name.replace(/[^\p{L}\p{N} .+-]/gu, '').replace(/^[\s.]+|\s+$/g, '') || 'deck'}.png`;

/** How far the games are: it changes a few times until they end, and the picture with it. @param {Bench} bench */
function stage({ played }) {
  const games = played.answer?.games ?? 0;
  return played.isPlaying ? Math.round(2 * Math.log2(games + 1)) : games;
}

/** The picture of the deck as a file, drawn again as its games go on.
 * @param {Bench} bench @param {string} link @param {(line: string) => void} fail @returns {Picture | null} */
function usePicture(bench, link, fail) {
  const [drawn, show] = useState(/** @type {Picture | null} */ (null));
  const { deck } = bench.edited;
  useEffect(() => {
    let left = false;
    picture(bench, link).then(
      (blob) => {
        const file = new File([blob], fileOf(deckName(deck.name)), { type: blob.type });
        if (!left) show({ file, url: URL.createObjectURL(blob) });
      },
      (error) => fail(error.message),
    );
    return () => {
      left = true;
    };
  }, [link, deck, stage(bench)]);
  useEffect(() => () => drawn && URL.revokeObjectURL(drawn.url), [drawn]);
  return drawn;
}

/** The link, to be copied or sent. @param {{link: string, isCoded: boolean, copy: (said: string,
 *   write: (clipboard: Clipboard) => Promise<void>) => () => void, send: (data: ShareData) => () => void}} given */
function Link({ link, isCoded, copy, send }) {
  const select = (/** @type {{target: HTMLInputElement}} */ { target }) => target.select();
  const copied = copy(_('The link is copied.'), (clipboard) => clipboard.writeText(link));
  const alone = _('The code holds the deck alone: with this field it would be too fine for a camera.');
  const onDisk = _(' You opened this page from disk: link and code lead to this device alone.');
  return html`
    <label>${_('A link that holds the deck and the field')}<input readonly value=${link} onFocus=${select} /></label>
    <div class="buttons">
      <button class="main" onClick=${copied}>${_('Copy the link')}</button>
      ${'share' in navigator && html`<button onClick=${send({ url: link })}>${_('Send the link')}</button>`}
    </div>
    <p class="grey">${isCoded ? _('The code holds the same.') : alone}${location.protocol === 'file:' && onDisk}</p>
  `;
}

/** @param {{bench: Bench, onClose: () => void}} given */
export function Share({ bench, onClose }) {
  const { deck, text } = bench.edited;
  const link = page() + bench.link;
  const alone = page() + toLink({ decks: [deck], weights: [] });
  const coded = link.length <= MOST_CODED ? link : alone;
  const [done, say] = useState('');
  const drawn = usePicture(bench, coded, say);
  const copy =
    (/** @type {string} */ said, /** @type {(clipboard: Clipboard) => Promise<void>} */ write) => async () => {
      try {
        await write(navigator.clipboard);
        say(said);
      } catch {
        say(_('This browser copies nothing here: mark it and copy it by hand.'));
      }
    };
  const name = deckName(deck.name);
  const send = (/** @type {ShareData} */ data) => () => navigator.share({ title: name, ...data }).catch(() => {});
  const image = (/** @type {Picture} */ { file }) => new ClipboardItem({ 'image/png': file });
  return html`<${Sheet} title=${_('Share')} onClose=${onClose}>
    <div class="sending">
      <${Code} link=${coded} />
      <div class="stackof"><${Link} link=${link} isCoded=${coded === link} copy=${copy} send=${send} /></div>
    </div>
    <label>${_('The list as text')}<textarea readonly value=${text}></textarea></label>
    <div class="buttons">
      <button onClick=${copy(_('The list is copied.'), (clipboard) => clipboard.writeText(text))}>
        ${_('Copy the list')}
      </button>
      ${
        drawn &&
        html`
          <a class="button" href=${drawn.url} download=${drawn.file.name}>${_('Save the picture')}</a>
          ${
            'ClipboardItem' in globalThis &&
            html`<button onClick=${copy(_('The picture is copied.'), (clipboard) => clipboard.write([image(drawn)]))}>
              ${_('Copy the picture')}
            </button>`
          }
          ${
            navigator.canShare?.({ files: [drawn.file] }) &&
            html`<button onClick=${send({ files: [drawn.file] })}>${_('Send the picture')}</button>`
          }
        `
      }
    </div>
    <p role="status" class="grey">${done}</p>
    ${drawn && html`<img class="picture" src=${drawn.url} alt=${_('The list of {name} as a picture', { name })} />`}
  </${Sheet}>`;
}
