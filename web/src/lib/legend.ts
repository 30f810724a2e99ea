// What the signs of a game mean: its legend, fetched once, and which signs stand on a piece.

import { api } from './api'
import type { Face, Piece, Sign } from './types'
import { parse } from './words'

const kept = new Map<string, Promise<Sign[]>>()

/** The legend of a game; if it cannot be had, whoever asks next asks anew. */
export function legendOf(game: string): Promise<Sign[]> {
  const known = kept.get(game)
  if (known) return known
  const asked = api.signs(game).then(({ signs }) => signs)
  kept.set(game, asked)
  asked.catch(() => kept.delete(game))
  return asked
}

function iconsIn(words: string): string[] {
  return parse(words).flatMap((token) => (token.kind === 'icon' ? [token.icon] : []))
}

/** Whether an icon has the name of a family, or one that begins with it; a star is any part. */
function belongs(icon: string, family: string): boolean {
  const parts = icon.split('/')
  return family.split('/').every((one, i) => (one === '*' ? i < parts.length : one === parts[i]))
}

/** The sign that explains an icon: one that shows just that, or else the nearest of its families. */
export function meaning(icon: string, signs: readonly Sign[]): Sign | undefined {
  const exact = signs.find((sign) => !sign.family && iconsIn(sign.sign).includes(icon))
  if (exact) return exact
  const families = signs.flatMap((sign) =>
    (sign.family ?? '')
      .split(' ')
      .filter((name) => name && belongs(icon, name))
      .map((name) => ({ depth: name.split('/').length, sign })),
  )
  return families.sort((one, other) => other.depth - one.depth)[0]?.sign
}

/** The icons on a face, in its words too. */
export function iconsOn(face: Face): string[] {
  const plain = [face.art, face.badge, ...(face.extra ?? []), ...(face.foot ?? [])]
  const priced = (face.costs ?? []).map((pip) => pip.icon)
  const said = [face.title, face.words, face.short, face.status].flatMap((words) =>
    iconsIn(words ?? ''),
  )
  return [...plain, ...priced, ...said].filter((icon): icon is string => !!icon)
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether shorthand stands in a text as a word of its own. */
function stands(shorthand: string, text: string): boolean {
  return new RegExp(`(^|[^\\p{L}])${escaped(shorthand)}($|[^\\p{L}])`, 'u').test(text)
}

/** The signs that stand on a piece, each once, in the order of the legend. */
export function signsOn(piece: Piece, signs: readonly Sign[]): Sign[] {
  const { face, tag = '' } = piece
  const found = new Set(iconsOn(face).map((icon) => meaning(icon, signs)))
  const text = face.short ?? ''
  return signs.filter(
    (sign) =>
      found.has(sign) ||
      (sign.tag && sign.sign === tag) ||
      (!sign.tag && !sign.family && !iconsIn(sign.sign).length && stands(sign.sign, text)),
  )
}
