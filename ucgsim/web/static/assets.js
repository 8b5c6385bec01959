/** The files of the page: next to it on a host, or within it where all is one file. */

import { _ } from './language.js';

/** @param {string} name @returns {Element | null} */
const within = (name) => globalThis.document?.getElementById(`asset:${name}`) ?? null;

/** The bytes of a packed file (gzip).
 * @param {string} name @returns {Promise<Uint8Array>}
 * @throws {Error} In one line, where it can't be had. */
export async function asset(name) {
  const place = within(name);
  /** @type {Blob} */
  let packed;
  if (place) {
    packed = new Blob([Uint8Array.from(atob(place.textContent ?? ''), (letter) => letter.charCodeAt(0))]);
  } else {
    const answer = await fetch(new URL(name, import.meta.url)).catch(() => null);
    if (!answer?.ok) {
      // A studio says in a line why it has none.
      const said = answer?.status === 503 ? await answer.text() : '';
      throw new Error(
        said || _("{name} can't be loaded: look at your connection, then load the page again.", { name }),
      );
    }
    packed = await answer.blob();
  }
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** What a packed file holds as JSON. @param {string} name @returns {Promise<ReturnType<typeof JSON.parse>>} */
export async function parsed(name) {
  return JSON.parse(new TextDecoder().decode(await asset(name)));
}

/** Start a worker. @returns {import('./pool.js').WorkerLike} */
export function startWorker() {
  const place = within('worker.js');
  if (!place) return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const code = URL.createObjectURL(new Blob([place.textContent ?? ''], { type: 'text/javascript' }));
  return new Worker(code);
}

/** Save the release for visits without a network, and hear when a newer one is ready.
 * @param {(load: () => void) => void} onNewer Is given what loads it. */
export async function saveRelease(onNewer) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  let isServed = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener('controllerchange', () => {
    // Files of the old release are gone with it, so no page of it may stay open.
    if (isServed) location.reload();
    isServed = true;
  });
  const registration = await serviceWorker.register('offline.js');
  const look = () => {
    const { waiting, active } = registration;
    // The first of all waits for a moment as well.
    if (waiting && active) onNewer(() => waiting.postMessage('over'));
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  // A browser looks by itself, but not at each visit.
  if (registration.active) await registration.update();
}
