import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Notices, SAID } from '../../../src/table/state/notices.svelte'
import { FakeStorage } from '../../support/browser'
import { onScreen } from '../../support/reactive.svelte'

let storage: FakeStorage
let notices: Notices
beforeEach(() => {
  vi.useFakeTimers()
  storage = new FakeStorage()
  notices = new Notices(storage)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an error', () => {
  it('is shown for a while; a new one restarts the time', () => {
    const screen = onScreen(() => notices.toast)
    notices.say('one')
    vi.advanceTimersByTime(SAID - 1)
    notices.say('two')
    vi.advanceTimersByTime(SAID - 1)
    expect(screen.now).toBe('two')
    vi.advanceTimersByTime(1)
    expect(screen.now).toBe('')
  })
})

describe('a notice to all', () => {
  it('stays until it is dismissed, here and at other tables with the same one', () => {
    const screen = onScreen(() => notices.standing)
    notices.receive('The server will restart.')
    expect(screen.now).toBe('The server will restart.')
    notices.putAway()
    expect(screen.now).toBe('')
    const elsewhere = new Notices(storage)
    elsewhere.receive('The server will restart.')
    expect(elsewhere.standing).toBe('')
    elsewhere.receive('Something else.')
    expect(elsewhere.standing).toBe('Something else.')
  })
})
