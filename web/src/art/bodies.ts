// The parts of a robot's body, 100 by 100, tinted by a hue: `part/<kind>/<hue>/<left|right>`. A right part mirrors the
// left one.

import { hueOf, type Hue } from './color'
import { drawing, type Families } from './drawing'
import { circle, cog, path } from './shapes'

const INK = '#14110f'

const plate = (d: string, fill: string) =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="4" stroke-linejoin="round"/>`
const line = (d: string, color: string, width = 4) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`

const KINDS: Record<string, (h: Hue) => string> = {
  head: (h) =>
    plate('M24 42q0-22 26-22t26 22v24q0 14-14 14H38q-14 0-14-14Z', h.mid) +
    line('M34 32q6-6 14-6', h.light) +
    plate('M34 48h12v10H34ZM54 48h12v10H54Z', h.light) +
    line('M40 70h20', INK),
  shoulder: (h) =>
    plate('M14 72q-2-46 38-46t36 46Z', h.mid) +
    plate('M10 70h80v12H10Z', h.dark) +
    plate('M30 28l4-16 12 12ZM54 24l8-14 8 18Z', h.light) +
    `<path d="${circle(34, 54, 4)}${circle(52, 48, 4)}${circle(70, 56, 4)}" fill="${INK}"/>`,
  arm: (h) =>
    plate('M34 8h32l-4 44H38Z', h.mid) +
    line('M42 16h10', h.light) +
    plate('M30 50h40v14H30Z', h.dark) +
    plate('M32 64q-18 14-6 30l10-4q-6-12 6-22ZM68 64q18 14 6 30l-10-4q6-12-6-22Z', h.light),
  chest: (h) =>
    plate('M16 22q34-12 68 0l-6 50q-28 16-56 0Z', h.mid) +
    line('M26 28q10-4 18-4', h.light) +
    plate('M34 40h32l-3 26H37Z', h.dark) +
    line('M42 48h16M43 56h14', h.light, 3.5),
  core: (h) =>
    plate(circle(50, 50, 40), h.dark) +
    `<path d="${path(cog(9, 30, 22), 1, 50, 50)}" fill="${h.mid}" stroke="${INK}" stroke-width="3"/>` +
    plate(circle(50, 50, 12), '#ffd98a'),
  leg: (h) =>
    plate('M32 6h38l-6 36H40Z', h.mid) +
    line('M42 14h10', h.light) +
    plate(circle(52, 50, 13), h.light) +
    plate('M42 62h22l6 32H38Z', h.dark) +
    line('M54 68v18', h.mid),
  foot: (h) =>
    plate('M40 8h28v46l2 10H36Z', h.mid) +
    line('M48 16h8', h.light) +
    plate('M38 58h34v16H22q2-14 16-16Z', h.light) +
    plate('M14 74h60v14H14Z', h.dark),
}

function part(kind: string, hue: string, side: string): string {
  const body = (KINDS[kind] ?? KINDS['core']!)(hueOf(hue))
  return side === 'right' ? `<g transform="translate(100 0) scale(-1 1)">${body}</g>` : body
}

export const families: Families = {
  part: (kind = '', hue = '', side = '') => drawing(100, 100, part(kind, hue, side)),
}
