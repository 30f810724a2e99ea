import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AGAIN,
  SLOW,
  Submission,
  type Kept,
  type Pending,
} from '../../../src/table/state/submission.svelte'
import type { Request } from '../../../src/table/state/connection.svelte'
import type { FromServer } from '../../../src/types'
import { onScreen, reactive } from '../../support/reactive.svelte'

let sent: Request[]
let said: string[]
let connection: { connected: boolean; ready: boolean; send(request: Request): number }
let submission: Submission

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  said = []
  connection = reactive({
    connected: true,
    ready: true,
    send: (request: Request) => (connection.connected ? sent.push(request) : -1),
  })
  submission = new Submission(connection, (words) => said.push(words))
})
afterEach(() => {
  submission.close()
  vi.useRealTimers()
})

type Failure = Extract<FromServer, { type: 'error' }>
const failure = (code: Failure['code'], id: number): Failure => ({
  type: 'error',
  code,
  words: `it is ${code}`,
  id,
})

function lose(): void {
  connection.connected = connection.ready = false
}
function comeBack(): void {
  connection.connected = connection.ready = true
  submission.resend()
}

describe('a move on its way', () => {
  it('is sent for the decision that its player saw, and is done when its outcome arrives', () => {
    submission.submit(7, { ply: 3 })
    expect(sent).toMatchObject([{ type: 'act', action: 7, ply: 3 }])
    expect(submission.reached({ ply: 4 })).toBe(false)
    submission.accept(1, { ply: 4 })
    expect(submission.busy).toBe(true)
    expect([submission.reached({ ply: 3 }), submission.reached({ ply: 4 })]).toEqual([false, true])
    submission.finish()
    expect(submission.busy).toBe(false)
  })

  it('survives a reload of the page until its outcome arrives', () => {
    let stored: Pending | null = null
    const kept: Kept = { load: () => stored, save: (move) => (stored = move) }
    const say = (words: string) => void said.push(words)
    lose()
    const before = new Submission(connection, say, kept)
    before.submit(7, { ply: 3 })
    expect(sent).toEqual([])
    before.close()

    const after = new Submission(connection, say, kept)
    expect(after.busy).toBe(true)
    comeBack()
    after.resend()
    expect(sent).toMatchObject([{ type: 'act', action: 7, ply: 3 }])
    expect(sent[0]).toMatchObject({ submission: stored!['submission'] })
    after.accept(1, { ply: 4 })
    after.finish()
    expect(stored).toBeNull()
    expect(new Submission(connection, say, kept).busy).toBe(false)
  })

  it('is announced after a while, until it is stored', () => {
    const screen = onScreen(() => submission.sending)
    submission.submit(7, { ply: 3 })
    expect(screen.now).toBe(false)
    vi.advanceTimersByTime(SLOW)
    expect(screen.now).toBe(true)
    submission.accept(1, { ply: 4 })
    expect(screen.now).toBe(false)
  })

  it('waits for a connection, and is announced at once without one', () => {
    lose()
    submission.submit(7, { ply: 3 })
    expect([sent.length, submission.sending]).toEqual([0, true])
    comeBack()
    expect(sent).toHaveLength(1)
  })

  it('can be cancelled while it was never sent, and is then never sent', () => {
    lose()
    submission.submit(7, { ply: 3 })
    const screen = onScreen(() => submission.unsent)
    expect(screen.now).toBe(true)
    submission.withdraw()
    expect(submission.busy).toBe(false)
    comeBack()
    expect(sent).toEqual([])
  })

  it('cannot be cancelled once it may have arrived', () => {
    submission.submit(7, { ply: 3 })
    lose()
    expect(submission.unsent).toBe(false)
    submission.withdraw()
    expect(submission.busy).toBe(true)
  })

  it('is reported if the table moved on before it was sent', () => {
    lose()
    submission.submit(7, { ply: 3 })
    comeBack()
    submission.refuse(failure('late', 1))
    expect(said).toEqual(['it is late'])
  })

  it('is sent again on a new connection, but not once it is stored', () => {
    submission.submit(7, { ply: 3 })
    lose()
    comeBack()
    expect(sent).toEqual([sent[0], sent[0]]) // with the same id, by which the server recognizes it
    submission.accept(2, { ply: 4 })
    lose()
    comeBack()
    expect(sent).toHaveLength(2)
  })

  it('is not accepted by the answer to another message', () => {
    submission.submit(7, { ply: 3 })
    submission.accept(9, { ply: 4 })
    expect(submission.reached({ ply: 4 })).toBe(false)
  })
})

describe('a refused move', () => {
  it('is dropped, with a message to its player', () => {
    submission.submit(7, { ply: 3 })
    expect(submission.refuse(failure('illegal', 1))).toBe(true)
    expect(submission.busy).toBe(false)
    expect(said).toEqual(['it is illegal'])
  })

  it('is not stored if a repeated copy is refused, with a message to its player', () => {
    submission.submit(7, { ply: 3 })
    lose()
    comeBack()
    expect(submission.refuse(failure('late', 2))).toBe(true)
    expect([submission.busy, said]).toEqual([false, ['it is late']])
  })

  it('has a unique id', () => {
    submission.submit(7, { ply: 3 })
    submission.submit(7, { ply: 3 })
    const names = sent.map((request) => (request.type === 'act' ? request.submission : undefined))
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[a-z0-9]{10,32}$/)
  })

  it('is sent again until it can be stored, with one message to its player', () => {
    submission.submit(7, { ply: 3 })
    for (const id of [1, 2, 3]) {
      expect(submission.refuse(failure('unavailable', id))).toBe(true)
      expect(submission.busy).toBe(true)
      vi.advanceTimersByTime(AGAIN)
    }
    expect(sent).toHaveLength(4)
    expect(said).toHaveLength(1)
    submission.accept(4, { ply: 4 })
    vi.advanceTimersByTime(60_000)
    expect(sent).toHaveLength(4)
  })

  it('is not repeated by a timer of an earlier one', () => {
    submission.submit(7, { ply: 3 })
    submission.refuse(failure('unavailable', 1))
    submission.finish() // its outcome arrived in another way
    submission.submit(8, { ply: 5 })
    vi.advanceTimersByTime(AGAIN)
    expect(sent).toHaveLength(2)
  })

  it('is sent once on a new connection, even if it was about to be repeated', () => {
    submission.submit(7, { ply: 3 })
    submission.refuse(failure('unavailable', 1))
    lose()
    comeBack()
    vi.advanceTimersByTime(AGAIN)
    expect(sent).toHaveLength(2)
  })

  it('is not reported as slow because an earlier one was', () => {
    submission.submit(7, { ply: 3 })
    vi.advanceTimersByTime(SLOW - 1)
    submission.finish()
    submission.submit(8, { ply: 5 })
    const screen = onScreen(() => submission.sending)
    vi.advanceTimersByTime(SLOW - 1)
    expect(screen.now).toBe(false)
  })

  it('is not affected by the refusal of another message', () => {
    expect(submission.refuse(failure('illegal', 1))).toBe(false)
    submission.submit(7, { ply: 3 })
    expect(submission.refuse(failure('illegal', 9))).toBe(false)
    expect(submission.refuse({ type: 'error', code: 'secret', words: 'no' })).toBe(false)
    expect([submission.busy, said]).toEqual([true, []])
  })
})
