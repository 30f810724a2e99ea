// The materials of a table, drawn behind everything on it: dark and light, quiet enough for words to be read on them.

import { seeded } from './color'
import { drawing, type Drawing, type Families } from './drawing'
import { circle, path, polygon, type Point } from './shapes'

const [W, H] = [1280, 720]

/** Light in the middle, and the edges in shade. */
interface Light {
  middle: string
  ground: string
  edge: string
  line: string
  /** A second colour for details, such as embers. */
  spark: string
}

type Theme = 'dark' | 'light'

const PALETTES: Record<string, Record<Theme, Light>> = {
  felt: {
    dark: { middle: '#12463a', ground: '#0c3028', edge: '#06160f', line: '#8fd8b6', spark: '#000' },
    light: {
      middle: '#ece4d4',
      ground: '#e0d6c2',
      edge: '#cbbfa5',
      line: '#8a7650',
      spark: '#fff',
    },
  },
  bench: {
    dark: { middle: '#182c52', ground: '#111f3b', edge: '#090f1e', line: '#7fb0ff', spark: '#fff' },
    light: {
      middle: '#e9eef5',
      ground: '#dbe3ee',
      edge: '#bfccdd',
      line: '#3d6296',
      spark: '#fff',
    },
  },
  steel: {
    dark: { middle: '#1d232c', ground: '#161b22', edge: '#0a0d12', line: '#000', spark: '#aebccd' },
    light: {
      middle: '#eceae5',
      ground: '#dfddd7',
      edge: '#c3c1ba',
      line: '#7d7a70',
      spark: '#fff',
    },
  },
  stone: {
    dark: { middle: '#4a2413', ground: '#211814', edge: '#0d0a09', line: '#000', spark: '#ff7a2c' },
    light: {
      middle: '#f1e2cf',
      ground: '#e2d5c5',
      edge: '#c5b5a1',
      line: '#7b6750',
      spark: '#c25a17',
    },
  },
  lab: {
    dark: {
      middle: '#0f3138',
      ground: '#0a2027',
      edge: '#060f14',
      line: '#5fd4d8',
      spark: '#5fd4d8',
    },
    light: {
      middle: '#e6f0ee',
      ground: '#d8e5e3',
      edge: '#b9cccb',
      line: '#2d7076',
      spark: '#2d7076',
    },
  },
}

