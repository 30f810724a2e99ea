// Heads of robots, composed of parts by a seed: palette, shell, helmet, eyes, antenna, ears, mouth.

import { HUES, mix, pick, seeded } from './color'
import { drawing, type Families } from './drawing'
import { cog, path } from './shapes'

export interface Paint {
  light: string
  mid: string
  dark: string
  trim: string
  glow: string
  ink: string
}

const paint = (mid: string, trim: string, glow: string): Paint => ({
  light: mix(mid, '#ffffff', 0.38),
  mid,
  dark: mix(mid, '#0a0d14', 0.42),
  trim,
  glow,
  ink: mix(mid, '#05070a', 0.86),
})

const PAINTS: Paint[] = [
  paint('#3f86e4', '#8fd6ff', '#b8f4ff'),
  paint('#dc473d', '#f3b341', '#ffe08a'),
  paint('#2fa868', '#a5e3b5', '#d6ffd9'),
  paint('#9a60e2', '#e0b9ff', '#8ff0d4'),
  paint('#e0a12c', '#6b4a12', '#fff1b8'),
  paint('#8b98ab', '#e0913f', '#a8f0ff'),
  paint('#2d9aa0', '#e9d9a0', '#c4fff1'),
  paint('#ee8636', '#4b4f58', '#fff0c4'),
]

/** Details that distinguish robots of one hue. */
const TRIMS: Record<string, readonly string[]> = {
  yellow: ['#4f5c70', '#2f8f9a', '#c9552f', '#fff3c4'],
  blue: ['#8fe3ff', '#f3c341', '#dfe7f2', '#1fb58c'],
  orange: ['#4b5566', '#ffe08a', '#2e93a0', '#f7efe2'],
  red: ['#f3c341', '#dfe6ee', '#4d5663', '#3fb9b0'],
  purple: ['#f0a53a', '#8ff0d4', '#dcc6ff', '#55e07f'],
}

function paintOf(random: () => number, hue: string): Paint {
  const free = pick(random, PAINTS)
  const h = HUES[hue]
  if (!h) return free
  const mid = mix(h.mid, pick(random, ['#ffffff', h.card, h.mid]), 0.16)
  return paint(
    mid,
    pick(random, TRIMS[hue] ?? ['#e9d9a0', '#4b5566', '#8fe3ff']),
    pick(random, ['#c8f6ff', '#fff3b8', '#d6ffd9']),
  )
}

export type Part = (p: Paint) => string
export const line = (p: Paint, width = 2.5) =>
  `stroke="${p.ink}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`
export const both = (draw: (x: (n: number) => number) => string) =>
  draw((n) => n) + draw((n) => 100 - n)

const HEADS = [
  'M20 36q0-14 14-14h32q14 0 14 14v22q0 12-12 12H32q-12 0-12-12Z',
  'M19 50a31 30 0 0 1 62 0v10q0 10-10 10H29q-10 0-10-10Z',
  'M32 21h36l15 25-13 25H30L17 46Z',
  'M50 18a32 27 0 1 1 0 54 32 27 0 1 1 0-54Z',
  'M26 24h48q4 0 5 4l5 34q0 8-8 8H24q-8 0-8-8l5-34q1-4 5-4Z',
  'M30 20h40q7 0 8 6l4 26-13 19H31L18 52l4-26q1-6 8-6Z',
  'M18 30q32-18 64 0l2 24q-8 17-34 17T16 54Z',
  'M22 26q28-8 56 0v34q-10 10-28 10t-28-10Z',
]

/** The accessories of a head, drawn within its outline. */
const HELMETS: Part[] = [
  () => '',
  (p) =>
    `<path d="M14 14H86V36Q50 22 14 36Z" fill="${p.dark}" opacity=".75"/><path d="M14 36Q50 22 86 36" fill="none" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) =>
    `<path d="M45 14h10v24q-5 5-10 0Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) =>
    `<path d="M27 72V46q0-11 11-11h24q11 0 11 11v26Z" fill="${p.light}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) =>
    `<path d="M14 56Q50 66 86 56V80H14Z" fill="${p.trim}" opacity=".9"/><path d="M14 56Q50 66 86 56" fill="none" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) =>
    `<path d="M28 72V45q0-9 9-9h6l7 7 7-7h6q9 0 9 9v27Z" fill="#f3d5b5" stroke="${p.ink}" stroke-width="2.5"/>`,
]

