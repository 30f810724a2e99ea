// The service worker: it shows a page of ours where the browser would show its own, when there is no
// connection. All else always comes from the server, so nobody ever plays with a client that is older
// than the server.

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope

// Both are filled in when the client is built.
const FILES = '%FILES%' as unknown as string[]
const PREFIX = 'cogtable-offline-'
const CACHE = `${PREFIX}%VERSION%`

const PAGE = '/offline.html'

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  // What has a digest in its name is right wherever it comes from; all else is asked for anew.
  const how = (file: string) => (file.startsWith('/assets/') ? 'default' : 'no-cache')
  await cache.addAll(FILES.map((file) => new Request(file, { cache: how(file) })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** What the server answers; without it a file of the offline page. */
async function answer(request: Request, file: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(file)
    if (kept) return kept
    throw error
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(answer(request, PAGE))
  else if (origin === worker.location.origin && FILES.includes(pathname))
    event.respondWith(answer(request, pathname))
})
