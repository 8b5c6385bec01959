/** Keeps the page for visits without a network: everything that is loaded once, renewed whenever the
 * network answers. */

/** @typedef {Event & {waitUntil(done: Promise<void>): void}} Begun */
/** @typedef {Event & {request: Request, respondWith(answer: Promise<Response>): void}} Fetched */

const KEPT = 'ucgsim-page';
const worker = /** @type {EventTarget & {skipWaiting(): void, clients: {claim(): Promise<void>}}} */ (
  /** @type {unknown} */ (self)
);

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

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => /** @type {Begun} */ (event).waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = /** @type {Fetched} */ (event);
  const isOwn = request.method === 'GET' && new URL(request.url).origin === location.origin;
  if (isOwn) respondWith.call(event, answer(request));
});
