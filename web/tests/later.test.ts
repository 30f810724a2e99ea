import { describe, expect, it, vi } from 'vitest'
import { later, settled } from '../src/lib/later'

/** A busy machine may take its time: only what never comes fails. */
const PATIENT = { timeout: 60_000 }

/** A file that comes when told to. */
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

describe('a file that is fetched later', () => {
  it('is fetched when it is first asked for, and once', async () => {
    const { load, calls } = file()
    const get = later(load)
    expect(load).not.toHaveBeenCalled()
    const both = [get(), get()]
    calls[0]!.come('here')
    expect(await Promise.all([...both, get()])).toEqual(['here', 'here', 'here'])
    expect(load).toHaveBeenCalledOnce()
  })

  it('is fetched anew after it could not be had', async () => {
    const { load, calls } = file()
    const get = later(load)
    const first = get()
    calls[0]!.fail()
    await expect(first).rejects.toThrow('gone')
    const second = get()
    calls[1]!.come('here')
    expect(await second).toBe('here')
  })
})

describe('settled', () => {
  it('waits for all that is on its way, and for what that asks for', async () => {
    const [one, two] = [file(), file()]
    const second = later(two.load)
    void later(one.load)().then(second)
    let done = false
    const all = settled().then(() => (done = true))
    one.calls[0]!.come('one')
    await vi.waitFor(() => expect(two.load).toHaveBeenCalled(), PATIENT)
    expect(done).toBe(false)
    two.calls[0]!.come('two')
    await all
  })

  it('does not wait for what cannot be had', async () => {
    const { load, calls } = file()
    later(load)().catch(() => undefined)
    calls[0]!.fail()
    await settled()
  })
})
