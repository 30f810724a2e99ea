// The picture of a game in the lobby, 238 by 128, composed of things from the game. A game requests one by the name of
// its subject.

import { HUES, mix, seeded } from './color'
import { ground } from './cards'
import { drawing, type Families } from './drawing'
import { gem, jewel } from './gems'
import { machine } from './machines'
import { figure } from './robots'
import { CUTS, circle, cog, path, polygon, rounded } from './shapes'
import { SOLID } from './things'

const put = (body: string, x: number, y: number, scale: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`

function sky(from: string, to: string): string {
  const random = seeded(from + to)
  let shards = ''
  for (let i = 0; i < 22; i++) {
    const [x, y] = [random() * 238, random() * 128]
    const p = () =>
      `${Math.round(x + (random() - 0.5) * 110)} ${Math.round(y + (random() - 0.5) * 90)}`
    shards += `<path d="M${p()}L${p()}L${p()}Z" fill="${random() < 0.5 ? '#fff' : '#000'}" opacity="${random() < 0.5 ? 0.035 : 0.06}"/>`
  }
  return `<path d="M0 0H238V128H0Z" fill="${from}"/><path d="M0 74q120-34 238 6v48H0Z" fill="${to}"/>${shards}`
}

function small(hue: string, cut: string): string {
  const h = HUES[hue]!
  return (
    `<clipPath id="box-${hue}"><rect width="112" height="138" rx="10"/></clipPath><g clip-path="url(#box-${hue})">${ground(hue, '1')}</g>` +
    `<rect width="112" height="138" rx="10" fill="none" stroke="${mix(h.card, '#000000', 0.5)}" stroke-width="2"/>` +
    put(jewel(hue, cut), 6, 12, 1) +
    put(gem(hue, cut), 28, 32, 0.56)
  )
}

function gems(): string {
  return (
    sky('#193156', '#14274a') +
    put(small('white', 'round'), 36, 30, 0.66, -14) +
    put(small('green', 'hexagon'), 86, 20, 0.68) +
    put(small('red', 'triangle'), 140, 15, 0.66, 13) +
    put(gem('black', 'drop'), 28, 82, 0.26, -8) +
    put(gem('blue', 'square'), 196, 34, 0.24, 12) +
    put(gem('gold', 'star'), 186, 80, 0.36, 12)
  )
}

function robots(): string {
  return (
    sky('#4a2a86', '#38206b') +
    `<path d="${circle(119, 76, 62)}" fill="#fff" opacity=".12"/>` +
    put(figure('dot', 'yellow'), 30, 38, 0.68) +
    put(figure('tock', 'red'), 142, 38, 0.68) +
    put(figure('oz', 'blue'), 75, 12, 0.88) +
    put(gem('green', 'star'), 14, 12, 0.26, 10) +
    put(SOLID['yashichi']!, 196, 14, 1.3)
  )
}

function heart(): string {
  const hexUnit = rounded(polygon(6), 0.12)
  const cell = (x: number, y: number, fill: string) =>
    `<g transform="translate(${x} ${y}) scale(36)"><path d="${hexUnit}" fill="${fill}"/></g>`
  const ring = (r: number, fill: string, line: string) =>
    `<path d="${path(polygon(6, Math.PI / 6), r, 119, 64)}" fill="${fill}" stroke="${line}" stroke-width="2.4"/>`
  return (
    `<path d="M0 0H238V128H0Z" fill="#1c1a1d"/>` +
    cell(26, 22, '#31415a') +
    cell(212, 22, '#31415a') +
    cell(80, 54, '#3a2a22') +
    cell(158, 54, '#3a2a22') +
    cell(26, 86, '#3c4a34') +
    cell(212, 86, '#43302e') +
    cell(80, 118, '#40321c') +
    cell(158, 118, '#40321c') +
    ring(56, '#2a1710', '#e8762f') +
    `<path d="${circle(119, 64, 40)}" fill="#6d3413"/><path d="${circle(119, 64, 31)}" fill="#9c4a18"/>` +
    `<path d="${path(CUTS['heart']!, 27, 119, 66)}" fill="#2b2b30" stroke="#0d0d0f" stroke-width="3"/>` +
    `<path d="M119 46l-9 12 10 8-7 9 6 12M110 58l-10-4M120 66l12-3M132 63l4 8" fill="none" stroke="#ff8a3a" stroke-width="4" stroke-linejoin="round"/>` +
    put(figure('jet'), 4, 44, 0.63) +
    put(figure('sam'), 172, 44, 0.63)
  )
}

function machines(): string {
  let lines = ''
  for (let x = 18; x < 238; x += 22) lines += `M${x} 0V128`
  for (let y = 8; y < 128; y += 22) lines += `M0 ${y}H238`
  const mine = machine(
    [
      [0, 1, 'weapon'],
      [1, 0, 'heart'],
      [1, 1, 'weapon'],
      [1, 2, 'weapon'],
      [2, 1, 'weapon'],
    ],
    'blue',
    false,
  )
  const theirs = machine(
    [
      [0, 1, 'weapon'],
      [1, 1, 'heart'],
      [2, 0, 'weapon'],
      [2, 1, 'heart'],
      [2, 2, 'weapon'],
    ],
    'red',
    true,
  )
  const wheel = (x: number, y: number, r: number, fill: string) =>
    `<path fill-rule="evenodd" d="${path(cog(10, r, r * 0.76), 1, x, y)}${circle(x, y, r * 0.36)}" fill="${fill}" stroke="#0d1117" stroke-width="2"/>`
  return (
    `<path d="M0 0H238V128H0Z" fill="#1b2732"/><path d="${lines}" stroke="#fff" stroke-opacity=".06"/>` +
    put(mine.body, 34, 30, 0.45) +
    put(theirs.body, 122, 36, 0.45) +
    `<path d="${path(
      [
        [0, -1],
        [0.2, -0.35],
        [0.9, -0.5],
        [0.4, 0.05],
        [0.9, 0.6],
        [0.2, 0.35],
        [0, 1],
        [-0.25, 0.35],
        [-0.9, 0.5],
        [-0.4, 0],
        [-0.9, -0.5],
        [-0.2, -0.35],
      ],
      22,
      116,
      44,
    )}" fill="#ffd75e" stroke="#1a1206" stroke-width="2.4"/>` +
    wheel(210, 26, 20, '#d9a441') +
    wheel(24, 106, 17, '#7c8896')
  )
}

