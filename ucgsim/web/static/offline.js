/** Serves one release of the page, whole, with or without a network. It is saved when the page is first opened; a newer
 * one is saved next to it and takes over once all of its files are there and nobody looks at the old one. */

/** @typedef {Event & {waitUntil(done: Promise<unknown>): void}} Begun */
/** @typedef {Event & {request: Request, respondWith(answer: Promise<Response>): void}} Fetched */

/** The files of the release with sums of their contents, and the name that these give it; `ucgsim web` writes them. */
const RELEASE = { name: '', files: { '': '' } };
const worker =
  /** @type {EventTarget & {skipWaiting(): void, clients: {claim(): Promise<void>}, registration: {scope: string}}} */ (
    /** @type {unknown} */ (self)
  );
const HEX = 16;
/** What the caches of this page begin with: others may lie on the same host. */
const KEPT = `ucgsim:${worker.registration.scope}:`;

/** Save a file. A host that is still at work on a release may send one of another: such a file is refused.
 * @param {Cache} cache @param {string} name @param {string} sum */
async function save(cache, name, sum) {
  const answer = await fetch(name, { cache: 'no-cache' });
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const seen = [...digest].map((byte) => byte.toString(HEX).padStart(2, '0')).join('');
  if (!answer.ok || !seen.startsWith(sum)) throw new Error(name);
  // An answer of its own: one that was redirected may not be given for a page.
  const kind = answer.headers.get('content-type') ?? '';
  await cache.put(name, new Response(bytes, { headers: { 'content-type': kind } }));
}

/** Save the release, whole or not at all. */
async function saveAll() {
  const { name, files } = RELEASE;
  const cache = await caches.open(KEPT + name);
  try {
    await Promise.all(Object.entries(files).map(([each, sum]) => save(cache, each, sum)));
  } catch (error) {
    await caches.delete(KEPT + name);
    throw error;
  }
}

/** Delete other releases, and serve the pages that are open. */
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== KEPT + RELEASE.name);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request @param {string} name */
async function answer(request, name) {
  // Not opened: that would make it again, for good, where a newer release has taken over and deleted it.
  return (await caches.match(name, { cacheName: KEPT + RELEASE.name })) ?? fetch(request);
}

worker.addEventListener('install', (event) => /** @type {Begun} */ (event).waitUntil(saveAll()));
worker.addEventListener('activate', (event) => /** @type {Begun} */ (event).waitUntil(takeOver()));
worker.addEventListener('message', () => worker.skipWaiting());
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = /** @type {Fetched} */ (event);
  const place = request.url.split(/[?#]/)[0];
  const { scope } = worker.registration;
  const name = place.startsWith(scope) ? place.slice(scope.length) || 'index.html' : '';
  if (request.method === 'GET' && Object.hasOwn(RELEASE.files, name)) respondWith.call(event, answer(request, name));
});
