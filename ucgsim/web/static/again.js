/** How a browser that the studio let in comes in again after the studio was started again: it signs with a key that no
 * script can read. The studio's refusal loads this file as well. */

import { database, done } from './database.js';

const [NAME, STORE, BADGE] = ['ucgsim-badge', 'keys', 'badge'];
/** Where the key lies without which nothing may be changed; each start of the studio has another one. */
export const KEY = 'ucgsim-key';
const SIGNS = { name: 'HMAC', hash: 'SHA-256' };

/** Hold the studio's badge. @param {string} badge */
export async function hold(badge) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(badge), SIGNS, false, ['sign']);
  const keys = (await database(NAME, STORE)).transaction(STORE, 'readwrite').objectStore(STORE);
  await done(keys.put(key, BADGE));
}

/** Come in again. @returns {Promise<string>} The key of this start; empty where that fails. */
export async function comeIn() {
  try {
    const keys = (await database(NAME, STORE)).transaction(STORE).objectStore(STORE);
    const [badge, asked] = await Promise.all([done(keys.get(BADGE)), fetch('/again')]);
    const { number } = await asked.json();
    const text = new TextEncoder().encode(`${number} ${location.host}`);
    const signed = [...new Uint8Array(await crypto.subtle.sign('HMAC', badge, text))];
    const proof = signed.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const answer = await fetch('/again', { method: 'POST', headers: { 'X-Ucgsim-Proof': `${number} ${proof}` } });
    const { key = '' } = answer.ok ? await answer.json() : {};
    if (key) localStorage.setItem(KEY, key);
    return key;
  } catch {
    return '';
  }
}

/** Load a page again that was refused, if it is to be had now. */
async function reload() {
  if ((await comeIn()) && (await fetch(location.href)).ok) location.reload();
}

if (document.querySelector('meta[name=ucgsim-refused]')) reload();
