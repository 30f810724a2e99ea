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

  it('says so, and asks no more', async () => {
    serverSpeaks(PROTOCOL + 1)
    listener.message(error('protocol', 'it speaks another'))
    await vi.waitFor(() => expect([upgrade.gone, closed]).toEqual(['updated', true]))
    expect(heard).toEqual([])
  })

  it('is not meant when hello was late', async () => {
    serverSpeaks(PROTOCOL)
    listener.message(error('protocol', 'expected hello'))
    await new Promise((done) => setTimeout(done))
    expect([upgrade.gone, closed]).toEqual(['', false])
  })
})

describe('a connection', () => {
  it('numbers what it sends', () => {
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

  it('says which view is the first since it stands: after a loss there is another first', () => {
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

  it('shows at once whether it stands', () => {
    const screen = onScreen(() => connection.connected)
    listener.state(false)
    expect(screen.now).toBe(false)
    listener.state(true)
    expect(screen.now).toBe(true)
  })

  it('says when it tries again', () => {
    const screen = onScreen(() => connection.retryAt)
    listener.waits(1234)
    expect(screen.now).toBe(1234)
  })

  it('says why the server cannot let us in, until it does', () => {
    listener.message(error('unavailable', 'The store is away.'))
    expect(connection.unready).toBe('The store is away.')
    expect(heard).toEqual([])
    listener.state(true)
    expect(connection.unready).toBe('')
  })

  it('leaves to others what was asked for and cannot be had', () => {
    listener.message(error('unavailable', 'not now', 7))
    expect(connection.unready).toBe('')
    expect(heard).toHaveLength(1)
  })

  it('gives up where there is no such table', () => {
    listener.message(error('unknown-table'))
    expect(connection.missing).toBe(true)
    expect(closed).toBe(true)
  })

  it('says why a table cannot be opened, and gives up', () => {
    listener.message(error('outdated', 'The rules have changed.'))
    expect([connection.outdated, connection.missing]).toEqual(['The rules have changed.', false])
    expect(closed).toBe(true)
    expect(heard).toEqual([])
  })

  it('watches where the seat is not ours any more', () => {
    listener.message(update(viewOf(1)))
    expect(proof()).toEqual({ secret: 'old' })
    listener.message(error('secret', 'not yours'))
    expect([proof(), kept, restarts, connection.ready]).toEqual([{}, '', 1, false])
    expect(heard[1]?.message).toMatchObject({ words: 'not yours' })
  })

  it('speaks for the seat that was taken, and keeps its secret', () => {
    connection.sit('new')
    expect([proof(), kept, restarts]).toEqual([{ secret: 'new' }, 'new', 1])
  })

  it('sits without a secret where the seat is our account’s', () => {
    kept = ''
    connection.sit('')
    expect([proof(), kept, restarts]).toEqual([{}, '', 1])
    listener.message(update(viewOf(1, { seat: 1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ seat: 1 })
  })

  it('goes on with the seat that had the device, where several share it', () => {
    listener.message(update(viewOf(1, { seat: 1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ secret: 'old', seat: 1 })
    listener.message(update(viewOf(1, { seat: -1 }), { yours: [0, 1] }))
    expect(proof()).toEqual({ secret: 'old' })
    listener.message(update(viewOf(1, { seat: 1 })))
    expect(proof()).toEqual({ secret: 'old' })
  })

  it('asks those who listen first, as long as they do', () => {
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