const EYES: Part[] = [
  (p) =>
    both(
      (x) =>
        `<circle cx="${x(38)}" cy="48" r="8.5" fill="#fff" ${line(p)}/><circle cx="${x(40)}" cy="48" r="4" fill="${p.ink}"/>`,
    ),
  (p) =>
    `<rect x="26" y="40" width="48" height="16" rx="8" fill="${p.ink}"/>` +
    both(
      (x) => `<rect x="${x(38) - 5}" y="43.500" width="10" height="9" rx="4.5" fill="${p.glow}"/>`,
    ),
  (p) =>
    `<circle cx="50" cy="47" r="13" fill="${p.ink}"/><circle cx="50" cy="47" r="9" fill="${p.glow}"/><circle cx="50" cy="47" r="4" fill="${p.ink}"/><circle cx="47" cy="44" r="2" fill="#fff"/>`,
  (p) =>
    both((x) => `<path d="M${x(28)} 41L${x(46)} 47V55H${x(32)}Z" fill="${p.glow}" ${line(p)}/>`),
  (p) =>
    both(
      (x) =>
        `<rect x="${x(38) - 5}" y="39" width="10" height="17" rx="5" fill="${p.ink}"/><rect x="${x(38) - 3}" y="41" width="3.500" height="6" rx="1.7" fill="#fff"/>`,
    ),
  (p) =>
    both(
      (x) =>
        `<path d="M${x(29)} 51q${x(8) - x(0)}-13 ${x(16) - x(0)} 0" fill="none" stroke="${p.ink}" stroke-width="4.500" stroke-linecap="round"/>`,
    ),
  (p) =>
    `<path d="M22 43h56l-6 13H28Z" fill="${p.ink}"/><path d="M30 46.500h40l-2.500 6H32.500Z" fill="${p.glow}"/>`,
  (p) =>
    both(
      (x) =>
        `<path d="M${x(29)} 44h${x(16) - x(0)}v8a8 6 0 0 1 ${x(0) - x(16)} 0Z" fill="#fff" ${line(p)}/><circle cx="${x(38.5)}" cy="50" r="3.500" fill="${p.ink}"/><path d="M${x(26)} 42L${x(46)} 45" ${line(p, 3.5)}/>`,
    ),
  (p) =>
    `<path d="M24 40h52v9q0 7-7 7H57l-7-6-7 6H31q-7 0-7-7Z" fill="${p.ink}"/>` +
    both((x) => `<circle cx="${x(37)}" cy="48" r="4.500" fill="${p.glow}"/>`),
]

const ANTENNAS: Part[] = [
  (p) =>
    `<path d="M50 24V12" ${line(p, 4)}/><circle cx="50" cy="10" r="6" fill="${p.trim}" ${line(p)}/>`,
  (p) =>
    both(
      (x) =>
        `<path d="M${x(38)} 26L${x(30)} 10" ${line(p, 4)}/><circle cx="${x(30)}" cy="9" r="5" fill="${p.trim}" ${line(p)}/>`,
    ),
  (p) =>
    both((x) => `<path d="M${x(22)} 36L${x(15)} 8L${x(36)} 24Z" fill="${p.trim}" ${line(p)}/>`),
  (p) => `<path d="M40 24L50 3l10 21Z" fill="${p.trim}" ${line(p)}/>`,
  (p) => `<path d="${path(cog(8, 13, 9.5), 1, 50, 19)}" fill="${p.trim}" ${line(p)}/>`,
  (p) =>
    `<path d="M34 25q16-18 32 0" fill="none" stroke="${p.ink}" stroke-width="10"/><path d="M34 25q16-18 32 0" fill="none" stroke="${p.trim}" stroke-width="5"/>`,
  (p) => `<path d="M50 24Q38 14 50 2q12 12 0 22Z" fill="${p.trim}" ${line(p)}/>`,
  (p) =>
    [30, 50, 70]
      .map(
        (x) =>
          `<path d="M${x - 8} 27L${x} ${x === 50 ? 6 : 10}L${x + 8} 27Z" fill="${p.trim}" ${line(p)}/>`,
      )
      .join(''),
  (p) =>
    `<path d="M46 24V14h8v10M36 13h28" ${line(p, 4)} fill="none"/><path d="M30 8q20-6 40 0v6q-20-5-40 0Z" fill="${p.trim}" ${line(p)}/>`,
  () => '',
]

