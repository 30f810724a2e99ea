// Colours of things on the table: the same in both themes, because they are objects and not text.

export interface Hue {
  light: string
  mid: string
  dark: string
  edge: string
  /** The background of a card with this hue. */
  card: string
}

const hue = (light: string, mid: string, dark: string, edge: string, card: string): Hue => ({
  light,
  mid,
  dark,
  edge,
  card,
})

export const HUES: Record<string, Hue> = {
  white: hue('#ffffff', '#e3e9f0', '#a3b0c1', '#7d8a9c', '#8f9cb1'),
  blue: hue('#8fc0ff', '#3f86e4', '#1e52ab', '#12326e', '#2459b4'),
  green: hue('#84dfac', '#2fa868', '#156f42', '#0b4526', '#1f7a48'),
  red: hue('#ff9d8f', '#dc473d', '#97201c', '#5e100f', '#b03a33'),
  black: hue('#7c8698', '#3b414e', '#1e222a', '#a3acbd', '#353b48'),
  gold: hue('#ffe6ad', '#e6b450', '#a5731b', '#6b450a', '#8f6a22'),
  yellow: hue('#fff2a6', '#f4cd36', '#b38a12', '#6f5206', '#a78a1c'),
  orange: hue('#ffc993', '#ee8636', '#a94e17', '#6b2e0a', '#b0622a'),
  purple: hue('#d0acff', '#9a60e2', '#5d309f', '#381a66', '#6a3fa8'),
  gray: hue('#e2e7ed', '#a6b0bf', '#687384', '#434c5a', '#596473'),
  teal: hue('#93e4e0', '#35aaa6', '#176b6c', '#0b3f41', '#1d7476'),
  pink: hue('#ffb9d6', '#e2719f', '#9c3b66', '#611c3c', '#a84a75'),
  brown: hue('#e0b48a', '#a8723f', '#693f1b', '#3d220b', '#7a5128'),
  slate: hue('#93a3ba', '#56657b', '#2c3645', '#1c2430', '#2d394a'),
  lit: hue('#ffe9b8', '#f0c878', '#b98428', '#6b450a', '#dcaa4c'),
  brass: hue('#ffe3a3', '#d9a441', '#8f661c', '#5a3d0a', '#4a3818'),
}

export function hueOf(name: string): Hue {
  return HUES[name] ?? HUES['gray']!
}

function channels(hex: string): [number, number, number] {
  const n = parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

/** A colour between two, `part` of the way to the second. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)]
  const c = a.map((value, i) => Math.round(value + (b[i]! - value) * part))
  return '#' + c.map((value) => value.toString(16).padStart(2, '0')).join('')
}

/** A colour from dark to light through the hue, for a `level` from 0 to 1. */
export function shade(h: { light: string; mid: string; dark: string }, level: number): string {
  const at = Math.min(1, Math.max(0, level))
  return at < 0.5 ? mix(h.dark, h.mid, at * 2) : mix(h.mid, h.light, at * 2 - 1)
}

/** Whether dark text is more readable on a colour than white text. */
export function isLight(hex: string): boolean {
  const [r, g, b] = channels(hex).map((value) => (value / 255) ** 2.2) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2
}

/** The colour that darkens backgrounds. */
export const NIGHT = '#10141b'
export const DEEP = '#0e1117'

/** The backgrounds of raised panels, and how strongly a seat's colour tints them behind its name. */
export const SEAT_GROUND = { light: '#f6efe0', dark: '#222a36' }
export const SEAT_TINT = 0.16
/** The minimum contrast of small text (WCAG 2.2, criterion 1.4.3), plus a margin for rounding. */
const READABLE = 4.6

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) =>
    value > 10 ? ((value / 255 + 0.055) / 1.055) ** 2.4 : value / 3294.6,
  ) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (more + 0.05) / (less + 0.05)
}

/** The colour of a seat with a hue: light or dark enough for its name to be readable on a tint. */
export function seatColor(hue: Hue, theme: 'light' | 'dark'): string {
  const start = theme === 'light' ? mix(hue.mid, hue.dark, 0.55) : mix(hue.mid, hue.light, 0.5)
  let color = start
  for (
    let step = 1;
    step <= 20 && contrast(color, mix(SEAT_GROUND[theme], color, SEAT_TINT)) < READABLE;
    step++
  )
    color = mix(start, theme === 'light' ? '#000000' : '#ffffff', step / 20)
  return color
}

/** Reproducible pseudo-random numbers from a word, so that the same data draws the same picture. */
export function seeded(seed: string): () => number {
  let h = 2166136261
  for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619)
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507)
    h = Math.imul(h ^ (h >>> 13), 3266489909)
    h ^= h >>> 16
    return (h >>> 0) / 4294967296
  }
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}
