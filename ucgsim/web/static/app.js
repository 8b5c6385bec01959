/**
 * The page: opens the game, and shows the workbench, the table, the field and the versions.
 *
 * @module app
 */

import { html, render, useEffect, useState } from './vendor/preact.js';
import { asset, parsed, startWorker } from './assets.js';
import { openCards } from './cards.js';
import { AskView } from './ask_view.js';
import { Engine } from './engine.js';
import { Field } from './field_view.js';
import { Pool } from './pool.js';
import { openServer } from './server.js';
import { Answers, CardsPanel, DeckPanel, Swaps } from './panels.js';
import { Decks } from './decks_view.js';
import { Guide } from './guide_view.js';
import { HandsView } from './hands_view.js';
import { Paste } from './paste_view.js';
import { gameOf } from './review.js';
import { TableView } from './table_view.js';
import { Share } from './share_view.js';
import { Change, Typed, useWatched } from './view.js';
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
  const [said, announce] = useState('');
  const { answer, look } = bench;
  useEffect(() => { if (look) go('table'); }, [look]);
  const button = (/** @type {string} */ name, /** @type {string} */ text) => html`<button aria-current=${page === name ? 'page' : 'false'} class=${page === name ? '' : 'quiet'} onClick=${() => go(name)}>${text}</button>`;
  return html`<button class="skip" onClick=${() => { const main = document.querySelector('main'); if (main) { main.tabIndex = -1; main.focus(); } }}>To the content</button><header class="top"><h1>ucgsim</h1><${Typed} class="name" aria-label="Name of the deck" value=${bench.deck.name} onDone=${(/** @type {string} */ name) => bench.rename(name)} />
      <button aria-disabled=${bench.isKept && !bench.isChanged} onClick=${() => { if (!bench.isKept || bench.isChanged) { bench.save(); announce(`Saved ${bench.deck.name}.`); } }}>Save version</button><span role="status" class="heard">${said}</span><button disabled=${!bench.undone.length} onClick=${() => bench.undo()}>Undo</button>
      <nav aria-label="Pages">${button('bench', 'Workbench')}${button('decks', 'Decks')}${button('field', `Field: ${bench.field.length}`)}${button('table', 'Play')}${button('hands', 'Hands')}${button('guide', 'Guide')}${bench.server ? button('ask', 'Ask more') : null}
      <button onClick=${() => show('paste')}>Paste</button><button class="main" onClick=${() => show('share')}>Share</button></nav></header>
    ${bench.isNew && page === 'bench' ? html`<section class="hello" aria-label="To begin"><b>Move one card, and see what it does to your win rate.</b> This is a deck that ships, against four others: take a card out with −, put another in with +. Or <button class="quiet" onClick=${() => show('paste')}>paste your own list</button>.</section>` : null}
    ${bench.message ? html`<div class="message" role="alert"><span>${bench.message}</span><button class="quiet" aria-label="Close" onClick=${() => { bench.message = ''; bench.say(); }}>✕</button></div>` : null}
    ${page === 'bench' ? html`<div class="now">${answer ? html`<b class="num">${Math.round(100 * answer.shown.rate)} %</b><span class="num">${Math.round(100 * answer.shown.low)} to ${Math.round(100 * answer.shown.high)}</span><${Change} change=${answer.change} />${bench.problems.length ? html`<span class="problem">not legal yet</span>` : null}<span class="grey num">${answer.games.toLocaleString('en')} games</span>` : html`<span class="grey">Playing …</span>`}</div>
      <main class="bench"><div class=${`column${tab === 'Deck' ? ' open' : ''}`}><${DeckPanel} bench=${bench} /></div>
      <div class=${`column${tab === 'Answers' ? ' open' : ''}`}><${Answers} bench=${bench} /></div>
      <div class=${`column${tab === 'Cards' ? ' open' : ''}`}><${Swaps} bench=${bench} /><${CardsPanel} bench=${bench} /></div></main>
      <div class="tabs" role="tablist">${TABS.map((each) => html`<button key=${each} role="tab" aria-selected=${tab === each} onClick=${() => turn(each)}>${each}</button>`)}</div>` : null}
    ${page === 'decks' ? html`<${Decks} bench=${bench} onOpen=${() => go('bench')} onMend=${(/** @type {string} */ text) => { mend(text); show('paste'); }} />` : null}
    ${page === 'field' ? html`<${Field} bench=${bench} onPaste=${() => show('rival')} />` : null}
    ${page === 'table' ? html`<${TableView} bench=${bench} engine=${engine} look=${look} />` : null}
    ${page === 'hands' ? html`<${HandsView} bench=${bench} engine=${engine} />` : null}
    ${page === 'ask' ? html`<${AskView} bench=${bench} server=${bench.server} onOpen=${() => go('bench')} />` : null}
    ${page === 'guide' ? html`<${Guide} bench=${bench} />` : null}
    ${dialog === 'paste' ? html`<${Paste} bench=${bench} text=${mended} onClose=${() => { mend(''); show(''); }} />` : null}
    ${dialog === 'rival' ? html`<${Paste} bench=${bench} onDeck=${(/** @type {any} */ deck) => bench.join(deck)} onClose=${() => show('')} />` : null}
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
        const game = gameOf(location.hash, layout);
        if (game) {
          bench.lookAt(game);
          bench.ask();
        } else {
          bench.openLink(location.hash);
          // Loaded again, the page shows what became of the deck, not what the link held.
          history.replaceState(null, '', location.href.split('#')[0]);
        }
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
    if (studio) addEventListener('focus', () => studio.storage.renew().then(meetOthers, () => {}));
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
