/** What the page saves in its browser, or in the studio: other tabs write there as well, each under keys of its own. */

import { _ } from './language.js';

/**
 * @typedef {Storage | import('./server.js').Shelf} Store
 * @typedef {Record<string, unknown>} Stored What lies under a key: it may have come from anywhere.
 */

/** Storage that may be refused, or full. */
export class Saved {
  /** @param {Store | null} store @param {string} tab What this tab is called in it.
   * @param {(line: string) => void} trouble Hears what can't be read or saved. */
  constructor(store, tab, trouble) {
    this.store = store;
    this.tab = tab;
    this.trouble = trouble;
  }

  /** What is saved under keys that begin so; what can't be read is left where it is, and said.
   * @param {string} begin @returns {{key: string, data: Stored}[]} */
  read(begin) {
    return Object.keys(this.store ?? {})
      .filter((key) => key.startsWith(begin))
      .flatMap((key) => {
        try {
          return [{ key, data: JSON.parse(this.store?.getItem(key) ?? '') ?? {} }];
        } catch {
          this.trouble(_("Something that this browser had saved can't be read; it is left out."));
          return [];
        }
      });
  }

  /** The objects of a list that is saved under a key of its own. @param {string} key @param {string} name
   * @returns {Stored[]} */
  list(key, name) {
    const list = this.read(key)[0]?.data?.[name];
    return Array.isArray(list) ? list.filter((each) => each && typeof each === 'object') : [];
  }

  /** @param {string} key @param {unknown} data */
  write(key, data) {
    try {
      if (!this.store) throw new Error('none');
      this.store.setItem(key, JSON.stringify(data));
    } catch (error) {
      // A window that saves nothing may call its storage full as well: it is empty.
      const isFull = /quota/i.test(error instanceof Error ? error.name : '') && Object.keys(this.store ?? {}).length;
      this.trouble(
        isFull
          ? _(
              'This is not saved: the storage that this browser gives the page is full. ' +
                'Delete versions on the page “Decks”, or copy the link or the list before you leave.',
            )
          : _('This browser saves nothing (a private window?): copy the link or the list before you leave.'),
      );
    }
  }

  /** @param {string} key */
  remove(key) {
    try {
      this.store?.removeItem(key);
    } catch {
      this.trouble(_('This browser lets nothing be deleted.'));
    }
  }
}
