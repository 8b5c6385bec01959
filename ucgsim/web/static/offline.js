/**
 * Keeps the page for visits without a network: everything that is loaded once, renewed whenever the network answers.
 *
 * @module offline
 */

const KEPT = 'ucgsim-page';

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch {
    const known = await kept.match(request, { ignoreSearch: true });
    return known ?? new Response('This page was not kept for a visit without a network.', { status: 503 });
  }
}

self.addEventListener('install', () => /** @type {any} */ (self).skipWaiting());
self.addEventListener('activate', (event) =>
  /** @type {any} */ (event).waitUntil(/** @type {any} */ (self).clients.claim()),
);
self.addEventListener('fetch', (event) => {
  const { request } = /** @type {any} */ (event);
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) {
    /** @type {any} */ (event).respondWith(answer(request));
  }
});
