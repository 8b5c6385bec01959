/**
 * The page: opens the game, and shows the workbench, the table, the field and the versions.
 *
 * @module app
 */

import { html, render, useEffect, useState } from './vendor/preact.js';
import { reckonWith } from './arithmetic.js';
import { asset, parsed, startWorker } from './assets.js';
import { openCards } from './cards.js';
import { AskView } from './ask_view.js';
import { Engine } from './engine.js';
import { Field } from './field_view.js';
import { Pool } from './pool.js';
import { openServer } from './server.js';
import { Answers, CardsPanel, DeckPanel, Swaps } from './panels.js';
import { Decks } from './decks_view.js';
import { Games } from './games_view.js';
import { Guide } from './guide_view.js';
import { HandsView } from './hands_view.js';
import { CHOSEN, LANGUAGES, _, inParts, language, many, percentage, preferred, speak, spoken } from './language.js';
import { readBy } from './known.js';
import { Paste } from './paste_view.js';
import { Lexicon, in_few_lines, link_of, opened_link, read_text, unknown } from './reading.js';
import { gameOf } from './review.js';
import { TableView } from './table_view.js';
import { Share } from './share_view.js';
import { Change, Typed, ends, useWatched } from './view.js';
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
const tabs = () => ({ Deck: _('Deck'), Answers: _('Answers'), Cards: _('Cards') });

/** Speak a language from now on. @param {string} code */
const hear = async (code) => speak(code, code === 'en' ? {} : await parsed(`${code}.json.gz`));

/** The other language, by its own name; what is chosen is remembered. @param {{bench: any}} given */
function Languages({ bench }) {
  const codes = Object.keys(LANGUAGES);
  const other = codes[(codes.indexOf(language()) + 1) % codes.length];
  const choose = async () => {
    try {
      await hear(other);
      bench.store(CHOSEN, other);
    } catch (error) {
      bench.message = error instanceof Error ? error.message : String(error);
    }
    bench.turn(spoken());
  };
  return html`<button class="quiet language" lang=${other} aria-label=${_('Language: {language}', { language: LANGUAGES[other] })} onClick=${choose}>${LANGUAGES[other]}</button>`;
}