const stroke = (d: string, colour: string, opacity: number, width = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"/>`

/** Petals in a lattice, as woven into cloth. */
function felt({ line }: Light, theme: Theme): [size: number, tile: string] {
  const petals = [0, 90, 180, 270]
    .map(
      (turn) =>
        `<path transform="rotate(${turn} 48 48)" d="M48 48Q60 30 48 12Q36 30 48 48M0 0Q14 6 18 18Q6 14 0 0"/>`,
    )
    .join('')
  const opacity = theme === 'dark' ? 0.085 : 0.16
  return [
    96,
    `<g fill="none" stroke="${line}" stroke-opacity="${opacity}">${petals}<path d="${circle(48, 48, 40)}"/></g>`,
  ]
}

/** The squares of a blueprint. */
function bench({ line }: Light): [number, string] {
  return [
    100,
    stroke('M20 0V100M40 0V100M60 0V100M80 0V100M0 20H100M0 40H100M0 60H100M0 80H100', line, 0.07) +
      stroke('M0 .5H100M.5 0V100', line, 0.16),
  ]
}

/** Plates with bevels and rivets. */
function steel({ line, spark }: Light, theme: Theme): [number, string] {
  const rivet = (x: number, y: number) =>
    `<path d="${circle(x, y, 3)}" fill="${line}" fill-opacity=".3"/><path d="${circle(x - 0.6, y - 0.8, 1.6)}" fill="${spark}" fill-opacity=".3"/>`
  return [
    160,
    stroke('M0 0V160M0 0H160', line, 0.5, 3) +
      stroke('M2.5 160V2.5H160', spark, theme === 'dark' ? 0.1 : 0.7) +
      [12, 148].flatMap((x) => [12, 148].map((y) => rivet(x, y))).join(''),
  ]
}

/** Tracks of a circuit board, with turns of 45 degrees and round ends. */
function lab({ line, spark }: Light, theme: Theme): [number, string] {
  const tracks =
    'M0 30H44L66 52V96L84 114H200M0 150H30L58 178V200M58 0V8L84 34H132L150 52V200M110 200V172L128 154H200M200 30H182L166 14V0M20 70V108L42 130H92'
  const ends = [
    [20, 70],
    [92, 130],
    [110, 62],
    [176, 84],
  ] as const
  const [weak, strong] = theme === 'dark' ? [0.1, 0.2] : [0.16, 0.3]
  return [
    200,
    stroke(tracks + 'M110 62H94M176 84V98', line, weak, 2) +
      ends.map(([x, y]) => stroke(circle(x, y, 4), spark, strong, 2)).join('') +
      `<rect x="98" y="84" width="34" height="20" rx="3" fill="${line}" fill-opacity="${weak / 2}"/>`,
  ]
}

/** Slabs of basalt; embers glow in some of the cracks. */
function stone({ line, spark }: Light, theme: Theme): string {
  const random = seeded('stone')
  const [columns, rows] = [9, 5]
  const at = Array.from({ length: rows + 1 }, (_, r) =>
    Array.from({ length: columns + 1 }, (_, c): Point => {
      const shift = r % 2 ? 0.5 : 0
      const jitter = () => (random() - 0.5) * 0.62
      return [((c - shift + jitter()) / (columns - 1)) * W, ((r + jitter()) / rows) * H]
    }),
  )
  let cracks = ''
  let embers = ''
  const crack = (a: Point, b: Point) => {
    const middle: Point = [
      (a[0] + b[0]) / 2 + (random() - 0.5) * 26,
      (a[1] + b[1]) / 2 + (random() - 0.5) * 26,
    ]
    const d = path([a, middle, b]).replace(/Z$/, '')
    cracks += d
    if (random() < 0.16) embers += d
  }
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c <= columns; c++) {
      const here = at[r]![c]!
      if (c < columns) crack(here, at[r]![c + 1]!)
      if (r < rows && random() < 0.72) crack(here, at[r + 1]![c]!)
    }
  return (
    stroke(cracks, line, theme === 'dark' ? 0.55 : 0.22, 2.5) +
    stroke(embers, spark, theme === 'dark' ? 0.14 : 0.1, 7) +
    stroke(embers, spark, theme === 'dark' ? 0.5 : 0.3, 1.5)
  )
}

const TILES: Record<string, (light: Light, theme: Theme) => [size: number, tile: string]> = {
  felt,
  bench,
  steel,
  lab,
}

/** Large marks on some materials, drawn once. */
function marks(name: string, { line }: Light): string {
  if (name !== 'bench') return ''
  const gear = (x: number, y: number, r: number) =>
    stroke(
      circle(x, y, r) +
        circle(x, y, r * 0.72) +
        circle(x, y, r * 0.2) +
        path(polygon(6), r * 0.5, x, y),
      line,
      0.1,
      1.5,
    ) + stroke(`M${x - r - 16} ${y}H${x + r + 16}M${x} ${y - r - 16}V${y + r + 16}`, line, 0.08)
  return gear(170, 560, 120) + gear(1120, 200, 150)
}

function surface(name: string, theme: Theme): Drawing {
  const light = (PALETTES[name] ?? PALETTES['felt']!)[theme]
  const [glow, tiles, shade] = ['glow', 'tiles', 'shade'].map((part) => `${part}-${name}-${theme}`)
  const tile = TILES[name]
  const [size, body] = tile ? tile(light, theme) : [0, '']
  const all = `d="M0 0H${W}V${H}H0Z"`
  return drawing(
    W,
    H,
    `<radialGradient id="${glow}" cx=".5" cy=".42" r=".75"><stop stop-color="${light.middle}"/><stop offset=".55" stop-color="${light.ground}"/><stop offset="1" stop-color="${light.edge}"/></radialGradient>` +
      `<path ${all} fill="url(#${glow})"/>` +
      (size
        ? `<pattern id="${tiles}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${body}</pattern><path ${all} fill="url(#${tiles})"/>`
        : stone(light, theme)) +
      marks(name, light) +
      `<linearGradient id="${shade}" x2="0" y2="1"><stop stop-opacity=".22"/><stop offset=".06" stop-opacity="0"/></linearGradient><path ${all} fill="url(#${shade})"/>`,
  )
}

/** The names of the materials. */
export const SURFACES = Object.keys(PALETTES)

export const families: Families = {
  surface: (name = '', theme = '') => surface(name, theme === 'light' ? 'light' : 'dark'),
}
