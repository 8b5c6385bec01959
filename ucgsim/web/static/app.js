/** The page: opens the game, and shows the workbench, the table, the field and the versions. */

import { html, render, useEffect, useRef, useState } from './vendor/preact.js';
import { reckonWith } from './arithmetic.js';
import { Address } from './address.js';
import { AskView } from './ask_view.js';
import { asset, parsed, saveRelease, startWorker } from './assets.js';
import { Bridge } from './bridge_view.js';
import { openCards } from './cards.js';
import { Decks } from './decks_view.js';
import { Engine } from './engine.js';
import { FieldView } from './field_view.js';
import { Games } from './games_view.js';
import { Guide } from './guide_view.js';
import { HandsView } from './hands_view.js';
import { Header, Hello, hear } from './header_view.js';
import { readBy } from './known.js';
import { CHOSEN, _, lineOf, percentage, preferred } from './language.js';
import { Answers, CardsPanel, DeckPanel } from './panels.js';
import { Paste } from './paste_view.js';
import { Pool } from './pool.js';
import { Lexicon, Sought, coach, in_few_lines, link_of, opened_link, read_text, unknown } from './reading.js';
import { openServer } from './server.js';
import { Share } from './share_view.js';
import { TableView } from './table_view.js';
import { Change, ends, gamesOf, useWatched } from './view.js';
import { Workbench } from './workbench.js';

/** Milliseconds after which it is said why it takes so long. */
const LONG = 4000;

/** Storage that may be refused, and what this tab is called in it, also after it is loaded again. */
function storage() {
  try {
    sessionStorage.setItem('ucgsim-tab', sessionStorage.getItem('ucgsim-tab') ?? String(Math.random()).slice(2));
    return { storage: localStorage, tab: sessionStorage.getItem('ucgsim-tab') ?? '' };
  } catch {
    return {};
  }
}

/** Something that went wrong. @param {{bench: Workbench}} given */
function Message({ bench }) {
  const close = () => bench.report('');
  return html`<div class="message" role="alert">
    <span>${bench.message}</span><button class="quiet" aria-label=${_('Close')} onClick=${close}>✕</button>
  </div>`;
}

/** The deck, what it comes to and the cards: side by side, or on a phone in tabs under a line that stays.
 * @param {{bench: Workbench, tab: string, onTab: (tab: string) => void}} given */
function Bench({ bench, tab, onTab }) {
  const { answer } = bench.played;
  const tabs = { Deck: _('Deck'), Answers: _('Answers'), Cards: _('Cards') };
  const column = (/** @type {string} */ name) => `column${tab === name ? ' open' : ''}`;
  return html`<main>
    ${
      tab !== 'Answers' &&
      html`<div class="now">
        ${!answer && html`<span class="grey">${_('Playing …')}</span>`}
        ${
          answer &&
          html`
            <b class="num">${percentage(answer.shown.rate)}</b><span class="num">${ends(answer.shown)}</span>
            <${Change} change=${answer.change} />
            ${bench.edited.problems.length > 0 && html`<span class="problem">${_('not legal yet')}</span>`}
            <span class="grey num">${gamesOf(answer.games)}</span>
          `
        }
      </div>`
    }
    <div class="bench">
      <div class=${column('Deck')}><${DeckPanel} bench=${bench} /></div>
      <div class=${column('Answers')}><${Answers} bench=${bench} /></div>
      <div class=${column('Cards')}><${CardsPanel} bench=${bench} /></div>
    </div>
    <div class="tabs" role="tablist">
      ${Object.entries(tabs).map(
        ([each, name]) =>
          html`<button key=${each} role="tab" aria-selected=${tab === each} onClick=${() => onTab(each)}>
            ${name}
          </button>`,
      )}
    </div>
  </main>`;
}

/** The dialog that is open, if one is. `typed`: what was typed in each and not taken yet.
 * @param {{bench: Workbench, dialog: string, typed: Record<string, string>, onClose: () => void, onTaken: () => void,
 *   onBridge: () => void}} given */
function Dialog({ bench, dialog, typed, onClose, onTaken, onBridge }) {
  const join = (/** @type {import('./deck.js').Deck} */ deck) => bench.field.join(deck);
  const onText = (/** @type {string} */ text) => {
    typed[dialog] = text;
  };
  const take = () => {
    typed[dialog] = '';
    onTaken();
  };
  if (dialog === 'share') return html`<${Share} bench=${bench} onClose=${onClose} />`;
  return html`<${Paste}
    bench=${bench} onDeck=${dialog === 'rival' ? join : undefined} text=${typed[dialog] ?? ''} onText=${onText}
    onClose=${onClose} onTaken=${take} onBridge=${onBridge} />`;
}

/** Go to what is on the page, past its header. */
function skip() {
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}

/** A newer release that is ready. @param {{watch: (watcher: (load: () => void) => void) => void}} release */
function Newer({ watch }) {
  const [newer, ready] = useState(/** @type {{load: () => void} | null} */ (null));
  useEffect(() => watch((load) => ready({ load })), []);
  return (
    newer &&
    html`<div class="message" role="status">
      <span>${_('A newer version of this page is ready.')}</span>
      <button onClick=${newer.load}>${_('Load it')}</button>
    </div>`
  );
}

