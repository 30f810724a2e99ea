import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeStorage, stubBrowser } from '../support/browser'

type Prefs = typeof import('../../src/browser/prefs.svelte')
type Stores = typeof import('../../src/browser/storage.svelte')

let changed: (event: { key: string | null }) => void
beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('addEventListener', (type: string, listener: typeof changed) => {
    if (type === 'storage') changed = listener
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Opens a new tab with the current storage. */
async function tab(): Promise<Prefs & Stores> {
  vi.resetModules()
  const stores = await import('../../src/browser/storage.svelte')
  return { ...stores, ...(await import('../../src/browser/prefs.svelte')) }
}

const forbid = (name: string) =>
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied', 'SecurityError')
    },
  })

describe('a browser that stores nothing', () => {
  for (const [why, forbidden] of [
    ['because reading it fails', () => (forbid('localStorage'), forbid('sessionStorage'))],
    ['because there is none', () => vi.stubGlobal('localStorage', undefined)],
    ['because it is null', () => vi.stubGlobal('localStorage', null)],
  ] as const)
    it(`keeps data in memory, ${why}`, async () => {
      forbidden()
      const page = await tab()
      page.tryStorage()
      expect(page.storage.lost).toBe('blocked')
      page.setPref('name', 'Ada')
      page.setPref('theme', 'light')
      page.keepSecret('t', 'mine')
      expect([page.prefs.name, page.prefs.theme, page.secretOf('t')]).toEqual([
        'Ada',
        'light',
        'mine',
      ])
      page.dropSecret('t')
      expect(page.secretOf('t')).toBe('')
      page.forTab.setItem('draft', 'text')
      expect(page.forTab.getItem('draft')).toBe('text')
    })

  it('reports when it has no space left, and keeps what it had', async () => {
    localStorage.setItem('cogtable-seats', '{"old":"secret"}')
    const page = await tab()
    page.tryStorage()
    expect(page.storage.lost).toBe('')
    localStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    page.keepSecret('new', 'mine')
    expect(page.secrets()).toEqual({ old: 'secret', new: 'mine' })
    expect(page.storage.lost).toBe('full')
  })

  it('works without traces if it can store data', async () => {
    const page = await tab()
    page.tryStorage()
    expect(page.storage.lost).toBe('')
    expect(localStorage.getItem('cogtable-tried')).toBe(null)
  })
})

describe('two tabs of a browser', () => {
  it('change only their own settings', async () => {
    const one = await tab()
    const other = await tab()
    one.setPref('name', 'Ada')
    other.setPref('theme', 'light')
    one.learn('splendor')
    other.learn('recharge')
    one.keepPuzzle('a', 'solved')
    other.keepPuzzle('b', 'shown')
    other.keepPuzzle('a', 'shown')
    const { prefs } = await tab()
    expect([prefs.name, prefs.theme, prefs.learned, prefs.puzzles]).toEqual([
      'Ada',
      'light',
      ['splendor', 'recharge'],
      { a: 'solved', b: 'shown' },
    ])
  })

  it('show changes made by the other', async () => {
    const other = await tab()
    const one = await tab()
    other.setPref('volume', 0.2)
    other.setPref('theme', 'light')
    expect(one.prefs.volume).toBe(0.7)
    changed({ key: 'cogtable' })
    expect([one.prefs.volume, one.look.theme]).toEqual([0.2, 'light'])
    const before = one.seats.changes
    changed({ key: 'cogtable-seats' })
    expect(one.seats.changes).toBe(before + 1)
    vi.stubGlobal('localStorage', new FakeStorage())
    changed({ key: null }) // all was removed
    expect(one.prefs.theme).toBe('system')
  })
})