const EARS: Part[] = [
  (p) =>
    both(
      (x) =>
        `<circle cx="${x(18)}" cy="49" r="9.500" fill="${p.trim}" ${line(p)}/><circle cx="${x(18)}" cy="49" r="4" fill="${p.dark}"/>`,
    ),
  (p) =>
    both((x) => `<path d="M${x(22)} 36L${x(8)} 31V67L${x(22)} 62Z" fill="${p.dark}" ${line(p)}/>`),
  (p) =>
    both(
      (x) =>
        `<path d="M${x(9)} 38H${x(22)}V60H${x(9)}Z" fill="${p.mid}" ${line(p)}/><path d="M${x(9)} 45H${x(20)}M${x(9)} 53H${x(20)}" ${line(p, 2)}/>`,
    ),
  (p) =>
    both(
      (x) =>
        `<path d="M${x(22)} 56Q${x(4)} 48 ${x(8)} 24Q${x(14)} 36 ${x(24)} 38Z" fill="${p.trim}" ${line(p)}/>`,
    ),
  () => '',
]

const MOUTHS: Part[] = [
  (p) => `<path d="M41 61q9 6 18 0" fill="none" ${line(p, 3.5)}/>`,
  (p) =>
    `<rect x="38" y="59" width="24" height="8" rx="2.500" fill="${p.ink}"/><path d="M44 59v8M50 59v8M56 59v8" stroke="${p.glow}" stroke-width="1.700"/>`,
  (p) => `<path d="M43 63h14" ${line(p, 3.5)}/>`,
  (p) =>
    `<path d="M39 59h22q0 9-11 9t-11-9Z" fill="${p.ink}"/><path d="M42 59h16v3H42Z" fill="#fff"/>`,
  (p) => `<path d="M39 63l5.500-3 5.500 3 5.500-3 5.500 3" fill="none" ${line(p, 3)}/>`,
  (p) => `<path d="M42 63q8-6 16 0" fill="none" ${line(p, 3.5)}/>`,
]

export interface Head {
  p: Paint
  head: string
  /** The random numbers after those of the head. */
  random: () => number
}

/** A seed like "p1h2e3a0r1m4" gives the numbers of palette, head, eyes, antenna, ears and mouth. */
const SAID = /^p(\d)h(\d)e(\d)a(\d)r(\d)m(\d)$/

/** The head, and the numbers that determine the rest. */
export function headOf(seed: string, hue: string): Head {
  const random = seeded('robot' + seed)
  for (let i = 0; i < 3; i++) random()
  const said = SAID.exec(seed)
  const choose = <T>(list: readonly T[], which: number): T =>
    said ? list[Number(said[which]) % list.length]! : pick(random, list)
  const p = said ? choose(PAINTS, 1) : paintOf(random, hue)
  const shell = choose(HEADS, 2)
  const antenna = choose(ANTENNAS, 4)(p)
  const ears = choose(EARS, 5)(p)
  const helmet = pick(random, HELMETS)(p)
  const clip = `robot-${[...(seed + hue)].map((letter) => letter.charCodeAt(0).toString(36)).join('')}`
  const head =
    antenna +
    ears +
    `<clipPath id="${clip}"><path d="${shell}"/></clipPath><path d="${shell}" fill="${p.mid}"/>` +
    `<g clip-path="url(#${clip})">${helmet}<path d="M10 62q40 16 80 0v18H10Z" fill="#000" opacity=".13"/></g>` +
    `<path d="${shell}" fill="none" stroke="${p.ink}" stroke-width="3" stroke-linejoin="round"/>` +
    `<path d="M28 33q4-6 13-7" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="3.500" stroke-linecap="round"/>` +
    choose(EYES, 3)(p) +
    choose(MOUTHS, 6)(p)
  return { p, head, random }
}

/** The head alone, for small round avatars. */
export function face(seed: string, hue = ''): string {
  return `<g transform="translate(0 4)">${headOf(seed, hue).head}</g>`
}

export const families: Families = {
  head: (seed = '', hue = '') =>
    drawing(84, 84, `<g transform="translate(-8 0)">${face(seed, hue)}</g>`),
}
