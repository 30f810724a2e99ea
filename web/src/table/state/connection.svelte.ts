// The connection to one table: its state, its seat, and its messages.

import type { Heard, Listener, Proof } from '../../net/socket'
import type { FromClient } from '../../types'
import { isOutdated, upgrade } from '../../net/upgrade.svelte'
import { Outage } from './outage.svelte'

type Failure = Extract<Heard, { type: 'error' }>

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** The messages that a page can send. The link sends hello and pings by itself; ids are added here. */
export type Request = DistributiveOmit<Exclude<FromClient, { type: 'hello' | 'ping' }>, 'id'>

/** Transports the messages, and reconnects when the connection breaks. */
export interface Link {
  send(message: FromClient): boolean
  restart(): void
  /** Stops waiting for the next attempt. */
  hurry(): void
  close(): void
}

export type Connect = (proof: () => Proof, listener: Listener) => Link

/** Stores the secret that proves that a seat is ours. */
interface Keyring {
  secret(): string
  keep(secret: string): void
  drop(): void
}

interface Handlers {
  /** `first`: this is the first view since we connected, with the whole log. */
  message(message: Heard, first: boolean): void
  lost(): void
}

export class Connection {
  /** Whether there is a connection and the server has accepted it. */
  connected = $state(true)
  /** The time of the next connection attempt, like `Date.now()`; 0 while one is in progress. */
  retryAt = $state(0)
  /** The text about a lost connection. */
  readonly outage = new Outage()
  /** The server's reason for refusing the connection. */
  unready = $state('')
  /** Whether the server answers, but WebSockets don't get through. */
  blocked = $state(false)
  /** Whether the server does not know this table. */
  missing = $state(false)
  /** The server's reason why it cannot open the table: it needs rules that the server does not have. */
  outdated = $state('')
  secret = $state('')
  /** The seat shown here, if several have our secret; -1 for none, or if we have only one. */
  seat = -1
  /** Whether this connection has received a view, which answers everything sent before. */
  ready = false

  private readonly link: Link
  private readonly listeners = new Set<(message: Heard) => boolean>()
  private number = 1

  constructor(
    connect: Connect,
    private readonly keyring: Keyring,
    private readonly handlers: Handlers,
  ) {
    this.secret = keyring.secret()
    this.link = connect(() => this.proof(), {
      message: (message) => this.receive(message),
      state: (connected) => this.turn(connected),
      waits: (until) => (this.retryAt = until),
      blocked: (blocked) => (this.blocked = blocked),
    })
  }

  /** Sends a request and returns its id, which the answer repeats; -1 without a connection. */
  send(request: Request): number {
    const id = this.number++
    return this.link.send({ ...request, id }) ? id : -1
  }

  /** Adds a listener, which returns true if it has handled the message. Returns a function that removes it. */
  listen(take: (message: Heard) => boolean): () => void {
    this.listeners.add(take)
    return () => void this.listeners.delete(take)
  }

  /** Reconnects for the seat that is ours now: with this secret or, if it is empty, by our account. */
  sit(secret: string): void {
    if (secret) this.keyring.keep(secret)
    this.secret = secret
    this.restart()
  }

  /** Tries to connect at once. */
  hurry(): void {
    this.link.hurry()
  }

  close(): void {
    this.outage.close()
    this.link.close()
  }

  private proof(): Proof {
    const seat = this.seat < 0 ? {} : { seat: this.seat }
    return this.secret ? { secret: this.secret, ...seat } : seat
  }

  private restart(): void {
    this.ready = false
    this.link.restart()
  }

  private turn(connected: boolean): void {
    this.connected = connected
    this.outage.turn(connected)
    if (connected) {
      this.unready = ''
      return
    }
    this.ready = false
    this.handlers.lost()
  }

  private receive(message: Heard): void {
    for (const take of this.listeners) if (take(message)) return
    if (message.type === 'error' && this.concerns(message)) return
    if (message.type === 'update') this.seat = message.yours ? message.view.seat : -1
    const first = message.type === 'update' && !this.ready
    if (first) this.ready = true
    this.handlers.message(message, first)
  }

  /** Whether an error concerns the connection itself, which then shows it. */
  private concerns(error: Failure): boolean {
    const unseen = error.code === 'internal' && !this.ready // the server cannot make our view
    if ((error.code === 'unavailable' || unseen) && error.id === undefined) {
      this.unready = error.words
      return true
    }
    if (error.code === 'outdated') {
      this.outdated = error.words
      this.link.close()
      return true
    }
    if (['protocol', 'malformed'].includes(error.code) && error.id === undefined) {
      // This page may be from before an update; otherwise hello was late, and the link tries again.
      void isOutdated().then((outdated) => {
        if (!outdated) return
        upgrade.gone = 'updated'
        this.link.close()
      })
      return true
    }
    if (error.code === 'unknown-table') {
      this.missing = true
      this.link.close()
      return true
    }
    if (error.code === 'secret') {
      // The seat is no longer ours: watch instead of retrying forever.
      this.keyring.drop()
      this.secret = ''
      this.restart()
    }
    return false
  }
}
