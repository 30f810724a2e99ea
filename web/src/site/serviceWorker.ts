// The service worker of a page without a server. It keeps the client's files of one version, so that the page opens
// without a network; `files.ts` keeps those of Python and the games, in the same cache. A new version is installed as a
// whole or not at all, and is used once no page of the old one is open, or when a page asks for it.

/// <reference lib="webworker" />

import { cacheName, cachePrefix, SITE_FILE, type SiteInfo } from './files'
import { TAKE_OVER } from './messages'

const worker = self as unknown as ServiceWorkerGlobalScope

// Both are filled in when a folder is built: the digest of each file, by its path, and the version.
const FILES = '%FILES%' as unknown as Record<string, string>
const VERSION = '%VERSION%'

const ROOT = new URL('./', worker.location.href).href
const CACHE = cacheName(ROOT, VERSION)

/** Files with a digest in their name may come from a cache; all others are fetched again. */
const fetched = (path: string, integrity: string): Promise<Response> =>
  fetch(ROOT + path, { integrity, cache: path.startsWith('assets/') ? 'default' : 'no-cache' })

async function put(cache: Cache, path: string, integrity: string): Promise<void> {
  const answer = await fetched(path, integrity)
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}`)
  await cache.put(ROOT + path, answer)
}

/** Keeps a file that names the version, in place of a digest. */
async function putNamed(cache: Cache, path: string): Promise<void> {
  const answer = await fetch(ROOT + path, { cache: 'no-cache' })
  if (!answer.ok || !(await answer.clone().text()).includes(`"${VERSION}"`))
    throw new Error(`${path} is not of version ${VERSION}`)
  await cache.put(ROOT + path, answer)
}

const older = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(cachePrefix(ROOT)) && name !== CACHE)

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all([
    ...Object.entries(FILES).map(([path, digest]) => put(cache, path, digest)),
    ...['', SITE_FILE].map((path) => putNamed(cache, path)),
  ])
  for (const name of await older()) await renew(await caches.open(name), cache)
}

/** Keeps those files of Python and the games that were kept of an older version. */
async function renew(old: Cache, cache: Cache): Promise<void> {
  const filesOf = async (from: Cache) =>
    ((await (await from.match(ROOT + SITE_FILE))?.json()) as SiteInfo | undefined)?.files ?? {}
  const [before, now] = [await filesOf(old), await filesOf(cache)]
  for (const { url } of await old.keys()) {
    const path = url.slice(ROOT.length)
    const [, digest] = now[path] ?? []
    if (!digest || path in FILES) continue
    const kept = before[path]?.[1] === digest && (await old.match(url))
    if (kept) await cache.put(url, kept)
    else await put(cache, path, digest)
  }
}

async function activate(): Promise<void> {
  await Promise.all((await older()).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

const isPage = (url: URL): boolean =>
  [ROOT, `${ROOT}index.html`].includes(url.origin + url.pathname)

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = isPage(url) ? ROOT : url.origin + url.pathname
  const cache = await caches.open(CACHE)
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request)
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(ROOT)) return
  if (request.cache === 'no-store' || request.cache === 'reload') return // asks for the present version
  event.respondWith(answer(request))
})
