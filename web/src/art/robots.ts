// Robots put together from parts by a seed: head, eyes, antenna, ears, mouth, torso, chest, hands, legs, palette.

import { mix, pick, seeded } from './color'
import { cog, path, starOutline } from './shapes'

interface Paint {
  light: string
  mid: string
  dark: string
  trim: string
  glow: string
  ink: string
}

const paint = (mid: string, trim: string, glow: string): Paint => ({
  light: mix(mid, '#ffffff', 0.3),
  mid,
  dark: mix(mid, '#000000', 0.4),
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

const HEADS = [
  'M24 34q0-10 10-10h32q10 0 10 10v26q0 10-10 10H34q-10 0-10-10Z',
  'M22 50a28 27 0 0 1 56 0v14q0 8-8 8H30q-8 0-8-8Z',
  'M32 22h36l14 24-14 26H32L18 46Z',
  'M50 20a29 26 0 1 1 0 52 29 26 0 1 1 0-52Z',
  'M26 26h48l6 40q0 6-6 6H26q-6 0-6-6Z',
  'M30 22h40q6 0 7 6l3 24-12 20H32L20 52l3-24q1-6 7-6Z',
]

const EYES: ((p: Paint) => string)[] = [
  (p) => `<circle cx="39" cy="46" r="8" fill="#fff" stroke="${p.ink}" stroke-width="2.5"/><circle cx="61" cy="46" r="8" fill="#fff" stroke="${p.ink}" stroke-width="2.5"/><circle cx="40.5" cy="46" r="3.5" fill="${p.ink}"/><circle cx="59.5" cy="46" r="3.5" fill="${p.ink}"/>`,
  (p) => `<rect x="30" y="39" width="40" height="14" rx="7" fill="${p.ink}"/><rect x="36" y="42" width="9" height="8" rx="4" fill="${p.glow}"/><rect x="55" y="42" width="9" height="8" rx="4" fill="${p.glow}"/>`,
  (p) => `<circle cx="50" cy="46" r="12" fill="${p.ink}"/><circle cx="50" cy="46" r="8" fill="${p.glow}"/><circle cx="50" cy="46" r="3.5" fill="${p.ink}"/>`,
  (p) => `<path d="M30 40l16 5v8H33Z M70 40l-16 5v8h13Z" fill="${p.glow}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<rect x="33" y="38" width="9" height="15" rx="4.5" fill="${p.ink}"/><rect x="58" y="38" width="9" height="15" rx="4.5" fill="${p.ink}"/><rect x="35" y="40" width="3" height="5" rx="1.5" fill="#fff"/><rect x="60" y="40" width="3" height="5" rx="1.5" fill="#fff"/>`,
  (p) => `<path d="M30 49q8-12 16 0M54 49q8-12 16 0" fill="none" stroke="${p.ink}" stroke-width="5" stroke-linecap="round"/>`,
]

const ANTENNAS: ((p: Paint) => string)[] = [
  (p) => `<path d="M50 24V12" stroke="${p.ink}" stroke-width="4"/><circle cx="50" cy="10" r="5.5" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M38 26L30 10M62 26L70 10" stroke="${p.ink}" stroke-width="4"/><circle cx="30" cy="9" r="4.5" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/><circle cx="70" cy="9" r="4.5" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M26 34L20 10l16 14ZM74 34l6-24-16 14Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M42 24L50 6l8 18Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="${path(cog(8, 11, 8), 1, 50, 18)}" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M36 25q14-16 28 0" fill="none" stroke="${p.ink}" stroke-width="8"/><path d="M36 25q14-16 28 0" fill="none" stroke="${p.trim}" stroke-width="4"/>`,
]

const EARS: ((p: Paint) => string)[] = [
  (p) => `<circle cx="21" cy="49" r="8" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/><circle cx="79" cy="49" r="8" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M24 38l-12-3v26l12-3ZM76 38l12-3v26l-12-3Z" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M12 40h12v18H12ZM76 40h12v18H76Z" fill="${p.mid}" stroke="${p.ink}" stroke-width="2.5"/><path d="M12 46h12M12 52h12M76 46h12M76 52h12" stroke="${p.ink}" stroke-width="2"/>`,
  () => '',
]

const MOUTHS: ((p: Paint) => string)[] = [
  (p) => `<path d="M42 60q8 6 16 0" fill="none" stroke="${p.ink}" stroke-width="3.5" stroke-linecap="round"/>`,
  (p) => `<rect x="39" y="58" width="22" height="8" rx="2" fill="${p.ink}"/><path d="M44 58v8M50 58v8M56 58v8" stroke="${p.light}" stroke-width="1.6"/>`,
  (p) => `<path d="M43 62h14" stroke="${p.ink}" stroke-width="3.5" stroke-linecap="round"/>`,
  (p) => `<path d="M40 58h20q0 9-10 9t-10-9Z" fill="${p.ink}"/><path d="M43 58h14v3H43Z" fill="#fff"/>`,
  (p) => `<path d="M40 62l5-3 5 3 5-3 5 3" fill="none" stroke="${p.ink}" stroke-width="3" stroke-linejoin="round"/>`,
]

const CHESTS: ((p: Paint, y: number) => string)[] = [
  (p, y) => `<circle cx="50" cy="${y}" r="6" fill="${p.glow}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p, y) => `<path d="${path(starOutline(4, 0.5), 8, 50, y)}" fill="${p.trim}" stroke="${p.ink}" stroke-width="2"/>`,
  (p, y) => `<path d="M40 ${y - 4}h20M40 ${y + 1}h20M40 ${y + 6}h20" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p, y) => `<path d="M50 ${y - 7}l7 7-7 7-7-7Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
]

/** The paints by the hues of cards, for robots whose colour says something. */
const PAINTED: Record<string, number> = { blue: 0, red: 1, green: 2, purple: 3, gold: 4, brass: 4, gray: 5, teal: 6, orange: 7 }

interface Parts {
  p: Paint
  head: string
  chest: (y: number) => string
  hands: number
  legs: number
  torso: number
}

function parts(seed: string, hue: string): Parts {
  const random = seeded('robot' + seed)
  for (let i = 0; i < 3; i++) random()
  const any = pick(random, PAINTS)
  const p = PAINTS[PAINTED[hue] ?? -1] ?? any
  const shell = pick(random, HEADS)
  const head =
    pick(random, ANTENNAS)(p) + pick(random, EARS)(p) +
    `<path d="${shell}" fill="${p.mid}" stroke="${p.ink}" stroke-width="3"/>` +
    `<path d="M30 31q4-5 12-5" fill="none" stroke="${p.light}" stroke-width="4" stroke-linecap="round"/>` +
    pick(random, EYES)(p) + pick(random, MOUTHS)(p)
  const chest = pick(random, CHESTS)
  return {
    p,
    head,
    chest: (y) => chest(p, y),
    hands: Math.floor(random() * 4),
    legs: Math.floor(random() * 4),
    torso: Math.floor(random() * 4),
  }
}

/** Head and shoulders, 100 by 100. */
export function bust(seed: string, hue = ''): string {
  const { p, head, chest } = parts(seed, hue)
  return (
    `<path d="M42 68h16v14H42Z" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/>` +
    `<path d="M14 108q-2-28 22-28h28q24 0 22 28Z" fill="${p.mid}" stroke="${p.ink}" stroke-width="3"/>` +
    `<path d="M30 86h40l-4 20H34Z" fill="${p.dark}" opacity=".45"/>` + chest(93) + head
  )
}

/** The head alone, for small round avatars. */
export function face(seed: string, hue = ''): string {
  return `<g transform="translate(0 4)">${parts(seed, hue).head}</g>`
}

const TORSOS = ['M32 70h36q4 0 4 4v18q0 6-6 6H34q-6 0-6-6V74q0-4 4-4Z', 'M50 68a22 16 0 1 1 0 32 22 16 0 1 1 0-32Z', 'M28 70h44l-8 30H36Z', 'M36 70h28l8 28H28Z']

/** The whole robot, 100 by 130. */
export function figure(seed: string, hue = ''): string {
  const { p, head, chest, hands, legs, torso } = parts(seed, hue)
  const arm = `<path d="M30 78q-14 2-15 14M70 78q14 2 15 14" fill="none" stroke="${p.ink}" stroke-width="10" stroke-linecap="round"/><path d="M30 78q-14 2-15 14M70 78q14 2 15 14" fill="none" stroke="${p.dark}" stroke-width="5" stroke-linecap="round"/>`
  const hand = [
    (x: number) => `<circle cx="${x}" cy="96" r="7.5" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
    (x: number) => `<path d="M${x - 8} 104v-8a8 8 0 0 1 16 0v8h-5v-7a3 3 0 0 0-6 0v7Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.2"/>`,
    (x: number) => `<rect x="${x - 7}" y="89" width="14" height="14" rx="3" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
    (x: number) => `<path d="${path(cog(7, 9, 6.5), 1, x, 97)}" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.2"/>`,
  ][hands]!
  const leg = [
    `<path d="M36 98h10v18H36ZM54 98h10v18H54Z" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/><path d="M30 116h18v10H30ZM52 116h18v10H52Z" fill="${p.mid}" stroke="${p.ink}" stroke-width="2.5"/>`,
    `<path d="M28 106h44a9 9 0 0 1 0 18H28a9 9 0 0 1 0-18Z" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/><circle cx="32" cy="115" r="4" fill="${p.trim}"/><circle cx="50" cy="115" r="4" fill="${p.trim}"/><circle cx="68" cy="115" r="4" fill="${p.trim}"/>`,
    `<path d="M38 98h8l-2 20H32ZM62 98h-8l2 20h12Z" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/><path d="M26 126q0-9 10-9h10v9ZM74 126q0-9-10-9H54v9Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
    `<circle cx="50" cy="113" r="13" fill="${p.dark}" stroke="${p.ink}" stroke-width="2.5"/><circle cx="50" cy="113" r="5" fill="${p.trim}"/>`,
  ][legs]!
  return (
    leg + arm + hand(15) + hand(85) +
    `<path d="${TORSOS[torso]!}" fill="${p.mid}" stroke="${p.ink}" stroke-width="3"/>` + chest(84) + head
  )
}

/** Three robots before a wheel: what happens to everybody. 100 by 100. */
export function crowd(seed: string): string {
  const random = seeded('crowd' + seed)
  const [left, right, front] = [0, 1, 2].map((i) => face(`${seed} ${i}`, pick(random, Object.keys(PAINTED))))
  const put = (body: string, x: number, y: number, turn: number, scale: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`
  return (
    `<path fill-rule="evenodd" d="${path(cog(12, 49, 40), 1, 50, 50)}" fill="#4a3818"/>` +
    put(left!, 4, 32, -9, 0.44) + put(right!, 52, 18, 9, 0.44) + put(front!, 27, 48, 0, 0.46)
  )
}
