// Gems and the tokens that show them: facets computed from the outline, lit from the top left.

import { hueOf, mix, shade, type Hue } from './color'
import { drawing, type Drawing, type Families } from './drawing'
import { CUTS, path, type Point } from './shapes'

const LEVELS = 6

/** Paths by shade: facets of the same shade share one path, so a gem has only a few elements. */
function facets(outline: readonly Point[], inner: number, lift: number): string[] {
  const levels: string[] = Array(LEVELS).fill('')
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]]
    const length = Math.hypot(nx, ny) || 1
    const lit = (-nx * 0.5 - ny * 0.85) / length
    const level = Math.min(
      LEVELS - 1,
      Math.max(0, Math.round(((lit + 1) / 2) * (LEVELS - 1) + lift)),
    )
    const c: Point = [b[0] * inner, b[1] * inner]
    const d: Point = [a[0] * inner, a[1] * inner]
    levels[level] += path(inner > 0 ? [a, b, c, d] : [a, b, [0, 0.06]], 46, 50, 50)
  })
  return levels
}

function body(
  outline: readonly Point[],
  colours: Hue,
  cut: string,
  line: string,
  width: number,
): string {
  const star = cut === 'star'
  const inner = star ? 0 : cut === 'triangle' ? 0.5 : 0.6
  const fills = facets(outline, inner, 0)
    .map((d, level) => d && `<path d="${d}" fill="${shade(colours, level / (LEVELS - 1))}"/>`)
    .join('')
  const table = outline.map(([x, y]) => [x * inner, y * inner] as const)
  const glint = outline
    .filter((_, i) => i < outline.length / 2 + 1)
    .map(([x, y]) => [x * inner, y * inner] as const)
  const top = star
    ? ''
    : `<path d="${path(table, 46, 50, 50)}" fill="${shade(colours, 0.58)}"/>` +
      `<path d="${path(glint, 46, 50, 50)}" fill="#fff" opacity=".1"/>`
  return (
    fills +
    top +
    `<path d="${path(outline, 46, 50, 50)}" fill="none" stroke="${line}" stroke-width="${width}" stroke-linejoin="round"/>`
  )
}

export function gem(hue: string, cut: string): string {
  const colours = hueOf(hue)
  return body(CUTS[cut] ?? CUTS['round']!, colours, cut, colours.edge, hue === 'black' ? 6 : 3)
}

/** A gem behind the numbers of a card: large and muted, in the card's tones. */
export function jewel(hue: string, cut: string): string {
  const h = hueOf(hue)
  const calm: Hue = {
    light: mix(h.card, h.light, hue === 'black' ? 0.35 : 0.5),
    mid: mix(h.card, h.mid, hue === 'black' ? 0.8 : 0.62),
    dark: mix(h.card, h.dark, 0.45),
    edge: h.edge,
    card: h.card,
  }
  const turn = cut === 'square' ? 12 : cut === 'hexagon' ? -8 : cut === 'triangle' ? -6 : 0
  const line = hue === 'black' ? '#69727f' : mix(h.card, h.light, 0.45)
  return `<g transform="rotate(${turn} 50 50)">${body(CUTS[cut] ?? CUTS['round']!, calm, cut, line, 1.5)}</g>`
}

/** A token: rim in the gem's colour, dark inner line, the gem within. */
function token(hue: string, cut: string): Drawing {
  const h = hueOf(hue)
  const rim = hue === 'black' ? '#8b95a4' : hue === 'white' ? '#f4f7fa' : h.mid
  return drawing(
    100,
    100,
    `<circle cx="50" cy="50" r="49" fill="${mix(rim, '#000000', 0.55)}"/><circle cx="50" cy="50" r="47" fill="${rim}"/>` +
      `<circle cx="50" cy="50" r="40" fill="${mix(rim, '#000000', 0.62)}"/><circle class="token-ground" cx="50" cy="50" r="38"/>` +
      `<g transform="translate(23 23) scale(.54)">${gem(hue, cut)}</g>`,
  )
}

export const families: Families = {
  gem: (hue = '', cut = '') => drawing(100, 100, gem(hue, cut)),
  jewel: (hue = '', cut = '') => drawing(100, 100, jewel(hue, cut)),
  token: (hue = '', cut = 'round') => token(hue, cut),
}
