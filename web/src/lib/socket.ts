// One WebSocket to a table, made again whenever it breaks.

import { PROTOCOL, type FromClient, type FromServer } from './types'

export interface Listener {
  message(message: FromServer): void
  /** `fresh` is true before the first message of a connection. */
  state(connected: boolean): void
}

/** Seconds between attempts, with some chance so that many clients do not come at once. */
function backoff(attempt: number, chance: number): number {
  return Math.min(15, 0.4 * 2 ** attempt) * (0.7 + 0.6 * chance)
}

export class Socket {
  private socket: WebSocket | null = null
  private attempt = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private closed = false

  constructor(
    private readonly table: string,
    private readonly secret: () => string,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
    this.open()
  }

  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Connects anew, as after taking a seat. */
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
    const old = this.socket
    this.socket = null
    old?.close()
  }

  private readonly hurry = () => {
    if (this.timer === null || document.hidden) return
    clearTimeout(this.timer)
    this.open()
  }

  private open(): void {
    this.timer = null
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/ws`)
    this.socket = socket
    socket.onopen = () => {
      const secret = this.secret()
      this.send({ type: 'hello', protocol: PROTOCOL, ...(secret ? { secret } : {}) })
    }
    socket.onmessage = (event) => {
      if (this.socket !== socket) return
      this.attempt = 0
      this.listener.state(true)
      this.listener.message(JSON.parse(String(event.data)) as FromServer)
    }
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return
      this.socket = null
      this.listener.state(false)
      this.timer = setTimeout(() => this.open(), backoff(this.attempt++, Math.random()) * 1000)
    }
  }
}
