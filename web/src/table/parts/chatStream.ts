// The lines of a chat: messages and, between them, the moves to which they belong in time.

import { TALK } from '../layout/placement'
import { groups } from '../state/log'
import type { ChatMessage, Layout, Line, Reaction, View } from '../../types'

export type Shown =
  | { kind: 'group'; key: string; words: string }
  | {
      kind: 'move'
      key: string
      words: string
      seat: number | null
      ply: number
      /** Whether it is the last line about its move, which shows the reactions. */
      last: boolean
      reactions: Reaction[]
    }
  | { kind: 'message'; key: string; message: ChatMessage }

/** The number of log lines that a chat shows. */
const MOST = 150

/** The minimum height of a log with room for a chat, in design units. */
const ROOMY = 190

/** Messages between the moves of the log, the newest last. */
export function stream(
  lines: readonly Line[],
  messages: readonly ChatMessage[],
  reactions: readonly Reaction[],
): Shown[] {
  const said = [...messages]
  const shown: Shown[] = []
  const saidBefore = (ply: number) => {
    while (said.length && said[0]!.ply < ply) shown.push(bubble(said.shift()!))
  }
  for (const { name, entries: moves } of groups(lines)) {
    saidBefore(moves[0]!.ply)
    if (name) shown.push({ kind: 'group', key: `g${moves[0]!.index}`, words: name })
    moves.forEach(({ index, words, seat, ply }, i) => {
      saidBefore(ply)
      const last = moves[i + 1]?.ply !== ply
      const own = last ? reactions.filter((each) => each.ply === ply) : []
      shown.push({ kind: 'move', key: `m${index}`, words, seat, ply, last, reactions: own })
    })
  }
  saidBefore(Infinity)
  return shown.slice(-MOST)
}

function bubble(message: ChatMessage): Shown {
  return { kind: 'message', key: `c${message.number}`, message }
}

/** Whether the log of a layout is high enough to show a chat in its place. */
export function fitsLog(view: View | null, layout: Layout | null): boolean {
  return fits(view, layout?.areas)
}

/** Whether a layout has a page for talking, in which the log is high enough to show a chat in its place. */
export function makesRoom(view: View | null, layout: Layout | null): boolean {
  return fits(view, layout?.pages?.[TALK])
}

function fits(view: View | null, areas: Layout['areas'] | undefined): boolean {
  const log = view?.parts.find((each) => each.part === 'log')
  const area = log && areas?.[log.area]
  return !!area && area[3] >= ROOMY
}
