// Whole robots below their heads: chest, torso, hands and their tools, legs.

import { pick, seeded } from './color'
import { drawing, type Families } from './drawing'
import { both, face, headOf, line, type Paint, type Part } from './heads'
import { circle, cog, path, starOutline } from './shapes'

const CHESTS: ((p: Paint, y: number) => string)[] = [
  (p, y) =>
    `<circle cx="50" cy="${y}" r="7" fill="${p.glow}" ${line(p)}/><circle cx="48" cy="${y - 2}" r="2" fill="#fff"/>`,
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

/** Hands are at (x, 97); `side` is -1 left, 1 right. */
const HANDS: ((p: Paint, x: number) => string)[] = [
  (p, x) => `<circle cx="${x}" cy="97" r="9" fill="${p.trim}" ${line(p)}/>`,
  (p, x) =>
    `<path d="M${x - 9} 106v-9a9 9 0 0 1 18 0v9h-5.500v-8a3.500 3.500 0 0 0-7 0v8Z" fill="${p.trim}" ${line(p, 2.2)}/>`,
  (p, x) =>
    `<rect x="${x - 8}" y="89" width="16" height="16" rx="5" fill="${p.trim}" ${line(p)}/><path d="M${x - 3} 98v6M${x + 3} 98v6" ${line(p, 2)}/>`,
]

const TOOLS: ((p: Paint, x: number, side: number) => string)[] = [
  // A cannon, a drill, a saw, a hammer, a claw, a spanner, a lamp.
  (p, x) =>
    `<path d="M${x - 9} 84h18l2 18q0 4-11 4t-11-4Z" fill="${p.mid}" ${line(p)}/><circle cx="${x}" cy="103" r="7" fill="${p.ink}"/><circle cx="${x}" cy="103" r="4" fill="${p.glow}"/>`,
  (p, x) =>
    `<path d="M${x - 10} 88h20v5L${x} 116 ${x - 10} 93Z" fill="${p.trim}" ${line(p)}/><path d="M${x - 8} 97l14-3M${x - 5} 104l8-3" ${line(p, 2)}/>`,
  (p, x) =>
    `<path d="${path(cog(10, 13, 9.5), 1, x, 99)}" fill="${p.trim}" ${line(p, 2.2)}/><circle cx="${x}" cy="99" r="3.500" fill="${p.ink}"/>`,
  (p, x, side) =>
    `<path d="M${x} 106V84" ${line(p, 5)}/><path d="M${x - 11} 76h22v13H${x - 11}Z" fill="${p.trim}" ${line(p)}/><circle cx="${x}" cy="99" r="6.500" fill="${side > 0 ? p.dark : p.mid}" ${line(p)}/>`,
  (p, x) =>
    `<path d="M${x} 90q-13 2-10 15l5 5q-3-9 5-12 8 3 5 12l5-5q3-13-10-15Z" fill="${p.trim}" ${line(p)}/><circle cx="${x}" cy="91" r="5" fill="${p.dark}" ${line(p, 2)}/>`,
  (p, x) =>
    `<path d="M${x - 4} 112V92q-7-2-6-10l6 4h8l6-4q1 8-6 10v20Z" fill="${p.trim}" ${line(p)}/>`,
  (p, x) =>
    `<path d="${path(starOutline(8, 0.62), 13, x, 98)}" fill="${p.glow}" ${line(p, 2)}/><circle cx="${x}" cy="98" r="5" fill="#fff"/>`,
]

const LEGS: Part[] = [
  (p) =>
    both(
      (x) =>
        `<path d="M${x(35)} 98H${x(46)}V116H${x(35)}Z" fill="${p.dark}" ${line(p)}/><path d="M${x(25)} 127q0-13 ${x(13) - x(0)}-13h${x(11) - x(0)}V127Z" fill="${p.mid}" ${line(p)}/>`,
    ),
  (p) =>
    `<path d="M27 105h46a11 11 0 0 1 0 22H27a11 11 0 0 1 0-22Z" fill="${p.dark}" ${line(p)}/>` +
    [30, 50, 70]
      .map(
        (x) =>
          `<circle cx="${x}" cy="116" r="5" fill="${p.trim}" stroke="${p.ink}" stroke-width="1.500"/>`,
      )
      .join(''),
  (p) =>
    both(
      (x) =>
        `<path d="M${x(36)} 98H${x(46)}L${x(47)} 118H${x(30)}Z" fill="${p.dark}" ${line(p)}/><path d="M${x(23)} 127q0-11 ${x(12) - x(0)}-11h${x(13) - x(0)}V127Z" fill="${p.trim}" ${line(p)}/>`,
    ),
  (p) =>
    `<path d="M40 98h20l4 8H36Z" fill="${p.dark}" ${line(p)}/><circle cx="50" cy="114" r="13" fill="${p.dark}" ${line(p)}/><circle cx="50" cy="114" r="5.500" fill="${p.trim}" ${line(p, 2)}/>`,
  (p) =>
    `<path d="M36 98h28l-5 12H41Z" fill="${p.dark}" ${line(p)}/><path d="M40 111h20q-2 10-10 17-8-7-10-17Z" fill="#ffb347"/><path d="M45 111h10q-1 6-5 10-4-4-5-10Z" fill="#fff3b8"/>`,
  (p) =>
    both(
      (x) =>
        `<path d="M${x(40)} 98L${x(30)} 112L${x(37)} 126" fill="none" stroke="${p.ink}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/><path d="M${x(40)} 98L${x(30)} 112L${x(37)} 126" fill="none" stroke="${p.dark}" stroke-width="4.500" stroke-linejoin="round"/><path d="M${x(24)} 128h${x(20) - x(0)}" ${line(p, 5)}/>`,
    ),
]

/** Head and shoulders, 100 by 100. */
function bust(seed: string, hue = ''): string {
  const { p, head, random } = headOf(seed, hue)
  const chest = pick(random, CHESTS)(p, 93)
  return (
    `<path d="M42 66h16v16H42Z" fill="${p.dark}" ${line(p)}/>` +
    `<path d="M12 108q-2-28 24-28h28q26 0 24 28Z" fill="${p.mid}" stroke="${p.ink}" stroke-width="3"/>` +
    `<path d="M30 84h40l-4 22H34Z" fill="${p.dark}" opacity=".45"/>` +
    chest +
    head
  )
}

/** The whole robot, 100 by 130. */
export function figure(seed: string, hue = ''): string {
  const { p, head, random } = headOf(seed, hue)
  const chest = pick(random, CHESTS)(p, 86)
  const torso = pick(random, TORSOS)
  const leg = pick(random, LEGS)(p)
  const hand = pick(random, HANDS)
  const side = random() < 0.75 ? 1 : -1
  const tool = pick(random, TOOLS)(p, side > 0 ? 87 : 13, side)
  const arm = both(
    (x) =>
      `<path d="M${x(29)} 77Q${x(14)} 78 ${x(14)} 94" fill="none" stroke="${p.ink}" stroke-width="12" stroke-linecap="round"/><path d="M${x(29)} 77Q${x(14)} 78 ${x(14)} 94" fill="none" stroke="${p.dark}" stroke-width="7" stroke-linecap="round"/>`,
  )
  const shoulder = both((x) => `<path d="${circle(x(27), 76, 8)}" fill="${p.light}" ${line(p)}/>`)
  return (
    leg +
    arm +
    hand(p, side > 0 ? 13 : 87) +
    tool +
    `<path d="${torso}" fill="${p.mid}" stroke="${p.ink}" stroke-width="3" stroke-linejoin="round"/>` +
    shoulder +
    chest +
    head
  )
}

/** Three robots in front of a wheel: an effect on everybody. 100 by 100. */
function crowd(seed: string): string {
  const random = seeded('crowd' + seed)
  const [left, right, front] = [0, 1, 2].map((i) =>
    face(`${seed} ${i}`, pick(random, ['blue', 'red', 'green', 'purple', 'orange'])),
  )
  const put = (body: string, x: number, y: number, turn: number, scale: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`
  return (
    `<path fill-rule="evenodd" d="${path(cog(12, 49, 40), 1, 50, 50)}" fill="#4a3818"/>` +
    put(left!, 4, 32, -9, 0.44) +
    put(right!, 52, 18, 9, 0.44) +
    put(front!, 27, 48, 0, 0.46)
  )
}

export const families: Families = {
  robot: (seed = '', hue = '') => drawing(100, 104, bust(seed, hue)),
  figure: (seed = '', hue = '') => drawing(100, 130, figure(seed, hue)),
  crowd: (seed = '') => drawing(100, 100, crowd(seed)),
}
