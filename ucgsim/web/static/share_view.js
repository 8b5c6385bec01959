/**
 * What is given to others: a link, its code, the list as text, and a picture of it.
 *
 * @module share_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { toLink } from './link.js';
import { codeOf, MOST_CODED, picture } from './picture.js';
import { Sheet } from './view.js';

/** Where the page can be opened by others; a page that was opened from disk has no such place. */
const page = () => location.href.split('#')[0];

/** A link as a QR code. @param {{link: string}} given */
function Code({ link }) {
  const { size, dark } = useMemo(() => codeOf(link), [link]);
  const path = dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('');
  return html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}

/** The name of a file of a deck. @param {string} name @returns {string} */
const fileOf = (name) => `${name.replace(/[^\p{L}\p{N} .+-]/gu, '').trim() || 'deck'}.png`;

/** @param {{bench: any, onClose: () => void}} given */
export function Share({ bench, onClose }) {
  const link = page() + bench.link;
  const alone = page() + toLink({ decks: [bench.deck], weights: [] });
  const coded = link.length <= MOST_CODED ? link : alone;
  const [done, say] = useState('');
  const [drawn, show] = useState(/** @type {{blob: Blob, url: string} | null} */ (null));
  useEffect(() => {
    let url = '';
    picture(bench, coded).then((blob) => {
      url = URL.createObjectURL(blob);
      show({ blob, url });
    }, (error) => say(error.message));
    return () => URL.revokeObjectURL(url);
  }, [coded]);
  const copy = (/** @type {string} */ what, /** @type {Promise<any> | undefined} */ copied) => (copied ?? Promise.reject(new Error('none')))
    .then(() => say(`${what} is copied.`), () => say('This browser copies nothing here: mark it and copy it by hand.'));
  return html`<${Sheet} title="Share" onClose=${onClose}><div class="share"><${Code} link=${coded} />
    <div class="stackof"><label>A link that holds the deck and the field
      <input readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    <div class="buttons"><button class="main" onClick=${() => copy('The link', navigator.clipboard?.writeText(link))}>Copy the link</button>
      ${'share' in navigator ? html`<button onClick=${() => navigator.share({ title: bench.deck.name, url: link }).catch(() => {})}>Send it</button>` : null}</div>
    <p class="grey">${coded === link ? 'The code holds the same.' : 'The code holds the deck alone: with this field it would be too fine for a camera.'}
      ${location.protocol === 'file:' ? ' You opened this page from disk: the link leads there.' : ''}</p></div></div>
    <label>The list as text<textarea readonly value=${bench.text}></textarea></label>
    <div class="buttons"><button onClick=${() => copy('The list', navigator.clipboard?.writeText(bench.text))}>Copy the list</button>
      ${drawn ? html`<a class="button" href=${drawn.url} download=${fileOf(bench.deck.name)}>Save the picture</a>
        ${'ClipboardItem' in globalThis ? html`<button onClick=${() => copy('The picture', navigator.clipboard?.write([new ClipboardItem({ 'image/png': drawn.blob })]))}>Copy the picture</button>` : null}` : null}</div>
    <p role="status" class="grey">${done}</p>
    ${drawn ? html`<img class="picture" src=${drawn.url} alt=${`The list of ${bench.deck.name} as a picture`} />` : null}</${Sheet}>`;
}
