// The log as it is shown: newest last, as in the chat, under the headings of its groups; lines about the same thing
// form one entry.

import type { Line } from '../../types'

export interface Entry {
  /** The number of its last line, which identifies the entry while no line is added to it. */
  index: number
  words: string
  seat: number | null
  ply: number
  icon: string
}

export interface Group {
  name: string
  entries: Entry[]
}

/** Lines of a group with the same `block` form one entry, at the place of the last of them. */
export function groups(lines: readonly Line[]): Group[] {
  const list: Group[] = []
  let blocks = new Map<string, Entry>()
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!
    const name = line.group ?? ''
    if (list[list.length - 1]?.name !== name) {
      list.push({ name, entries: [] })
      blocks = new Map()
    }
    const block = line.block ? `${line.block}: ` : ''
    const later = block ? blocks.get(block) : undefined
    if (later) {
      later.words = `${line.words}, ${later.words.slice(block.length)}`
      continue
    }
    const entry = {
      index,
      words: line.words,
      seat: line.seat ?? null,
      ply: line.ply,
      icon: line.icon ?? '',
    }
    list[list.length - 1]!.entries.push(entry)
    if (block) blocks.set(block, entry)
  }
  for (const { entries } of list) entries.reverse()
  return list.reverse()
}

/** The lines about one seat, and those about no seat. */
export function linesOf(lines: readonly Line[], seat: number): Line[] {
  return lines.filter((line) => line.seat == null || line.seat === seat)
}

/** What the newest group of the log says about each piece that acted, without the start of its lines. */
export function told(lines: readonly Line[]): Map<string, string> {
  const found = new Map<string, string>()
  const group = lines[lines.length - 1]?.group
  for (const { piece, block, words, group: of } of lines) {
    if (!piece || of !== group) continue
    const does = block && words.startsWith(`${block}: `) ? words.slice(block.length + 2) : words
    const before = found.get(piece)
    found.set(piece, before ? `${before}, ${does}` : does)
  }
  return found
}
