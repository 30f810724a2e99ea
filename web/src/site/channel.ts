// A connection to the page's own tables, with the interface of a WebSocket.

import type { Channel } from '../net/host'

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3]

/** The page's side of a connection, which the host opens, feeds and ends. */
export function socketless(send: (text: string) => void, closed: () => void) {
  const channel = {
    readyState: CONNECTING,
    onopen: null,
    onmessage: null,
    onclose: null,
    send,
    close() {
      if (channel.readyState === CLOSED) return
      channel.readyState = CLOSED
      closed()
      channel.onclose?.(new CloseEvent('close'))
    },
  } as Omit<Channel, 'readyState'> & { readyState: number }
  return {
    channel: channel as Channel,
    /** The connection stands. */
    open() {
      channel.readyState = OPEN
      channel.onopen?.(new Event('open'))
    },
    hear(text: string) {
      channel.onmessage?.(new MessageEvent('message', { data: text }))
    },
    /** The tables ended it. */
    lose() {
      channel.readyState = CLOSED
      channel.onclose?.(new CloseEvent('close'))
    },
  }
}
