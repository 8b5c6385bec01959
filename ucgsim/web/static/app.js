/**
 * The page: opens the game, and shows the workbench, the table, the field and the versions.
 *
 * @module app
 */

import { html, render, useState } from './vendor/preact.js';
import { asset, parsed, startWorker } from './assets.js';
import { openCards } from './cards.js';
import { AskView } from './ask_view.js';
import { Engine } from './engine.js';
import { Pool } from './pool.js';
import { openServer } from './server.js';
import { Answers, CardsPanel, DeckPanel, Swaps } from './panels.js';
import { Decks } from './decks_view.js';
import { Guide } from './guide_view.js';
import { HandsView } from './hands_view.js';
import { Paste } from './paste_view.js';
import { TableView } from './table_view.js';
import { Change, Sheet, Typed, useWatched } from './view.js';
import { Workbench } from './workbench.js';

/** Storage that may be refused, and what this tab is called in it, also after it is loaded again. */
function storage() {
  try {
    sessionStorage.setItem('ucgsim-tab', sessionStorage.getItem('ucgsim-tab') ?? String(Math.random()).slice(2));
    return { storage: localStorage, tab: sessionStorage.getItem('ucgsim-tab') ?? '' };
  } catch {
    return {};
  }
}

/** @param {{bench: any, onClose: () => void}} given */
function Share({ bench, onClose }) {
  const link = `${location.href.split('#')[0]}${bench.link}`;
  const copy = (/** @type {string} */ text) => navigator.clipboard?.writeText(text).catch(() => {});
  return html`<${Sheet} title="Share" onClose=${onClose}><label>A link that holds the deck and the field
    <input readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    <label>The list as text<textarea readonly>${bench.text}</textarea></label>
    <div class="buttons"><button class="main" onClick=${() => copy(link)}>Copy the link</button><button onClick=${() => copy(bench.text)}>Copy the list</button></div></${Sheet}>`;
}

/** @param {{bench: any}} given */
function Field({ bench }) {
  const [pasting, paste] = useState(false);
  const add = (/** @type {any} */ each) => bench.meet([...bench.field, { name: each.name, counts: each.counts, weight: 1 }]);
  const change = (/** @type {number} */ place, /** @type {number} */ weight) => bench.meet(bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => (k === place ? { ...each, weight } : each)));
  const there = new Set(bench.field.map((/** @type {any} */ each) => each.name));
  const total = bench.field.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.weight, 0) || 1;
  return html`<main class="one"><section class="sheet"><div class="head"><h2>The field you expect</h2><span class="grey">how often you meet each, as counts or shares</span></div>
    ${bench.field.map((/** @type {any} */ each, /** @type {number} */ k) => html`<div class="field" key=${each.name}><span>${each.name} <span class="grey num">${Math.round((100 * each.weight) / total)} %</span></span>
      <input type="number" min="0" step="0.5" aria-label=${`weight of ${each.name}`} value=${each.weight} onChange=${(/** @type {any} */ event) => change(k, Math.max(Number(event.target.value) || 0, 0))} />
      <button aria-label=${`take ${each.name} out`} onClick=${() => bench.meet(bench.field.filter((/** @type {any} */ one) => one !== each))}>✕</button></div>`)}
    ${bench.field.length ? null : html`<p class="grey">Nobody is in the field: add a deck below.</p>`}</section>
    <section class="sheet"><h2>Decks to add</h2><div class="buttons"><button class="main" onClick=${() => paste(true)}>Paste a rival</button>
      <button onClick=${() => bench.meet(bench.decks.map((/** @type {any} */ each) => ({ ...each, weight: 1 })))}>All that ship</button>${[...bench.decks, ...bench.versions].filter((each) => !there.has(each.name)).map((each, k) => html`
      <button key=${k} onClick=${() => add(each)}>+ ${each.name}</button>`)}</div></section>
    ${pasting ? html`<${Paste} bench=${bench} onDeck=${add} onClose=${() => paste(false)} />` : null}</main>`;
}

/** Milliseconds after which it is said why it takes so long. */
const LONG = 4000;
const TABS = ['Deck', 'Answers', 'Cards'];

