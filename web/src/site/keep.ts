// Keeps the page in the browser, so that it opens without a network.

import { workers } from '../browser/serviceWorkers'
import { savesData } from './connection'
import type { Files } from './files'
import { TAKE_OVER } from './messages'

/** How long a new service worker may take before the page is loaded again anyway, in milliseconds. */
const PATIENCE_MS = 5000

/** Has the browser keep the client's files, once everything else is loaded. `newer` is called when a new version of the
 * page waits to be used.
 */
export function keepFiles(newer: () => void): void {
  const found = workers()
  if (!import.meta.env.PROD || !found) return
  const register = () =>
    found
      .register('./service-worker.js', { updateViaCache: 'none' })
      .then((registration) => watch(registration, newer))
      .catch((error: unknown) => console.warn('the page is not kept for later:', error))
  if (document.readyState === 'complete') void register()
  else addEventListener('load', register, { once: true })
}

/** How often a page that stays open looks for a new version at most, in milliseconds. */
const LOOK_MS = 3_600_000

/** Looks for new versions: now, and when a person comes back to the page. */
function watch(registration: ServiceWorkerRegistration, newer: () => void): void {
  const look = () => {
    if (registration.active && registration.waiting) newer()
  }
  look()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  )
  let last = Date.now()
  addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - last < LOOK_MS) return
    last = Date.now()
    registration.update().catch(() => undefined) // there is no network
  })
}

/** How long the other games wait after the first, which still needs its searches, in milliseconds. */
const REST_MS = 3000

/** Keeps all other games too, unless this device should save data. */
export function keepRest(files: Files): void {
  if (!savesData()) setTimeout(() => void files.keepAll(), REST_MS)
}

/** Loads the page again, in its latest version. */
export async function renew(): Promise<void> {
  try {
    const registration = await workers()?.getRegistration()
    await registration?.update()
    const next = registration?.installing ?? registration?.waiting
    if (next) await takesOver(next)
  } catch (error) {
    console.warn('the latest version is not here yet:', error)
  }
  location.reload()
}

/** Resolves when a new service worker has taken the place of the old one. */
const takesOver = (next: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const ask = (): void => {
      if (next.state === 'installed') next.postMessage(TAKE_OVER)
      else if (next.state === 'activated' || next.state === 'redundant') resolve()
    }
    next.addEventListener('statechange', ask)
    setTimeout(resolve, PATIENCE_MS)
    ask()
  })