function batteries(): string {
  const battery = (x: number, y: number, full: number, fill: string) => {
    let bars = ''
    for (let i = 0; i < full; i++)
      bars += `<rect x="${x + 5}" y="${y + 45 - i * 13}" width="18" height="10" rx="2" fill="${fill}"/>`
    return `<path d="M${x + 9} ${y}v-6h10v6" fill="#dfe6ea" stroke="#0b1a12" stroke-width="2"/><rect x="${x}" y="${y}" width="28" height="60" rx="6" fill="#122018" stroke="#dfe6ea" stroke-width="3"/>${bars}`
  }
  return (
    sky('#1b5236', '#15432c') +
    battery(26, 52, 4, '#6fdc95') +
    battery(64, 52, 2, '#ffd75e') +
    put(figure('cam'), 99, 18, 0.82) +
    battery(190, 52, 1, '#f0745f') +
    put(SOLID['crown']!, 26, 8, 1.35) +
    put(SOLID['bolt']!, 186, 4, 1.6)
  )
}

export const BOXES: Record<string, () => string> = { gems, robots, heart, machines, batteries }

const unknown = (): string => sky('#2b3442', '#222a36') + put(SOLID['gear']!, 83, 28, 3)

export const families: Families = {
  box: (art = '') => drawing(238, 128, (BOXES[art] ?? unknown)()),
}
