// Robots put together from parts by a seed: head, helmet, eyes, antenna, ears, mouth, torso, chest, hands, legs, palette.

import { HUES, mix, pick, seeded } from './color'
import { circle, cog, path, starOutline } from './shapes'

interface Paint {
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

/** What sets off a robot of a hue, so that those of one hue are still told apart. */
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
  return paint(mid, pick(random, TRIMS[hue] ?? ['#e9d9a0', '#4b5566', '#8fe3ff']), pick(random, ['#c8f6ff', '#fff3b8', '#d6ffd9']))
}

type Part = (p: Paint) => string
const line = (p: Paint, width = 2.5) => `stroke="${p.ink}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`
const both = (draw: (x: (n: number) => number) => string) => draw((n) => n) + draw((n) => 100 - n)

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

/** What a head wears; drawn within its outline. */
const HELMETS: Part[] = [
  () => '',
  (p) => `<path d="M14 14H86V36Q50 22 14 36Z" fill="${p.dark}" opacity=".75"/><path d="M14 36Q50 22 86 36" fill="none" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M45 14h10v24q-5 5-10 0Z" fill="${p.trim}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M27 72V46q0-11 11-11h24q11 0 11 11v26Z" fill="${p.light}" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M14 56Q50 66 86 56V80H14Z" fill="${p.trim}" opacity=".9"/><path d="M14 56Q50 66 86 56" fill="none" stroke="${p.ink}" stroke-width="2.5"/>`,
  (p) => `<path d="M28 72V45q0-9 9-9h6l7 7 7-7h6q9 0 9 9v27Z" fill="#f3d5b5" stroke="${p.ink}" stroke-width="2.5"/>`,
]

const EYES: Part[] = [
  (p) => both((x) => `<circle cx="${x(38)}" cy="48" r="8.5" fill="#fff" ${line(p)}/><circle cx="${x(40)}" cy="48" r="4" fill="${p.ink}"/>`),
  (p) => `<rect x="26" y="40" width="48" height="16" rx="8" fill="${p.ink}"/>` + both((x) => `<rect x="${x(38) - 5}" y="43.500" width="10" height="9" rx="4.5" fill="${p.glow}"/>`),
  (p) => `<circle cx="50" cy="47" r="13" fill="${p.ink}"/><circle cx="50" cy="47" r="9" fill="${p.glow}"/><circle cx="50" cy="47" r="4" fill="${p.ink}"/><circle cx="47" cy="44" r="2" fill="#fff"/>`,
  (p) => both((x) => `<path d="M${x(28)} 41L${x(46)} 47V55H${x(32)}Z" fill="${p.glow}" ${line(p)}/>`),
  (p) => both((x) => `<rect x="${x(38) - 5}" y="39" width="10" height="17" rx="5" fill="${p.ink}"/><rect x="${x(38) - 3}" y="41" width="3.500" height="6" rx="1.7" fill="#fff"/>`),
  (p) => both((x) => `<path d="M${x(29)} 51q${x(8) - x(0)}-13 ${x(16) - x(0)} 0" fill="none" stroke="${p.ink}" stroke-width="4.500" stroke-linecap="round"/>`),
  (p) => `<path d="M22 43h56l-6 13H28Z" fill="${p.ink}"/><path d="M30 46.500h40l-2.500 6H32.500Z" fill="${p.glow}"/>`,
  (p) => both((x) => `<path d="M${x(29)} 44h${x(16) - x(0)}v8a8 6 0 0 1 ${x(0) - x(16)} 0Z" fill="#fff" ${line(p)}/><circle cx="${x(38.5)}" cy="50" r="3.500" fill="${p.ink}"/><path d="M${x(26)} 42L${x(46)} 45" ${line(p, 3.5)}/>`),
  (p) => `<path d="M24 40h52v9q0 7-7 7H57l-7-6-7 6H31q-7 0-7-7Z" fill="${p.ink}"/>` + both((x) => `<circle cx="${x(37)}" cy="48" r="4.500" fill="${p.glow}"/>`),
]

