// The legend of a game, fetched once, and the symbols of a piece in it.

import { api } from '../../net/api'
import type { Face, Piece, LegendEntry } from '../../types'
import { parse } from '../../i18n/richText'

const kept = new Map<string, Promise<LegendEntry[]>>()

/** The legend of a game; if fetching it fails, the next call tries again. */
export function legendOf(game: string): Promise<LegendEntry[]> {
  const known = kept.get(game)
  if (known) return known
  const asked = api.legend(game).then(({ entries }) => entries)
  kept.set(game, asked)
  asked.catch(() => kept.delete(game))
  return asked
}

function iconsIn(words: string): string[] {
  return parse(words).flatMap((token) => (token.kind === 'icon' ? [token.icon] : []))
}

/** Whether an icon's name is that of a family, or begins with it. A star matches any part. */
function belongs(icon: string, family: string): boolean {
  const parts = icon.split('/')
  return family.split('/').every((one, i) => (one === '*' ? i < parts.length : one === parts[i]))
}

/** The entry that explains an icon: one that shows exactly this icon, otherwise the closest family. */
export function meaning(icon: string, entries: readonly LegendEntry[]): LegendEntry | undefined {
  const exact = entries.find(
    (entry) => !entry.family && !entry.place && iconsIn(entry.symbol).includes(icon),
  )
  if (exact) return exact
  const families = entries.flatMap((entry) =>
    (entry.family ?? '')
      .split(' ')
      .filter((name) => name && belongs(icon, name))
      .map((name) => ({ depth: name.split('/').length, entry })),
  )
  return families.sort((one, other) => other.depth - one.depth)[0]?.entry
}

/** The icons on a face, including those in its text. */
export function iconsOn(face: Face): string[] {
  const plain = [face.art, face.badge, ...(face.extra ?? []), ...(face.foot ?? [])]
  const priced = (face.costs ?? []).map((pip) => pip.icon)
  const said = [face.title, face.words, face.short, face.status].flatMap((words) =>
    iconsIn(words ?? ''),
  )
  return [...plain, ...priced, ...said].filter((icon): icon is string => !!icon)
}

/** The contents of a place on a face that an entry explains; empty if it has no such place. */
function shownAt(face: Face, place: string): string {
  const [kind, part] = place.split('/')
  if (face.kind !== kind) return ''
  if (part === 'badge') return face.badge ? `[[${face.badge}]]` : ''
  const pip = face.costs?.[0]
  return pip ? `[[${pip.icon}]] **${pip.value}**` : ''
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text contains a symbol as a separate word. */
function contains(shorthand: string, text: string): boolean {
  return new RegExp(`(^|[^\\p{L}])${escaped(shorthand)}($|[^\\p{L}])`, 'u').test(text)
}

/**
 * The entries for everything on a piece, each once, in the order of the legend. Those about a place show its contents
 * instead of their example.
 */
export function symbolsOn(piece: Piece, entries: readonly LegendEntry[]): LegendEntry[] {
  const { face, tag = '' } = piece
  const found = new Set(iconsOn(face).map((icon) => meaning(icon, entries)))
  const text = face.short ?? ''
  const told = (entry: LegendEntry) =>
    found.has(entry) ||
    (entry.tag && entry.symbol === tag) ||
    (!entry.tag && !entry.family && !iconsIn(entry.symbol).length && contains(entry.symbol, text))
  return entries.flatMap((entry) => {
    if (!entry.place) return told(entry) ? [entry] : []
    const symbol = shownAt(face, entry.place)
    return symbol ? [{ ...entry, symbol }] : []
  })
}
