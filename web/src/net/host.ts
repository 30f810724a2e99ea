// What answers the client: a server or, in a page without one, the page's own tables.

import { BASE } from './base'

/** The answer to a call. */
export interface Answer {
  status: number
  /** Whether the text is JSON. */
  json: boolean
  text: string
}

/** A connection to a table or a puzzle, as far as a WebSocket is used. */
export interface Channel {
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(text: string): void
  close(): void
}

/** The kinds of files of a module. */
export type ModuleFile = 'wasm' | 'json' | 'weights'

export interface Host {
  /** Whether a connection can break without an event, as with a network. */
  remote: boolean
  /** Calls a path below `/api`. Rejects if there is no answer. */
  call(path: string, body?: string, secret?: string): Promise<Answer>
  /** Opens a connection to a path below `/api`. */
  connect(path: string): Channel
  /** A file of the module of a game. Rejects if it cannot be had. */
  moduleFile(game: string, digest: string, kind: ModuleFile): Promise<ArrayBuffer>
  /** Asks for something that only the present version has. Rejects if there is no answer. */
  health(): Promise<Response>
}

/** The address of a socket. */
export const socketPath = (path: string): string => `${BASE}/api/${path}/ws`

const server: Host = {
  remote: true,
  async call(path, body, secret) {
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (secret) headers['Authorization'] = `Bearer ${secret}`
    const answer = await fetch(`${BASE}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const json = answer.headers.get('Content-Type')?.includes('json') ?? false
    return { status: answer.status, json, text: await answer.text() }
  },
  connect(path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    return new WebSocket(`${scheme}://${location.host}${socketPath(path)}`)
  },
  async moduleFile(game, digest, kind) {
    const path = `${BASE}/api/modules/${encodeURIComponent(game)}/${encodeURIComponent(digest)}/${kind}`
    const answer = await fetch(path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.arrayBuffer()
  },
  health: () => fetch(`${BASE}/api/health`, { cache: 'no-store' }),
}

let present = server

export const host = (): Host => present

/** Has another host answer from now on. */
export function useHost(other: Host): void {
  present = other
}
