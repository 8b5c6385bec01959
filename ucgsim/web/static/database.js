/** A store of the browser's database. */

/** What a request comes to. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((finish, fail) => {
    Object.assign(request, { onsuccess: () => finish(request.result), onerror: () => fail(request.error) });
  });

/** A database of one store. @param {string} name @param {string} store @returns {Promise<IDBDatabase>} */
export async function database(name, store) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  const opened = await done(request);
  opened.onversionchange = () => opened.close();
  return opened;
}
