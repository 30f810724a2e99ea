// The parts of a browser that a connection needs: a window that wakes up, and WebSockets to a server that the test
// plays.

import { vi } from 'vitest'
import type { FromClient, FromServer } from '../../src/types'

type Sent<K extends FromClient['type']> = Extract<FromClient, { type: K }>

/** The page's end of a WebSocket; the test is the other one. */
export class FakeWebSocket {
  static readonly OPEN = 1
  /** All WebSockets that the page has opened; the last one is current. */
  static all: FakeWebSocket[] = []
  readyState = 0
  readonly sent: FromClient[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeWebSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient)
  }

  close(): void {
    this.readyState = 3
    this.onclose?.()
  }

  /** Lets the server accept the connection. */
  accept(): void {
    this.readyState = FakeWebSocket.OPEN
    this.onopen?.()
  }

  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Returns the page's messages of a type. */
  of<K extends FromClient['type']>(type: K): Sent<K>[] {
    return this.sent.filter((message): message is Sent<K> => message.type === type)
  }
}

export class FakeStorage {
  private readonly items = new Map<string, string>()
  getItem = (key: string): string | null => this.items.get(key) ?? null
  setItem = (key: string, value: string): void => void this.items.set(key, value)
  removeItem = (key: string): void => void this.items.delete(key)
}

/** Replaces the browser's globals by the fakes. */
export function stubBrowser(): { document: { hidden: boolean }; wake: (event: string) => void } {
  FakeWebSocket.all = []
  const listeners = new Map<string, Set<() => void>>()
  const target = {
    addEventListener: (event: string, listener: () => void) => {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
    },
    removeEventListener: (event: string, listener: () => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  const document = { ...target, hidden: false, documentElement: { dataset: {} } }
  vi.stubGlobal('innerWidth', 1280)
  vi.stubGlobal('innerHeight', 720)
  vi.stubGlobal('WebSocket', FakeWebSocket)
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here', pathname: '/t/x' })
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, path: string) => (location.pathname = path),
    replaceState: (_: unknown, __: string, path: string) => (location.pathname = path),
  })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('addEventListener', target.addEventListener)
  vi.stubGlobal('removeEventListener', target.removeEventListener)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('sessionStorage', new FakeStorage())
  return { document, wake: (event) => listeners.get(event)?.forEach((listener) => listener()) }
}

/** Returns the connection that the page opened last. */
export function server(): FakeWebSocket {
  return FakeWebSocket.all[FakeWebSocket.all.length - 1]!
}
