// A connection to a table, or to a puzzle, that is made again when it breaks or falls silent.

import { host, socketPath, type Channel } from './host'
import { PatchedView } from './viewPatch'
import { Heartbeat } from './heartbeat'
import { pause } from './backoff'
import { PROTOCOL, type FromClient, type FromServer } from '../types'

/** The messages that listeners get, with each view in full. */
export type Heard = Exclude<FromServer, { type: 'changed' }>

/** The proof that a seat is ours, and which of several seats is shown here. */
export interface Proof {
  secret?: string
  seat?: number
}

export interface Listener {
  message(message: Heard): void
  /** Whether there is a connection and the server has accepted it. */
  state(connected: boolean): void
  /** The time of the next attempt, like `Date.now()`; 0 while one is in progress. */
  waits(until: number): void
  /** Whether the server answers, but WebSockets don't get through. */
  blocked?(blocked: boolean): void
}

/** The address of a table's socket. */
export const toTable = (table: string): string => `tables/${encodeURIComponent(table)}`

/** The state of a connection that is open, as of a WebSocket. */
const OPEN = 1

export class Socket {
  private socket: Channel | null = null
  private attempt = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private closed = false
  /** Whether the current connection was opened. */
  private opened = false
  /** Whether the server has answered a request since a WebSocket failed. */
  private answered = false
  private readonly host = host()
  private readonly heartbeat = new Heartbeat(
    () => this.send({ type: 'ping' }),
    () => this.lose(),
  )

  constructor(
    private readonly path: string,
    private readonly proof: () => Proof,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
    this.open()
  }

  send(message: FromClient): boolean {
    if (this.socket?.readyState !== OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Reconnects, for example after taking a seat. */
  restart(): void {
    this.attempt = 0
    this.drop()
    this.open()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    this.drop()
  }

  private drop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.heartbeat.stop()
    const old = this.socket
    this.socket = null
    old?.close()
  }

  /** Called when the connection is lost: tries again after a pause. */
  private lose(): void {
    if (!this.opened && this.host.remote) this.doubt()
    this.drop()
    this.listener.state(false)
    const wait = pause(this.attempt++, Math.random()) * 1000
    this.timer = setTimeout(() => this.open(), wait)
    this.listener.waits(Date.now() + wait)
  }

  /**
   * A WebSocket failed. If the server answers a request nevertheless, and the next WebSocket fails too, something on
   * the way blocks WebSockets.
   */
  private doubt(): void {
    if (this.answered) return this.listener.blocked?.(true)
    if (this.attempt === 0) return
    const take = (response: Response) => (this.answered ||= response.status === 426)
    fetch(socketPath(this.path)).then(take, () => undefined)
  }

  /** The page is visible or the network is back: connects at once, or checks the connection. */
  readonly hurry = () => {
    if (document.hidden) return
    if (this.timer === null) return this.heartbeat.probe()
    clearTimeout(this.timer)
    this.open()
  }

  private open(): void {
    this.timer = null
    this.listener.waits(0)
    const socket = this.host.connect(this.path)
    this.socket = socket
    this.opened = false
    if (this.host.remote) this.heartbeat.start()
    socket.onopen = () => {
      this.opened = true
      this.answered = false
      this.listener.blocked?.(false)
      this.send({ type: 'hello', protocol: PROTOCOL, keeps: true, ...this.proof() })
    }
    let welcome = false
    const kept = new PatchedView()
    socket.onmessage = (event) => {
      if (this.socket !== socket) return
      this.heartbeat.hear()
      const message = kept.whole(JSON.parse(String(event.data)) as FromServer)
      if (!message) return this.lose()
      // An error instead of the table: the server is there but refuses us, so don't retry sooner.
      if (message.type === 'update' && !welcome) {
        welcome = true
        this.attempt = 0
        this.listener.state(true)
      }
      this.listener.message(message)
    }
    socket.onclose = () => {
      if (this.socket === socket && !this.closed) this.lose()
    }
  }
}
