// Backgrounds of cards, the backs of face-down ones, and cards as small symbols.

import { HUES, hueOf, mix, seeded } from './color'
import { drawing, type Drawing, type Families } from './drawing'
import { gem } from './gems'
import { families as icons } from './icons'
import { cog, path, circle, type Point } from './shapes'

/** A background of facets, slightly lighter towards the top. */
export function ground(hue: string, variant: string): string {
  const h = hueOf(hue)
  const random = seeded(hue + variant)
  const [columns, rows, w, h2] = [4, 5, 112, 138]
  const points: Point[][] = []
  for (let r = 0; r <= rows; r++)
    points.push(
      Array.from({ length: columns + 1 }, (_, c): Point => {
        const jitter = () => (random() - 0.5) * 0.75
        const x = c === 0 || c === columns ? c : c + jitter()
        const y = r === 0 || r === rows ? r : r + jitter()
        return [(x / columns) * w, (y / rows) * h2]
      }),
    )
  const shades: string[] = Array(6).fill('')
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const [a, b, d, e] = [
        points[r]![c]!,
        points[r]![c + 1]!,
        points[r + 1]![c + 1]!,
        points[r + 1]![c]!,
      ]
      const halves =
        random() < 0.5
          ? [
              [a, b, d],
              [a, d, e],
            ]
          : [
              [a, b, e],
              [b, d, e],
            ]
      for (const half of halves) {
        const level = Math.floor(random() * 4 + (1 - r / rows) * 2)
        shades[Math.min(5, level)] += path(half)
      }
    }
  const low = mix(h.card, hue === 'white' ? '#5d6a80' : h.dark, 0.55)
  const high = mix(h.card, h.light, 0.2)
  return (
    `<path d="M0 0H112V138H0Z" fill="${h.card}"/>` +
    shades
      .map(
        (d, i) =>
          d &&
          `<path d="${d}" fill="${i < 3 ? mix(low, h.card, i / 3) : mix(h.card, high, (i - 2) / 3)}"/>`,
      )
      .join('')
  )
}

/** The light of a hue behind a figure: rays from the middle, and darker edges. */
function lit(hue: string): string {
  const h = hueOf(hue)
  const id = `lit-${hue || 'gray'}`
  const rays = Array.from({ length: 12 }, (_, i) => {
    const [a, b] = [(i / 12) * Math.PI * 2, ((i + 0.5) / 12) * Math.PI * 2]
    return path(
      [
        [0, 0],
        [Math.cos(a) * 130, Math.sin(a) * 130],
        [Math.cos(b) * 130, Math.sin(b) * 130],
      ],
      1,
      56,
      62,
    )
  }).join('')
  return (
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="56" cy="56" r="92"><stop stop-color="${mix(h.mid, h.light, hue === 'black' ? 0.25 : 0.1)}"/><stop offset="1" stop-color="${mix(h.card, h.dark, 0.7)}"/></radialGradient>` +
    `<path d="M0 0H112V138H0Z" fill="url(#${id})"/><path d="${rays}" fill="#fff" opacity=".08"/>`
  )
}

const BACKS = ['#2e3947', '#26303f', '#28282f', '#33291f']

/** The background of a back: `level` 1 to 3 goes from cool to warm, and has one to three dots. */
export function back(level: number): string {
  const base = BACKS[Math.min(3, Math.max(0, level))]!
  const line = mix(base, HUES['brass']!.mid, 0.45)
  const wheel = mix(base, HUES['brass']!.mid, 0.22)
  return (
    `<path d="M0 0H112V138H0Z" fill="${base}"/>` +
    `<path d="M96 138a30 30 0 0 1 16-30v30Z" fill="${wheel}" opacity=".5"/>` +
    `<path d="M8 8H104V130H8Z" fill="none" stroke="${line}" stroke-width="1.2"/>` +
    `<path fill-rule="evenodd" d="${path(cog(14, 46, 38), 1, 56, 62)}${circle(56, 62, 17)}" fill="${wheel}"/>`
  )
}

/** A card as a symbol: its hue and the gem it gives. */
function sign(hue: string, cut: string): Drawing {
  const { card, light } = hueOf(hue)
  return drawing(
    88,
    100,
    `<rect x="8" y="1" width="72" height="98" rx="10" fill="${card}" stroke="${light}" stroke-width="5"/>` +
      `<g transform="translate(16 22) scale(.56)">${gem(hue, cut)}</g>`,
  )
}

function dots(count: number): Drawing {
  let body = ''
  for (let i = 0; i < count; i++)
    body += `<rect x="${i * 11}" y="0" width="8" height="8" rx="1.5" fill="${HUES['brass']!.mid}"/>`
  return drawing(Math.max(1, count * 11 - 3), 8, body)
}

export const families: Families = {
  ground: (hue = '', variant = '') => drawing(112, 138, ground(hue, variant)),
  lit: (hue = '') => drawing(112, 138, lit(hue)),
  back: (level = '') => drawing(112, 138, back(Number(level))),
  card: (hue = '', cut = '') => (hue ? sign(hue, cut) : icons['card']!()),
  dots: (count = '') => dots(Number(count) || 0),
}