/** @param {{bench: any, engine: any}} given */
function App({ bench, engine }) {
  useWatched(bench);
  const [page, go] = useState('bench');
  const [tab, turn] = useState('Answers');
  const [dialog, show] = useState('');
  const [mended, mend] = useState('');
  const { answer } = bench;
  const button = (/** @type {string} */ name, /** @type {string} */ text) => html`<button aria-current=${page === name ? 'page' : 'false'} class=${page === name ? '' : 'quiet'} onClick=${() => go(name)}>${text}</button>`;
  return html`<header class="top"><h1>ucgsim</h1><${Typed} class="name" aria-label="Name of the deck" value=${bench.deck.name} onDone=${(/** @type {string} */ name) => bench.rename(name)} />
      <button disabled=${bench.isKept && !bench.isChanged} onClick=${() => bench.save()}>Save version</button><button disabled=${!bench.undone.length} onClick=${() => bench.undo()}>Undo</button>
      <nav aria-label="Pages">${button('bench', 'Workbench')}${button('decks', 'Decks')}${button('field', `Field: ${bench.field.length}`)}${button('table', 'Play')}${button('hands', 'Hands')}${button('guide', 'Guide')}${bench.server ? button('ask', 'Ask more') : null}
      <button onClick=${() => show('paste')}>Paste</button><button class="main" onClick=${() => show('share')}>Share</button></nav></header>
    ${bench.message ? html`<div class="message" role="alert"><span>${bench.message}</span><button class="quiet" aria-label="Close" onClick=${() => { bench.message = ''; bench.say(); }}>✕</button></div>` : null}
    ${page === 'bench' ? html`<div class="now">${answer ? html`<b class="num">${Math.round(100 * answer.shown.rate)} %</b><${Change} change=${answer.change} /><span class="grey num">${answer.games.toLocaleString('en')} games</span>` : html`<span class="grey">Playing …</span>`}</div>
      <main class="bench"><div class=${`column${tab === 'Deck' ? ' open' : ''}`}><${DeckPanel} bench=${bench} /></div>
      <div class=${`column${tab === 'Answers' ? ' open' : ''}`}><${Answers} bench=${bench} /></div>
      <div class=${`column${tab === 'Cards' ? ' open' : ''}`}><${Swaps} bench=${bench} /><${CardsPanel} bench=${bench} /></div></main>
      <div class="tabs" role="tablist">${TABS.map((each) => html`<button key=${each} role="tab" aria-selected=${tab === each} onClick=${() => turn(each)}>${each}</button>`)}</div>` : null}
    ${page === 'decks' ? html`<${Decks} bench=${bench} onOpen=${() => go('bench')} onMend=${(/** @type {string} */ text) => { mend(text); show('paste'); }} />` : null}
    ${page === 'field' ? html`<${Field} bench=${bench} />` : null}
    ${page === 'table' ? html`<${TableView} bench=${bench} engine=${engine} />` : null}
    ${page === 'hands' ? html`<${HandsView} bench=${bench} engine=${engine} />` : null}
    ${page === 'ask' ? html`<${AskView} bench=${bench} server=${bench.server} onOpen=${() => go('bench')} />` : null}
    ${page === 'guide' ? html`<${Guide} bench=${bench} />` : null}
    ${dialog === 'paste' ? html`<${Paste} bench=${bench} text=${mended} onClose=${() => { mend(''); show(''); }} />` : null}
    ${dialog === 'share' ? html`<${Share} bench=${bench} onClose=${() => show('')} />` : null}`;
}

/** Open the game and draw the page. */
async function begin() {
  const place = /** @type {HTMLElement} */ (document.getElementById('page'));
  try {
    const studio = await openServer();
    if (studio) setTimeout(() => place.querySelector('.first')?.append(' The first time it is compiled, which takes a minute.'), LONG);
    const [wasm, layout, book, cards, decks] = await Promise.all([
      asset('ucgsim.wasm.gz'), parsed('layout.json.gz'), asset('book.bin.gz'), parsed('cards.json.gz'), parsed('decks.json.gz'),
    ]);
    if (typeof WebAssembly === 'undefined') throw new Error('This browser has no WebAssembly: take a newer one.');
    const files = { wasm: await WebAssembly.compile(/** @type {BufferSource} */ (wasm)), layout, book };
    const pool = new Pool(startWorker, files);
    const engine = await Engine.open(files);
    const bench = new Workbench({ cards: openCards(cards), decks, layout, pool, ...storage(), ...studio });
    studio?.storage.listen((line) => { bench.message = line; bench.say(); });
    const opened = () => {
      if (location.hash.length < 2) return false;
      try {
        bench.openLink(location.hash);
      } catch (error) {
        bench.message = error instanceof Error ? error.message : String(error);
        bench.ask();
      }
      return true;
    };
    place.replaceChildren();
    render(html`<${App} bench=${bench} engine=${engine} />`, place);
    if (!opened()) bench.ask();
    addEventListener('hashchange', opened);
    const meetOthers = () => { bench.meetOthers(); bench.say(); };
    addEventListener('storage', meetOthers);
    if (studio) addEventListener('focus', () => studio.server.ask('/api/items').then(({ items }) => { studio.storage.renew(items); meetOthers(); }, () => {}));
    Object.assign(globalThis, { ucgsim: { bench, engine, pool } });
    if (!studio && (location.protocol === 'https:' || location.hostname === 'localhost')) await navigator.serviceWorker?.register('offline.js');
  } catch (error) {
    const line = document.createElement('p');
    line.className = 'first';
    line.setAttribute('role', 'alert');
    line.textContent = error instanceof Error ? error.message : String(error);
    place.replaceChildren(line);
  }
}

begin();
