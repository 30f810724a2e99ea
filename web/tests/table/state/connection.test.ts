import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, type Link } from '../../../src/table/state/connection.svelte'
import type { Listener, Proof } from '../../../src/net/socket'
import type { Heard } from '../../../src/net/socket'
import { PROTOCOL, type FromClient } from '../../../src/types'
import { upgrade } from '../../../src/net/upgrade.svelte'
import { onScreen } from '../../support/reactive.svelte'
import { update, viewOf } from '../../support/table'

let sent: FromClient[]
let restarts: number
let closed: boolean
let standing: boolean
let kept: string
let heard: { message: Heard; first: boolean }[]
let losses: number
let proof: () => Proof
let listener: Listener
let connection: Connection

beforeEach(() => {
  sent = []
  heard = []
  restarts = losses = 0
  closed = false
  standing = true
  kept = 'old'
  const link: Link = {
    send: (message) => standing && sent.push(message) > 0,
    restart: () => restarts++,
    hurry: () => undefined,
    close: () => (closed = true),
  }
  connection = new Connection(
    (askProof, each) => {
      proof = askProof
      listener = each
      return link
    },
    { secret: () => kept, keep: (value) => (kept = value), drop: () => (kept = '') },
    { message: (message, first) => heard.push({ message, first }), lost: () => losses++ },
  )
})

afterEach(() => connection.close())

const error = (code: string, words = 'no', id?: number) =>
  ({ type: 'error', code, words, ...(id === undefined ? {} : { id }) }) as Heard

describe('a page from before an update', () => {
  const serverSpeaks = (protocol: number) =>
    vi.stubGlobal('fetch', () => Promise.resolve({ json: () => Promise.resolve({ protocol }) }))
  beforeEach(() => Object.assign(upgrade, { gone: '' }))
  afterEach(() => void vi.unstubAllGlobals())

  it('reports it, and stops retrying', async () => {
    serverSpeaks(PROTOCOL + 1)
    listener.message(error('protocol', 'it speaks another'))
    await vi.waitFor(() => expect([upgrade.gone, closed]).toEqual(['updated', true]))
    expect(heard).toEqual([])
  })

  it('is not assumed when hello was late', async () => {
    serverSpeaks(PROTOCOL)
    listener.message(error('protocol', 'expected hello'))
    await new Promise((done) => setTimeout(done))
    expect([upgrade.gone, closed]).toEqual(['', false])
  })
})

describe('a connection', () => {
  it('numbers its messages', () => {
    const one = connection.send({ type: 'analyse' })
    const two = connection.send({ type: 'look', ply: 3 })
    expect(two).not.toBe(one)
    expect(sent).toEqual([
      { type: 'analyse', id: one },
      { type: 'look', ply: 3, id: two },
    ])
    standing = false
    expect(connection.send({ type: 'analyse' })).toBe(-1)
  })

  it('marks the first view of each connection', () => {
    const ready: boolean[] = []
    for (const step of ['view', 'view', 'lost', 'view']) {
      if (step === 'lost') listener.state(false)
      else listener.message(update(viewOf(1)))
      ready.push(connection.ready)
    }
    expect(heard.map(({ first }) => first)).toEqual([true, false, true])
    expect(ready).toEqual([true, true, false, true])
    expect(losses).toBe(1)
  })

  it('shows at once whether it is open', () => {
    const screen = onScreen(() => connection.connected)
    listener.state(false)
    expect(screen.now).toBe(false)
    listener.state(true)
    expect(screen.now).toBe(true)
  })

  it('tells the time of its next attempt', () => {
    const screen = onScreen(() => connection.retryAt)
    listener.waits(1234)
    expect(screen.now).toBe(1234)
  })

  it("shows the server's reason for refusing us, until it accepts", () => {
    listener.message(error('unavailable', 'The store is away.'))
    expect(connection.unready).toBe('The store is away.')
    expect(heard).toEqual([])
    listener.state(true)
    expect(connection.unready).toBe('')
  })

  it('leaves refused requests to their senders', () => {
    listener.message(error('unavailable', 'not now', 7))
    expect(connection.unready).toBe('')
    expect(heard).toHaveLength(1)
  })

  it('gives up if the table does not exist', () => {
    listener.message(error('unknown-table'))
    expect(connection.missing).toBe(true)
    expect(closed).toBe(true)
  })

  it('gives the reason why a table cannot be opened, and gives up', () => {
    listener.message(error('outdated', 'The rules have changed.'))
    expect([connection.outdated, connection.missing]).toEqual(['The rules have changed.', false])
    expect(closed).toBe(true)
    expect(heard).toEqual([])
  })

  it('watches if the seat is no longer ours', () => {
    listener.message(update(viewOf(1)))
    expect(proof()).toEqual({ secret: 'old' })
    listener.message(error('secret', 'not yours'))
    expect([proof(), kept, restarts, connection.ready]).toEqual([{}, '', 1, false])
    expect(heard[1]?.message).toMatchObject({ words: 'not yours' })
  })

  it('uses a newly taken seat, and stores its secret', () => {
    connection.sit('new')
    expect([proof(), kept, restarts]).toEqual([{ secret: 'new' }, 'new', 1])
  })

  it('sits without a secret if the seat belongs to our account', () => {
    kept = ''
    connection.sit('')
    expect([proof(), kept, restarts]).toEqual([{}, '', 1])
    listener.message(update(viewOf(1, { seat: 1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ seat: 1 })
  })

  it('continues with the current seat of a shared device', () => {
    listener.message(update(viewOf(1, { seat: 1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ secret: 'old', seat: 1 })
    listener.message(update(viewOf(1, { seat: -1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ secret: 'old' })
    listener.message(update(viewOf(1, { seat: 1 })))
    expect(proof()).toEqual({ secret: 'old' })
  })

  it('calls its listeners first, as long as they exist', () => {
    const taken: Heard[] = []
    const stop = connection.listen((message) => {
      if (message.type === 'rematch') taken.push(message)
      return message.type === 'rematch'
    })
    listener.message({ type: 'rematch', table: 'a' })
    listener.message({ type: 'pong' })
    stop()
    listener.message({ type: 'rematch', table: 'b' })
    expect(taken).toEqual([{ type: 'rematch', table: 'a' }])
    expect(heard.map(({ message }) => message.type)).toEqual(['pong', 'rematch'])
  })
})