/** @param {{bench: Workbench, engine: Engine, address: Address, watchRelease: (watcher: (load: () => void) => void) =>
 *   void}} given */
function App({ bench, engine, address, watchRelease }) {
  useWatched(bench);
  useWatched(address);
  const [tab, turn] = useState('Answers');
  const [dialog, show] = useState('');
  const typed = useRef(/** @type {Record<string, string>} */ ({})).current;
  const { page } = address.place;
  const go = address.turn;
  const close = () => show('');
  useEffect(close, [page]);
  useEffect(() => {
    if (bench.unread) paste(bench.unread);
    bench.unread = '';
  }, [address.place.id]);
  const open = () => go('bench');
  const taken = () => {
    close();
    if (page === 'bridge') open();
  };
  const bridge = () => {
    close();
    go('bridge');
  };
  const paste = (text = '') => {
    typed.paste = text || typed.paste;
    show('paste');
  };
  /** @type {Record<string, () => unknown>} */
  const pages = {
    bench: () => html`<${Bench} bench=${bench} tab=${tab} onTab=${turn} />`,
    decks: () => html`<${Decks} bench=${bench} onOpen=${open} onMend=${paste} />`,
    field: () => html`<${FieldView} bench=${bench} onPaste=${() => show('rival')} />`,
    table: () => html`<${TableView} bench=${bench} engine=${engine} address=${address} />`,
    hands: () => html`<${HandsView} bench=${bench} engine=${engine} address=${address} />`,
    ask: () => html`<${AskView} bench=${bench} server=${bench.server} onOpen=${open} />`,
    games: () => html`<${Games} bench=${bench} />`,
    guide: () => html`<${Guide} bench=${bench} />`,
    bridge: () => html`<${Bridge} bench=${bench} onPaste=${() => paste()} />`,
  };
  return html`<button class="skip" onClick=${skip}>${_('To the content')}</button>
    <${Header} bench=${bench} page=${page} onPage=${go} onDialog=${show} />
    ${bench.isNew && page === 'bench' && html`<${Hello} onPaste=${() => paste()} />`}
    ${bench.message && html`<${Message} bench=${bench} />`}
    <${Newer} watch=${watchRelease} />
    ${pages[page]()}
    ${
      dialog &&
      html`<${Dialog}
        key=${dialog} bench=${bench} dialog=${dialog} typed=${typed} onClose=${close} onTaken=${taken}
        onBridge=${bridge} />`
    }`;
}

/** The files of the page, and a workbench made of them. @param {Awaited<ReturnType<typeof openServer>>} studio */
async function opened(studio) {
  const [wasm, layout, book, cards, decks, advice] = await Promise.all([
    asset('ucgsim.wasm.gz'),
    parsed('layout.json.gz'),
    asset('book.bin.gz'),
    parsed('cards.json.gz'),
    parsed('decks.json.gz'),
    parsed('advice.json.gz'),
  ]);
  const files = { wasm: await WebAssembly.compile(/** @type {BufferSource} */ (wasm)), layout, book, mark: cards.mark };
  const pool = new Pool(startWorker, files);
  const engine = await Engine.open(files);
  reckonWith(engine);
  readBy({ Lexicon, Sought, coach, in_few_lines, link_of, opened_link, read_text, unknown });
  const shelf = studio ? { ...storage(), ...studio } : storage();
  return { pool, engine, bench: new Workbench({ cards: openCards(cards), decks, layout, advice, pool, ...shelf }) };
}

/** Open the game and draw the page. */
async function begin() {
  const place = /** @type {HTMLElement} */ (document.getElementById('page'));
  // `enough.js` has said why not.
  if (place.className) return;
  try {
    const studio = await openServer();
    await hear(preferred((studio ?? storage()).storage?.getItem(CHOSEN)));
    const first = place.querySelector('.first');
    first?.replaceChildren(_('Opening the game …'));
    if (studio) setTimeout(() => first?.append(_(' The first time it is compiled, which takes a minute.')), LONG);
    const { bench, engine, pool } = await opened(studio);
    studio?.storage.listen(bench.report);
    place.replaceChildren();
    const address = new Address(bench, engine);
    if (!address.open()) bench.ask();
    const isHosted = !studio && (location.protocol === 'https:' || location.hostname === 'localhost');
    const watchRelease = (/** @type {(load: () => void) => void} */ watcher) => {
      if (isHosted) saveRelease(watcher).catch(() => {});
    };
    render(html`<${App} bench=${bench} engine=${engine} address=${address} watchRelease=${watchRelease} />`, place);
    const meetOthers = () => bench.meetOthers();
    addEventListener('storage', meetOthers);
    if (studio) addEventListener('focus', () => studio.storage.renew().then(meetOthers, () => {}));
    Object.assign(globalThis, { ucgsim: { address, bench, engine, pool } });
  } catch (error) {
    const line = document.createElement('p');
    line.className = 'first';
    line.setAttribute('role', 'alert');
    line.textContent = lineOf(error);
    place.replaceChildren(line);
  }
}

begin();
