/**
 * What is given to others: a link, its code, the list as text, and a picture of it.
 *
 * @module share_view
 */

import { html, useEffect, useMemo, useState } from './vendor/preact.js';
import { _ } from './language.js';
import { toLink } from './link.js';
import { codeOf, MOST_CODED, picture } from './picture.js';
import { Sheet } from './view.js';

/** Pixels that a code may take; its modules are whole ones, or else a camera does not read it. */
const CODE = 300;

/** Where the page can be opened by others; a page that was opened from disk has no such place. */
const page = () => location.href.split(/[?#]/)[0];

/** A link as a QR code. @param {{link: string}} given */
function Code({ link }) {
  const { size, dark } = useMemo(() => codeOf(link), [link]);
  const path = dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('');
  const wide = size * Math.max(Math.floor(CODE / size), 2);
  return html`<svg class="code" width=${wide} height=${wide} viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${_('QR code of the link')} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}

/** The name of a file of a deck. @param {string} name @returns {string} */
const fileOf = (name) => `${name.replace(/[^\p{L}\p{N} .+-]/gu, '').replace(/^[\s.]+|\s+$/g, '') || 'deck'}.png`;

/** How far the games are: it changes a few times until all are played, and the picture with it. @param {any} bench */
function stage(bench) {
  const games = bench.answer?.games ?? 0;
  const met = bench.rivals.filter((/** @type {any} */ each) => !bench.isMirror(each));
  return games >= met.length * bench.games ? 'all' : Math.round(2 * Math.log2(games + 1));
}

/** @param {{bench: any, onClose: () => void}} given */
export function Share({ bench, onClose }) {
  const link = page() + bench.link;
  const alone = page() + toLink({ decks: [bench.deck], weights: [] });
  const coded = link.length <= MOST_CODED ? link : alone;
  const [done, say] = useState('');
  const [drawn, show] = useState(/** @type {{file: File, url: string} | null} */ (null));
  useEffect(() => {
    let left = false;
    picture(bench, coded).then(
      (blob) => {
        if (!left)
          show({
            file: new File([blob], fileOf(bench.deck.name), { type: blob.type }),
            url: URL.createObjectURL(blob),
          });
      },
      (error) => say(error.message),
    );
    return () => {
      left = true;
    };
  }, [coded, bench.deck, stage(bench)]);
  useEffect(
    () => () => {
      if (drawn) URL.revokeObjectURL(drawn.url);
    },
    [drawn],
  );
  const copy = (/** @type {string} What is said then. */ what, /** @type {Promise<any> | undefined} */ copied) =>
    (copied ?? Promise.reject(new Error('none'))).then(
      () => say(what),
      () => say(_('This browser copies nothing here: mark it and copy it by hand.')),
    );
  const send = (/** @type {ShareData} */ data) => navigator.share({ title: bench.deck.name, ...data }).catch(() => {});
  return html`<${Sheet} title=${_('Share')} onClose=${onClose}><div class="sending"><${Code} link=${coded} />
    <div class="stackof"><label>${_('A link that holds the deck and the field')}
      <input readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    <div class="buttons"><button class="main" onClick=${() => copy(_('The link is copied.'), navigator.clipboard?.writeText(link))}>${_('Copy the link')}</button>
      ${'share' in navigator ? html`<button onClick=${() => send({ url: link })}>${_('Send the link')}</button>` : null}</div>
    <p class="grey">${coded === link ? _('The code holds the same.') : _('The code holds the deck alone: with this field it would be too fine for a camera.')}
      ${location.protocol === 'file:' ? _(' You opened this page from disk: link and code lead to this device alone.') : ''}</p></div></div>
    <label>${_('The list as text')}<textarea readonly value=${bench.text}></textarea></label>
    <div class="buttons"><button onClick=${() => copy(_('The list is copied.'), navigator.clipboard?.writeText(bench.text))}>${_('Copy the list')}</button>
      ${
        drawn
          ? html`<a class="button" href=${drawn.url} download=${drawn.file.name}>${_('Save the picture')}</a>
        ${'ClipboardItem' in globalThis ? html`<button onClick=${() => copy(_('The picture is copied.'), navigator.clipboard?.write([new ClipboardItem({ 'image/png': drawn.file })]))}>${_('Copy the picture')}</button>` : null}
        ${navigator.canShare?.({ files: [drawn.file] }) ? html`<button onClick=${() => send({ files: [drawn.file] })}>${_('Send the picture')}</button>` : null}`
          : null
      }</div>
    <p role="status" class="grey">${done}</p>
    ${drawn ? html`<img class="picture" src=${drawn.url} alt=${_('The list of {name} as a picture', { name: bench.deck.name })} />` : null}</${Sheet}>`;
}
