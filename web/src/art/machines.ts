// Machines from their cells: a plate for each unit, bridges between neighbours, hearts and weapons on top.

import { hueOf, mix, type Hue } from './color'
import { drawing, type Drawing, type Families } from './drawing'
import { CUTS, path, starOutline } from './shapes'

type Unit = readonly [number, number, string]

const CELL = 54

/** A base: a low plate with a dashed rim and a house on it. */
function base(cx: number, cy: number, h: Hue, foe: boolean): string {
  const r = 23
  const cut = foe ? 9 : 3
  const octagon = `M${cx - r + cut} ${cy - r}H${cx + r - cut}L${cx + r} ${cy - r + cut}V${cy + r - cut}L${cx + r - cut} ${cy + r}H${cx - r + cut}L${cx - r} ${cy + r - cut}V${cy - r + cut}Z`
  return (
    `<path d="${octagon}" fill="${mix(h.dark, '#10141b', 0.5)}" stroke="${h.light}" stroke-width="2.5" stroke-linejoin="round"/>` +
    `<rect x="${cx - 17}" y="${cy - 17}" width="34" height="34" rx="3" fill="none" stroke="${h.mid}" stroke-width="1.5" stroke-dasharray="4 3"/>` +
    `<path transform="translate(${cx - 12} ${cy - 13})" d="M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2Z" fill="${h.light}"/>`
  )
}

/**
 * One drawing in units of 54. `foe` cuts the corners and makes the rivets square, so that owners differ by shape. All
 * plates are one body with one edge, and a dark rim around it, so that neighbours of the same owner can be told apart.
 */
export function machine(cells: readonly Unit[], hue: string, foe: boolean): Drawing {
  const h = hueOf(hue || 'gray')
  const width = (Math.max(...cells.map((c) => c[0]), 0) + 1) * CELL
  const height = (Math.max(...cells.map((c) => c[1]), 0) + 1) * CELL
  const at = new Set(cells.map((c) => `${c[0]},${c[1]}`))
  const plate = mix(h.mid, '#2a3442', 0.45)
  let body = ''
  let seams = ''
  let under = ''
  let over = ''
  for (const [x, y, kind] of cells) {
    const [left, top] = [x * CELL, y * CELL]
    const [cx, cy] = [left + CELL / 2, top + CELL / 2]
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const)
      if (at.has(`${x + dx},${y + dy}`)) {
        body += dx ? `M${cx + 14} ${cy - 17}h26v34h-26Z` : `M${cx - 17} ${cy + 14}h34v26h-34Z`
        seams += dx ? `M${left + CELL} ${cy - 16}v32` : `M${cx - 16} ${top + CELL}h32`
      }
    if (kind === 'base') {
      over += base(cx, cy, h, foe)
      continue
    }
    if (kind === 'weapon')
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        if (!at.has(`${x + dx},${y + dy}`))
          for (const s of [-11, 0, 11]) {
            const [ex, ey] = [cx + dx * 24 + (dy ? s : 0), cy + dy * 24 + (dx ? s : 0)]
            under += `<path d="M${ex + dy * 4} ${ey + dx * 4}L${ex + dx * 4.5} ${ey + dy * 4.5}L${ex - dy * 4} ${ey - dx * 4}Z" fill="${h.light}"/>`
          }
    const r = 23
    body += foe
      ? `M${cx - r + 8} ${cy - r}h${2 * r - 16}l8 8v${2 * r - 16}l-8 8h${16 - 2 * r}l-8-8v${16 - 2 * r}Z`
      : `M${cx - r + 8} ${cy - r}h${2 * r - 16}q8 0 8 8v${2 * r - 16}q0 8-8 8h${16 - 2 * r}q-8 0-8-8v${16 - 2 * r}q0-8 8-8Z`
    for (const [sx, sy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const)
      over += foe
        ? `<rect x="${cx + sx * 17 - 2}" y="${cy + sy * 17 - 2}" width="4" height="4" fill="${mix(plate, '#ffffff', 0.45)}"/>`
        : `<circle cx="${cx + sx * 17}" cy="${cy + sy * 17}" r="2.2" fill="${mix(plate, '#ffffff', 0.45)}"/>`
    if (kind === 'heart')
      over +=
        (foe
          ? `<path d="${path(CUTS['hexagon']!, 15, cx, cy)}" fill="#10141b" stroke="${h.light}" stroke-width="2"/>`
          : `<circle cx="${cx}" cy="${cy}" r="14" fill="#10141b" stroke="${h.light}" stroke-width="2"/>`) +
        `<path d="${path(CUTS['heart']!, 8.5, cx, cy + 1)}" fill="${h.light}"/>`
    else
      over += `<path d="${path(starOutline(8, 0.52), 14, cx, cy)}" fill="#f2f4f7" stroke="#10141b" stroke-width="1.5"/>`
  }
  const rim = `<path d="${body}" fill="none" stroke="#0b0e13" stroke-width="8.5" stroke-linejoin="round"/>`
  const edge = `<path d="${body}" fill="${h.light}" stroke="${h.light}" stroke-width="4.5" stroke-linejoin="round"/>`
  const plates = `<path d="${body}" fill="${plate}"/><path d="${seams}" stroke="${mix(plate, '#000000', 0.45)}" stroke-width="2" stroke-dasharray="4 3"/>`
  return drawing(width, height, (body ? rim : '') + under + (body ? edge + plates : '') + over)
}

/** The kinds of units by their first letters. */
const KINDS: Record<string, string> = { h: 'heart', b: 'base' }

/** The units in a name: `column.row.kind-...`. */
function unitsOf(words: string): Unit[] {
  return words.split('-').map((unit) => {
    const [x, y, kind = ''] = unit.split('.')
    return [Number(x) || 0, Number(y) || 0, KINDS[kind] ?? 'weapon']
  })
}

export const families: Families = {
  machine: (hue = '', form = '', units = '') => machine(unitsOf(units), hue, form === 'cut'),
}