const ANTENNAS: Part[] = [
  (p) => `<path d="M50 24V12" ${line(p, 4)}/><circle cx="50" cy="10" r="6" fill="${p.trim}" ${line(p)}/>`,
  (p) => both((x) => `<path d="M${x(38)} 26L${x(30)} 10" ${line(p, 4)}/><circle cx="${x(30)}" cy="9" r="5" fill="${p.trim}" ${line(p)}/>`),
  (p) => both((x) => `<path d="M${x(22)} 36L${x(15)} 8L${x(36)} 24Z" fill="${p.trim}" ${line(p)}/>`),
  (p) => `<path d="M40 24L50 3l10 21Z" fill="${p.trim}" ${line(p)}/>`,
  (p) => `<path d="${path(cog(8, 13, 9.5), 1, 50, 19)}" fill="${p.trim}" ${line(p)}/>`,
  (p) => `<path d="M34 25q16-18 32 0" fill="none" stroke="${p.ink}" stroke-width="10"/><path d="M34 25q16-18 32 0" fill="none" stroke="${p.trim}" stroke-width="5"/>`,
  (p) => `<path d="M50 24Q38 14 50 2q12 12 0 22Z" fill="${p.trim}" ${line(p)}/>`,
  (p) => [30, 50, 70].map((x) => `<path d="M${x - 8} 27L${x} ${x === 50 ? 6 : 10}L${x + 8} 27Z" fill="${p.trim}" ${line(p)}/>`).join(''),
  (p) => `<path d="M46 24V14h8v10M36 13h28" ${line(p, 4)} fill="none"/><path d="M30 8q20-6 40 0v6q-20-5-40 0Z" fill="${p.trim}" ${line(p)}/>`,
  () => '',
]

const EARS: Part[] = [
  (p) => both((x) => `<circle cx="${x(18)}" cy="49" r="9.500" fill="${p.trim}" ${line(p)}/><circle cx="${x(18)}" cy="49" r="4" fill="${p.dark}"/>`),
  (p) => both((x) => `<path d="M${x(22)} 36L${x(8)} 31V67L${x(22)} 62Z" fill="${p.dark}" ${line(p)}/>`),
  (p) => both((x) => `<path d="M${x(9)} 38H${x(22)}V60H${x(9)}Z" fill="${p.mid}" ${line(p)}/><path d="M${x(9)} 45H${x(20)}M${x(9)} 53H${x(20)}" ${line(p, 2)}/>`),
  (p) => both((x) => `<path d="M${x(22)} 56Q${x(4)} 48 ${x(8)} 24Q${x(14)} 36 ${x(24)} 38Z" fill="${p.trim}" ${line(p)}/>`),
  () => '',
]

const MOUTHS: Part[] = [
  (p) => `<path d="M41 61q9 6 18 0" fill="none" ${line(p, 3.5)}/>`,
  (p) => `<rect x="38" y="59" width="24" height="8" rx="2.500" fill="${p.ink}"/><path d="M44 59v8M50 59v8M56 59v8" stroke="${p.glow}" stroke-width="1.700"/>`,
  (p) => `<path d="M43 63h14" ${line(p, 3.5)}/>`,
  (p) => `<path d="M39 59h22q0 9-11 9t-11-9Z" fill="${p.ink}"/><path d="M42 59h16v3H42Z" fill="#fff"/>`,
  (p) => `<path d="M39 63l5.500-3 5.500 3 5.500-3 5.500 3" fill="none" ${line(p, 3)}/>`,
  (p) => `<path d="M42 63q8-6 16 0" fill="none" ${line(p, 3.5)}/>`,
]

const CHESTS: ((p: Paint, y: number) => string)[] = [
  (p, y) => `<circle cx="50" cy="${y}" r="7" fill="${p.glow}" ${line(p)}/><circle cx="48" cy="${y - 2}" r="2" fill="#fff"/>`,
  (p, y) => `<path d="${path(starOutline(5, 0.5), 9, 50, y)}" fill="${p.trim}" ${line(p, 2)}/>`,
  (p, y) => `<path d="M40 ${y - 5}h20M40 ${y}h20M40 ${y + 5}h20" ${line(p)}/>`,
  (p, y) => `<path d="M50 ${y - 8}l8 8-8 8-8-8Z" fill="${p.trim}" ${line(p)}/>`,
  (p, y) => `<path d="M38 ${y - 6}h24v9q0 5-12 8-12-3-12-8Z" fill="${p.light}" ${line(p)}/>`,
  (p, y) => `<path d="M52 ${y - 9}l-9 10h6l-2 8 10-11h-6Z" fill="${p.glow}" ${line(p, 2)}/>`,
]

const TORSOS = [
  'M33 68h34q6 0 6 6v18q0 9-9 9H36q-9 0-9-9V74q0-6 6-6Z',
  'M50 66a25 18 0 1 1 0 36 25 18 0 1 1 0-36Z',
  'M26 69h48l-9 31H35Z',
  'M36 68h28l11 32H25Z',
  'M30 68h40l4 14-8 19H34l-8-19Z',
]

