// Waiting for the service worker that notifications need, but not forever.

import { afterEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../support/browser'

stubBrowser() // the settings of the page look at it as soon as they are imported
const { runningWorker } = await import('../../../src/pages/you/notifications.svelte')

class Worker extends EventTarget {
  constructor(public state: ServiceWorkerState) {
    super()
  }

  becomes(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

interface Registration {
  active?: Worker
  waiting?: Worker
  installing?: Worker
}

/** The browser's answer about the page's service worker. */
function registered(registration?: Registration): Registration | undefined {
  const getRegistration = () => Promise.resolve(registration)
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  return registration
}

afterEach(() => vi.unstubAllGlobals())

it('is available at once if it runs, even while a newer one is loaded', async () => {
  const found = registered({
    active: new Worker('activated'),
    installing: new Worker('installing'),
  })
  expect(await runningWorker()).toBe(found)
})

it('is waited for while it is loaded', async () => {
  const installing = new Worker('installing')
  const found = registered({ installing })!
  const running = runningWorker()
  for (const state of ['installed', 'activating'] as const) installing.becomes(state)
  const soon = new Promise((then) => setTimeout(then, 0, 'not yet'))
  expect(await Promise.race([running, soon])).toBe('not yet')
  found.active = installing
  installing.becomes('activated')
  expect(await running).toBe(found)
})

it('reports if it cannot be loaded', async () => {
  const installing = new Worker('installing')
  registered({ installing })
  const running = runningWorker()
  setTimeout(() => installing.becomes('redundant'))
  await expect(running).rejects.toThrow('Reload this page')
})

it('reports if it was never loaded', async () => {
  registered()
  await expect(runningWorker()).rejects.toThrow('Reload this page')
})
