// The service worker. Without a connection it shows our own page instead of the browser's or, in place of the lobby, the
// page that plays without the server, if this browser keeps it; everything else always comes from the server, so that
// nobody plays with a client older than the server. And it shows the server's notifications that it is our turn.

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope

/** The path of a file beside the worker, or below. */
const path = (file: string) => new URL(file, worker.location.href).pathname

// Both are filled in by the build.
const FILES = ('%FILES%' as unknown as string[]).map(path)
const PREFIX = 'cogtable-offline-'
const CACHE = `${PREFIX}%VERSION%`

const PAGE = path('offline.html')
const LOBBY = path('./')
/** The page that plays without the server; its own service worker (`site/serviceWorker.ts`) keeps it. */
const ALONE = path('page/')

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Files with a digest in their name may come from a cache; all others are fetched again.
  const how = (file: string) => (file.startsWith(path('assets/')) ? 'default' : 'no-cache')
  await cache.addAll(FILES.map((file) => new Request(file, { cache: how(file) })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** The answer of the server or, without a connection, a file of the offline page. */
async function answer(request: Request, file: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(file)
    if (kept) return kept
    throw error
  }
}

/** A page of the server or, without a connection, one that this browser keeps. */
async function shownPage(request: Request): Promise<Response> {
  const lobby = new URL(request.url).pathname === LOBBY
  if (!lobby || !(await caches.match(ALONE))) return answer(request, PAGE)
  return fetch(request).catch(() => Response.redirect(ALONE))
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(shownPage(request))
  else if (origin === worker.location.origin && FILES.includes(pathname))
    event.respondWith(answer(request, pathname))
})

/** The server's message that it is our turn (`server/notifications/notifier.py`). */
interface Call {
  title: string
  body: string
  path: string
  tag: string
}

/** Shows a notification; there is one for each table, and a new one alerts the person again. */
async function show({ title, body, path: table, tag }: Call): Promise<void> {
  const icon = path('icons/app-192.png')
  const options = { body, tag, icon, badge: icon, renotify: true, data: { path: table } }
  await worker.registration.showNotification(title, options)
}

/** Opens the table of a notification: where it is open already, otherwise in a new window. */
async function open(table: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find((page) => new URL(page.url).pathname === table)
  if (shown) await shown.focus()
  else await worker.clients.openWindow(table)
}

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Call))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { path: string }).path))
})