/** Hands stand at (x, 97); `side` is -1 left, 1 right. */
const HANDS: ((p: Paint, x: number) => string)[] = [
  (p, x) => `<circle cx="${x}" cy="97" r="9" fill="${p.trim}" ${line(p)}/>`,
  (p, x) => `<path d="M${x - 9} 106v-9a9 9 0 0 1 18 0v9h-5.500v-8a3.500 3.500 0 0 0-7 0v8Z" fill="${p.trim}" ${line(p, 2.2)}/>`,
  (p, x) => `<rect x="${x - 8}" y="89" width="16" height="16" rx="5" fill="${p.trim}" ${line(p)}/><path d="M${x - 3} 98v6M${x + 3} 98v6" ${line(p, 2)}/>`,
]
const TOOLS: ((p: Paint, x: number, side: number) => string)[] = [
  // A cannon, a drill, a saw, a hammer, a claw, a spanner, a lamp.
  (p, x) => `<path d="M${x - 9} 84h18l2 18q0 4-11 4t-11-4Z" fill="${p.mid}" ${line(p)}/><circle cx="${x}" cy="103" r="7" fill="${p.ink}"/><circle cx="${x}" cy="103" r="4" fill="${p.glow}"/>`,
  (p, x) => `<path d="M${x - 10} 88h20v5L${x} 116 ${x - 10} 93Z" fill="${p.trim}" ${line(p)}/><path d="M${x - 8} 97l14-3M${x - 5} 104l8-3" ${line(p, 2)}/>`,
  (p, x) => `<path d="${path(cog(10, 13, 9.5), 1, x, 99)}" fill="${p.trim}" ${line(p, 2.2)}/><circle cx="${x}" cy="99" r="3.500" fill="${p.ink}"/>`,
  (p, x, side) => `<path d="M${x} 106V84" ${line(p, 5)}/><path d="M${x - 11} 76h22v13H${x - 11}Z" fill="${p.trim}" ${line(p)}/><circle cx="${x}" cy="99" r="6.500" fill="${side > 0 ? p.dark : p.mid}" ${line(p)}/>`,
  (p, x) => `<path d="M${x} 90q-13 2-10 15l5 5q-3-9 5-12 8 3 5 12l5-5q3-13-10-15Z" fill="${p.trim}" ${line(p)}/><circle cx="${x}" cy="91" r="5" fill="${p.dark}" ${line(p, 2)}/>`,
  (p, x) => `<path d="M${x - 4} 112V92q-7-2-6-10l6 4h8l6-4q1 8-6 10v20Z" fill="${p.trim}" ${line(p)}/>`,
  (p, x) => `<path d="${path(starOutline(8, 0.62), 13, x, 98)}" fill="${p.glow}" ${line(p, 2)}/><circle cx="${x}" cy="98" r="5" fill="#fff"/>`,
]

const LEGS: Part[] = [
  (p) => both((x) => `<path d="M${x(35)} 98H${x(46)}V116H${x(35)}Z" fill="${p.dark}" ${line(p)}/><path d="M${x(25)} 127q0-13 ${x(13) - x(0)}-13h${x(11) - x(0)}V127Z" fill="${p.mid}" ${line(p)}/>`),
  (p) => `<path d="M27 105h46a11 11 0 0 1 0 22H27a11 11 0 0 1 0-22Z" fill="${p.dark}" ${line(p)}/>` + [30, 50, 70].map((x) => `<circle cx="${x}" cy="116" r="5" fill="${p.trim}" stroke="${p.ink}" stroke-width="1.500"/>`).join(''),
  (p) => both((x) => `<path d="M${x(36)} 98H${x(46)}L${x(47)} 118H${x(30)}Z" fill="${p.dark}" ${line(p)}/><path d="M${x(23)} 127q0-11 ${x(12) - x(0)}-11h${x(13) - x(0)}V127Z" fill="${p.trim}" ${line(p)}/>`),
  (p) => `<path d="M40 98h20l4 8H36Z" fill="${p.dark}" ${line(p)}/><circle cx="50" cy="114" r="13" fill="${p.dark}" ${line(p)}/><circle cx="50" cy="114" r="5.500" fill="${p.trim}" ${line(p, 2)}/>`,
  (p) => `<path d="M36 98h28l-5 12H41Z" fill="${p.dark}" ${line(p)}/><path d="M40 111h20q-2 10-10 17-8-7-10-17Z" fill="#ffb347"/><path d="M45 111h10q-1 6-5 10-4-4-5-10Z" fill="#fff3b8"/>`,
  (p) => both((x) => `<path d="M${x(40)} 98L${x(30)} 112L${x(37)} 126" fill="none" stroke="${p.ink}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/><path d="M${x(40)} 98L${x(30)} 112L${x(37)} 126" fill="none" stroke="${p.dark}" stroke-width="4.500" stroke-linejoin="round"/><path d="M${x(24)} 128h${x(20) - x(0)}" ${line(p, 5)}/>`),
]

