import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazy, settled } from '../../src/net/lazy'
import { dismissGone, upgrade } from '../../src/net/upgrade.svelte'

/** A generous timeout for busy machines. */
const PATIENT = { timeout: 60_000 }

/** A file that loads when the test says so. */
function file() {
  const calls: { come: (what: string) => void; fail: () => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<string>((come, fail) =>
        calls.push({ come, fail: () => fail(new Error('gone')) }),
      ),
  )
  return { load, calls }
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }))
  Object.assign(upgrade, { gone: '', dismissed: 0 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a file that cannot be loaded', () => {
  const lose = async (once: boolean) => {
    const { load, calls } = file()
    const asked = lazy(load, once)()
    calls[0]!.fail()
    await expect(asked).rejects.toThrow('gone')
  }

  it('is reported as belonging to an older version, if the server answers', async () => {
    await lose(false)
    await vi.waitFor(() => expect(upgrade.gone).toBe('updated'), PATIENT)
  })

  it('is reported as unreachable, if the server does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    await lose(false)
    await vi.waitFor(() => expect(upgrade.gone).toBe('unreachable'), PATIENT)
  })

  it('is reported again when it is requested again, but not without a request', async () => {
    await lose(true)
    await vi.waitFor(() => expect(upgrade.gone).toBe('updated'), PATIENT)
    dismissGone()
    await lose(true)
    await settled()
    expect(upgrade.gone).toBe('')
    await lose(false)
    await vi.waitFor(() => expect(upgrade.gone).toBe('updated'), PATIENT)
  })
})

it('is the only way to load files on demand, apart from pages', () => {
  const sources = import.meta.glob<string>(
    ['../../src/**/*.{ts,svelte}', '!../../src/**/types.ts'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  )
  const bare = Object.entries(sources).flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => /[^.\w]import\(/.test(line) && !/(lazy|file)\(\(\) => import\(/.test(line))
      .filter(
        (line) => !/^ {2}const \w+ = \(\) => import\('\.(\/pages)?(\/\w+)+\.svelte'\)$/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  // A worker loads Pyodide; the page learns whether it can. The fonts of the tests' own language come with a page that cannot report errors yet.
  expect(bare.filter((each) => !/import\('\.\/pseudo'\)|pyodide\.mjs/.test(each))).toEqual([])
})

describe('a file that is loaded later', () => {
  it('is loaded when it is first requested, and only once', async () => {
    const { load, calls } = file()
    const get = lazy(load)
    expect(load).not.toHaveBeenCalled()
    const both = [get(), get()]
    calls[0]!.come('here')
    expect(await Promise.all([...both, get()])).toEqual(['here', 'here', 'here'])
    expect(load).toHaveBeenCalledOnce()
  })

  it('is loaded again after a failure', async () => {
    const { load, calls } = file()
    const get = lazy(load)
    const first = get()
    calls[0]!.fail()
    await expect(first).rejects.toThrow('gone')
    const second = get()
    calls[1]!.come('here')
    expect(await second).toBe('here')
  })
})

describe('settled', () => {
  it('waits for everything being loaded, and for what that requests', async () => {
    const [one, two] = [file(), file()]
    const second = lazy(two.load)
    void lazy(one.load)().then(second)
    let done = false
    const all = settled().then(() => (done = true))
    one.calls[0]!.come('one')
    await vi.waitFor(() => expect(two.load).toHaveBeenCalled(), PATIENT)
    expect(done).toBe(false)
    two.calls[0]!.come('two')
    await all
  })

  it('does not wait for files that cannot be loaded', async () => {
    const { load, calls } = file()
    lazy(load)().catch(() => undefined)
    calls[0]!.fail()
    await settled()
  })
})
