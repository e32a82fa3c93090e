// The service worker: keeps all files of this version of the page, so that it works without a network after the first visit.

/** Written before this file by the build: see vite.config.ts. */
declare const precached: { readonly version: string; readonly files: readonly string[] };
/** The part of the worker's global scope that is used here. */
declare const registration: { readonly scope: string };
declare const clients: { claim(): Promise<void> };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Milliseconds after which the stored page is shown instead of waiting for the network. */
const networkTimeout = 2000;
/** Caches of other copies of the page on the same host have another scope in their names. */
const prefix = `proximal ${registration.scope} `;
const cacheName = prefix + precached.version;

addEventListener('install', (event) => (event as ExtendableEvent).waitUntil(store()));
addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(removeOldVersions()));
addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  respondWith.call(event, request.mode === 'navigate' ? page(request) : file(request));
});

/** Files below assets/ may come from the browser's cache, because their names contain a hash of their contents. */
async function store(): Promise<void> {
  const cache = await caches.open(cacheName);
  const requests = precached.files.map(
    (path) => new Request(path, { cache: path.startsWith('assets/') ? 'default' : 'no-cache' }),
  );
  await cache.addAll(requests);
}

async function removeOldVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((each) => each.startsWith(prefix) && each !== cacheName).map((each) => caches.delete(each)),
  );
  await clients.claim();
}

async function stored(path: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(path, { ignoreVary: true });
}

/** The newest page; the stored one if there is no network or it is slow. */
async function page(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isStart = [new URL(registration.scope).pathname, new URL('index.html', registration.scope).pathname].includes(
    pathname,
  );
  if (!isStart) return fetch(request);
  const found = await stored('index.html');
  if (!found) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(found), networkTimeout));
  return Promise.race([fetch(request).catch(() => found), late]);
}

async function file(request: Request): Promise<Response> {
  return (await stored(request.url)) ?? fetch(request);
}

export {};
