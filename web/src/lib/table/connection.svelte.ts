// The connection to one table: whether there is one, whose seat it speaks for, and what comes
// over it.

import type { Proof } from '../socket'
import type { FromClient, FromServer } from '../types'

type Failure = Extract<FromServer, { type: 'error' }>

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** What a page can send: the link greets and beats by itself, and numbers are given here. */
export type Request = DistributiveOmit<Exclude<FromClient, { type: 'hello' | 'ping' }>, 'id'>

/** What carries the messages, and mends itself when it breaks. */
export interface Link {
  send(message: FromClient): boolean
  restart(): void
  close(): void
}

export type Connect = (
  proof: () => Proof,
  listener: { message(message: FromServer): void; state(connected: boolean): void },
) => Link

/** Where the secret lies that proves that a seat is ours. */
export interface Keyring {
  secret(): string
  keep(secret: string): void
  drop(): void
}

interface Handlers {
  /** `first`: this is the first view since we connected, with the whole log. */
  message(message: FromServer, first: boolean): void
  lost(): void
}

export class Connection {
  /** Whether there is a connection, and the server has let us in. */
  connected = $state(true)
  /** Why the server cannot let us in just now, in its words. */
  unready = $state('')
  /** Whether the server knows no such table. */
  missing = $state(false)
  secret = $state('')
  /** Which of several seats with our secret is shown here; -1 for none, or where we have but one. */
  seat = -1
  /** Whether this connection has shown how the table stands: what was on its way before is settled. */
  ready = false

  private readonly link: Link
  private readonly listeners = new Set<(message: FromServer) => boolean>()
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
    })
  }

  /** Sends a request and returns its number, which the answer bears; -1 without a connection. */
  send(request: Request): number {
    const id = this.number++
    return this.link.send({ ...request, id }) ? id : -1
  }

  /** Messages go to the listeners first; whoever returns true has taken one. Returns how to stop. */
  listen(take: (message: FromServer) => boolean): () => void {
    this.listeners.add(take)
    return () => void this.listeners.delete(take)
  }

  /** Speaks for the seat with this secret from now on. */
  sit(secret: string): void {
    this.keyring.keep(secret)
    this.secret = secret
    this.restart()
  }

  close(): void {
    this.link.close()
  }

  private proof(): Proof {
    const seat = this.seat < 0 ? {} : { seat: this.seat }
    return this.secret ? { secret: this.secret, ...seat } : {}
  }

  private restart(): void {
    this.ready = false
    this.link.restart()
  }

  private turn(connected: boolean): void {
    this.connected = connected
    if (connected) {
      this.unready = ''
      return
    }
    this.ready = false
    this.handlers.lost()
  }

  private receive(message: FromServer): void {
    for (const take of this.listeners) if (take(message)) return
    if (message.type === 'error' && this.concerns(message)) return
    if (message.type === 'update') this.seat = message.yours ? message.view.seat : -1
    const first = message.type === 'update' && !this.ready
    if (first) this.ready = true
    this.handlers.message(message, first)
  }

  /** Whether an error is about the connection alone, which then shows it. */
  private concerns(error: Failure): boolean {
    if (error.code === 'unavailable' && error.id === undefined) {
      this.unready = error.words
      return true
    }
    if (error.code === 'unknown-table') {
      this.missing = true
      this.link.close()
      return true
    }
    if (error.code === 'secret') {
      // A seat that is not ours any more: watch instead of asking forever.
      this.keyring.drop()
      this.secret = ''
      this.restart()
    }
    return false
  }
}