interface Parts {
  p: Paint
  head: string
  random: () => number
}

/** A seed like "p1h2e3a0r1m4" says palette, head, eyes, antenna, ears and mouth by their numbers. */
const SAID = /^p(\d)h(\d)e(\d)a(\d)r(\d)m(\d)$/

/** The head, and the numbers from which the rest follows. */
function parts(seed: string, hue: string): Parts {
  const random = seeded('robot' + seed)
  for (let i = 0; i < 3; i++) random()
  const said = SAID.exec(seed)
  const choose = <T>(list: readonly T[], which: number): T => (said ? list[Number(said[which]) % list.length]! : pick(random, list))
  const p = said ? choose(PAINTS, 1) : paintOf(random, hue)
  const shell = choose(HEADS, 2)
  const antenna = choose(ANTENNAS, 4)(p)
  const ears = choose(EARS, 5)(p)
  const helmet = pick(random, HELMETS)(p)
  const clip = `robot-${[...seed + hue].map((letter) => letter.charCodeAt(0).toString(36)).join('')}`
  const head =
    antenna + ears +
    `<clipPath id="${clip}"><path d="${shell}"/></clipPath><path d="${shell}" fill="${p.mid}"/>` +
    `<g clip-path="url(#${clip})">${helmet}<path d="M10 62q40 16 80 0v18H10Z" fill="#000" opacity=".13"/></g>` +
    `<path d="${shell}" fill="none" stroke="${p.ink}" stroke-width="3" stroke-linejoin="round"/>` +
    `<path d="M28 33q4-6 13-7" fill="none" stroke="#fff" stroke-opacity=".65" stroke-width="3.500" stroke-linecap="round"/>` +
    choose(EYES, 3)(p) + choose(MOUTHS, 6)(p)
  return { p, head, random }
}

/** Head and shoulders, 100 by 100. */
export function bust(seed: string, hue = ''): string {
  const { p, head, random } = parts(seed, hue)
  const chest = pick(random, CHESTS)(p, 93)
  return (
    `<path d="M42 66h16v16H42Z" fill="${p.dark}" ${line(p)}/>` +
    `<path d="M12 108q-2-28 24-28h28q26 0 24 28Z" fill="${p.mid}" stroke="${p.ink}" stroke-width="3"/>` +
    `<path d="M30 84h40l-4 22H34Z" fill="${p.dark}" opacity=".45"/>` + chest + head
  )
}

/** The head alone, for small round avatars. */
export function face(seed: string, hue = ''): string {
  return `<g transform="translate(0 4)">${parts(seed, hue).head}</g>`
}

/** The whole robot, 100 by 130. */
export function figure(seed: string, hue = ''): string {
  const { p, head, random } = parts(seed, hue)
  const chest = pick(random, CHESTS)(p, 86)
  const torso = pick(random, TORSOS)
  const leg = pick(random, LEGS)(p)
  const hand = pick(random, HANDS)
  const side = random() < 0.75 ? 1 : -1
  const tool = pick(random, TOOLS)(p, side > 0 ? 87 : 13, side)
  const arm = both((x) => `<path d="M${x(29)} 77Q${x(14)} 78 ${x(14)} 94" fill="none" stroke="${p.ink}" stroke-width="12" stroke-linecap="round"/><path d="M${x(29)} 77Q${x(14)} 78 ${x(14)} 94" fill="none" stroke="${p.dark}" stroke-width="7" stroke-linecap="round"/>`)
  const shoulder = both((x) => `<path d="${circle(x(27), 76, 8)}" fill="${p.light}" ${line(p)}/>`)
  return (
    leg + arm + hand(p, side > 0 ? 13 : 87) + tool +
    `<path d="${torso}" fill="${p.mid}" stroke="${p.ink}" stroke-width="3" stroke-linejoin="round"/>` + shoulder + chest + head
  )
}
/** Three robots before a wheel: what happens to everybody. 100 by 100. */
export function crowd(seed: string): string {
  const random = seeded('crowd' + seed)
  const [left, right, front] = [0, 1, 2].map((i) => face(`${seed} ${i}`, pick(random, ['blue', 'red', 'green', 'purple', 'orange'])))
  const put = (body: string, x: number, y: number, turn: number, scale: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`
  return (
    `<path fill-rule="evenodd" d="${path(cog(12, 49, 40), 1, 50, 50)}" fill="#4a3818"/>` +
    put(left!, 4, 32, -9, 0.44) + put(right!, 52, 18, 9, 0.44) + put(front!, 27, 48, 0, 0.46)
  )
}