/** @param {{bench: any, engine: any}} given */
function App({ bench, engine }) {
  useWatched(bench);
  const [page, go] = useState('bench');
  const [tab, turn] = useState('Answers');
  const [dialog, show] = useState('');
  const [mended, mend] = useState('');
  const [said, announce] = useState('');
  const { answer, look } = bench;
  useEffect(() => {
    if (look) go('table');
  }, [look]);
  const button = (/** @type {string} */ name, /** @type {string} */ text) =>
    html`<button aria-current=${page === name ? 'page' : 'false'} class=${page === name ? '' : 'quiet'} onClick=${() => go(name)}>${text}</button>`;
  return html`<button class="skip" onClick=${() => {
    const main = document.querySelector('main');
    if (main) {
      main.tabIndex = -1;
      main.focus();
    }
  }}>${_('To the content')}</button><header class="top"><h1>ucgsim</h1><${Typed} class="name" aria-label=${_('Name of the deck')} value=${bench.deck.name} onDone=${(/** @type {string} */ name) => bench.rename(name)} />
      <button aria-disabled=${bench.isKept && !bench.isChanged} onClick=${() => {
        if (!bench.isKept || bench.isChanged) {
          bench.save();
          announce(_('Saved {name}.', { name: bench.deck.name }));
        }
      }}>${_('Save version')}</button><span role="status" class="heard">${said}</span><button disabled=${!bench.undone.length} onClick=${() => bench.undo()}>${_('Undo')}</button><${Languages} bench=${bench} />
      <nav aria-label=${_('Pages')}>${button('bench', _('Workbench'))}${button('decks', _('Decks'))}${button('field', _('Field: {count}', { count: bench.field.length }))}${button('table', _('Play'))}${button('hands', _('Hands'))}${button('games', _('My games'))}${button('guide', _('Guide'))}${bench.server ? button('ask', _('Ask more')) : null}
      <button onClick=${() => show('paste')}>${_('Paste')}</button><button class="main" onClick=${() => show('share')}>${_('Share')}</button></nav></header>
    ${bench.isNew && page === 'bench' ? html`<section class="hello" aria-label=${_('To begin')}><b>${_('Move one card, and see what it does to your win rate.')}</b> ${_('This is a deck that ships, against four others: take a card out with −, put another in with +.')} ${inParts(_('Or {paste}.'), { paste: html`<button class="quiet" onClick=${() => show('paste')}>${_('paste your own list')}</button>` })}</section>` : null}
    ${
      bench.message
        ? html`<div class="message" role="alert"><span>${bench.message}</span><button class="quiet" aria-label=${_('Close')} onClick=${() => {
            bench.message = '';
            bench.say();
          }}>✕</button></div>`
        : null
    }
    ${
      page === 'bench'
        ? html`<main><div class="now">${answer ? html`<b class="num">${percentage(answer.shown.rate)}</b><span class="num">${ends(answer.shown)}</span><${Change} change=${answer.change} />${bench.problems.length ? html`<span class="problem">${_('not legal yet')}</span>` : null}<span class="grey num">${_('{games} games', { games: many(answer.games) })}</span>` : html`<span class="grey">${_('Playing …')}</span>`}</div>
      <div class="bench"><div class=${`column${tab === 'Deck' ? ' open' : ''}`}><${DeckPanel} bench=${bench} /></div>
      <div class=${`column${tab === 'Answers' ? ' open' : ''}`}><${Answers} bench=${bench} /></div>
      <div class=${`column${tab === 'Cards' ? ' open' : ''}`}><${Swaps} bench=${bench} /><${CardsPanel} bench=${bench} /></div></div>
      <div class="tabs" role="tablist">${Object.entries(tabs()).map(([each, name]) => html`<button key=${each} role="tab" aria-selected=${tab === each} onClick=${() => turn(each)}>${name}</button>`)}</div></main>`
        : null
    }
    ${
      page === 'decks'
        ? html`<${Decks} bench=${bench} onOpen=${() => go('bench')} onMend=${(/** @type {string} */ text) => {
            mend(text);
            show('paste');
          }} />`
        : null
    }
    ${page === 'field' ? html`<${Field} bench=${bench} onPaste=${() => show('rival')} />` : null}
    ${page === 'table' ? html`<${TableView} bench=${bench} engine=${engine} look=${look} />` : null}
    ${page === 'hands' ? html`<${HandsView} bench=${bench} engine=${engine} />` : null}
    ${page === 'ask' ? html`<${AskView} bench=${bench} server=${bench.server} onOpen=${() => go('bench')} />` : null}
    ${page === 'games' ? html`<${Games} bench=${bench} />` : null}
    ${page === 'guide' ? html`<${Guide} bench=${bench} />` : null}
    ${
      dialog === 'paste'
        ? html`<${Paste} bench=${bench} text=${mended} onClose=${() => {
            mend('');
            show('');
          }} />`
        : null
    }
    ${dialog === 'rival' ? html`<${Paste} bench=${bench} onDeck=${(/** @type {any} */ deck) => bench.join(deck)} onClose=${() => show('')} />` : null}
    ${dialog === 'share' ? html`<${Share} bench=${bench} onClose=${() => show('')} />` : null}`;
}

/** Open the game and draw the page. */
async function begin() {
  const place = /** @type {HTMLElement} */ (document.getElementById('page'));
  // `enough.js` has said why not.
  if (place.querySelector('[role=alert]')) return;
  try {
    const studio = await openServer();
    const shelf = studio ? { ...storage(), ...studio } : storage();
    await hear(preferred(shelf.storage?.getItem(CHOSEN)));
    place.querySelector('.first')?.replaceChildren(_('Opening the game …'));
    if (studio)
      setTimeout(
        () => place.querySelector('.first')?.append(_(' The first time it is compiled, which takes a minute.')),
        LONG,
      );
    const [wasm, layout, book, cards, decks] = await Promise.all([
      asset('ucgsim.wasm.gz'),
      parsed('layout.json.gz'),
      asset('book.bin.gz'),
      parsed('cards.json.gz'),
      parsed('decks.json.gz'),
    ]);
    const files = { wasm: await WebAssembly.compile(/** @type {BufferSource} */ (wasm)), layout, book };
    const pool = new Pool(startWorker, files);
    const engine = await Engine.open(files);
    reckonWith(engine);
    readBy({ Lexicon, in_few_lines, link_of, opened_link, read_text, unknown });
    const bench = new Workbench({ cards: openCards(cards), decks, layout, pool, ...shelf });
    studio?.storage.listen((line) => {
      bench.message = line;
      bench.say();
    });
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
    const meetOthers = () => {
      bench.meetOthers();
      bench.say();
    };
    addEventListener('storage', meetOthers);
    if (studio) addEventListener('focus', () => studio.storage.renew().then(meetOthers, () => {}));
    Object.assign(globalThis, { ucgsim: { bench, engine, pool } });
    if (!studio && (location.protocol === 'https:' || location.hostname === 'localhost'))
      await navigator.serviceWorker?.register('offline.js');
  } catch (error) {
    const line = document.createElement('p');
    line.className = 'first';
    line.setAttribute('role', 'alert');
    line.textContent = error instanceof Error ? error.message : String(error);
    place.replaceChildren(line);
  }
}

begin();
