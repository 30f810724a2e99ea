// Illustrations of cards, 112 by 138: a place in the tones of a hue. A seed moves sun, clouds, peaks and load, so that
// no two cards of a game look alike.

import { hueOf, mix, pick, seeded } from './color'
import { drawing, type Families } from './drawing'
import { gem } from './gems'
import { circle, cog, path, type Point } from './shapes'

const [W, H] = [112, 138]

interface Tones {
  /** The sky above and at the horizon. */
  top: string
  low: string
  /** From the farthest ground to the nearest. */
  far: string
  mid: string
  near: string
  deep: string
  /** Sun, moon and bright walls. */
  glow: string
}

const OWN: Record<string, Tones> = {
  white: {
    top: '#74849b',
    low: '#dfe7f0',
    far: '#c3cedc',
    mid: '#8f9eb3',
    near: '#5a687d',
    deep: '#262f3d',
    glow: '#ffffff',
  },
  black: {
    top: '#10141b',
    low: '#454e5e',
    far: '#3d4553',
    mid: '#2a303c',
    near: '#191d26',
    deep: '#0a0c11',
    glow: '#e6ebf4',
  },
}

function tonesOf(hue: string): Tones {
  const h = hueOf(hue)
  return (
    OWN[hue] ?? {
      top: mix(h.mid, h.dark, 0.45),
      low: mix(h.light, h.mid, 0.15),
      far: mix(h.light, h.mid, 0.6),
      mid: mix(h.mid, h.dark, 0.35),
      near: mix(h.dark, h.edge, 0.25),
      deep: mix(h.edge, '#05070b', 0.35),
      glow: mix(h.light, '#fff6dc', 0.6),
    }
  )
}

interface Scene {
  hue: string
  cut: string
  night: boolean
  t: Tones
  random: () => number
  /** A number between two. */
  between(low: number, high: number): number
}

const WOOD = ['#8a5a2e', '#5c381a', '#3a2210'] as const
const LAMP = '#f2c164'
const GOLD = '#e6b450'

const fill = (d: string, colour: string, opacity = 1) =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`
const put = (body: string, x: number, y: number, scale: number, turn = 0) =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${scale.toFixed(3)})">${body}</g>`
const round = (value: number) => Math.round(value * 10) / 10
const box = (x: number, y: number, w: number, h: number) =>
  `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}Z`
const stone = ({ hue, cut }: Scene, x: number, y: number, size: number, turn = 0) =>
  put(gem(hue, cut), x - size / 2, y - size / 2, size / 100, turn)

/** The sky with its sun, or at night with a moon and stars; clouds or birds. */
function sky({ t, night, between, random }: Scene, hue: string, horizon: number): string {
  const id = `sky-${hue}`
  const [x, y, r] = [between(22, 90), between(22, 44), between(8, 13)]
  const halo = [2.6, 1.8].map((k) => fill(circle(x, y, r * k), t.glow, 0.13)).join('')
  const disc = night
    ? fill(
        `M${round(x)} ${round(y - r)}a${round(r)} ${round(r)} 0 1 0 ${round(r)} ${round(r * 1.25)}a${round(r * 0.86)} ${round(r * 0.86)} 0 1 1 ${round(-r)} ${round(-r * 1.25)}Z`,
        t.glow,
      )
    : fill(circle(x, y, r), t.glow, 0.95)
  let more = ''
  if (night)
    for (let i = 0; i < 9; i++)
      more += circle(between(4, 108), between(6, horizon - 20), between(0.4, 1))
  else
    for (let i = 0, n = 1 + Math.floor(random() * 3); i < n; i++) {
      const [cx, cy, w] = [between(2, 96), between(16, horizon * 0.62), between(14, 30)]
      more += `M${round(cx)} ${round(cy)}h${round(w)}a2.500 2.500 0 0 0 0-5h${round(-w * 0.3)}a${round(w * 0.2)} ${round(w * 0.17)} 0 0 0 ${round(-w * 0.42)} 0h${round(-w * 0.28)}a2.500 2.500 0 0 0 0 5Z`
    }
  return (
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${t.top}"/><stop offset="${round(horizon / H)}" stop-color="${t.low}"/></linearGradient>` +
    `<path d="M0 0H${W}V${H}H0Z" fill="url(#${id})"/>${halo}${disc}` +
    fill(more, t.glow, night ? 0.8 : 0.34)
  )
}

/** A range of peaks with snow, up to `height` above `base`. */
function peaks(scene: Scene, base: number, height: number, count: number): string {
  const { t, between } = scene
  let [rock, snow, shade] = ['', '', '']
  for (let i = 0; i < count; i++) {
    const x = ((i + 0.5) / count) * W + between(-10, 10)
    const [w, h] = [between(20, 32), height * between(0.6, 1)]
    const top = base - h
    rock += path([
      [x - w, base],
      [x, top],
      [x + w, base],
    ])
    shade += path([
      [x, top],
      [x + w, base],
      [x + w * 0.2, base],
      [x + w * 0.12, top + h * 0.5],
    ])
    const c = 0.28
    snow += path([
      [x, top],
      [x + w * c, top + h * c],
      [x + w * 0.1, top + h * (c - 0.05)],
      [x - w * 0.02, top + h * (c + 0.08)],
      [x - w * 0.12, top + h * (c - 0.04)],
      [x - w * c, top + h * c],
    ])
  }
  return fill(rock, t.far) + fill(shade, t.mid, 0.5) + fill(snow, t.glow, scene.night ? 0.5 : 0.85)
}

function lantern(x: number, y: number): string {
  return (
    fill(circle(x, y, 11), LAMP, 0.22) +
    line(`M${x} ${y - 9}v3`, WOOD[2], 1.4) +
    fill(`M${x - 3.5} ${y - 5}h7l1 10h-9Z`, WOOD[2]) +
    fill(`M${x - 2.2} ${y - 3}h4.400l.6 6.500h-5.600Z`, LAMP)
  )
}

/** The mouth of a mine, with rails and a cart full of gems. */
function mine(scene: Scene): string {
  const { t, between, random } = scene
  const [x, w] = [between(58, 68), between(27, 31)]
  const load = 2 + Math.floor(random() * 3)
  let gems = ''
  for (let i = 0; i < load; i++) {
    const place = (i - (load - 1) / 2) * (26 / load)
    gems += stone(
      scene,
      x + place,
      92 - (i % 2) * 4 - between(0, 3),
      between(13, 17),
      between(-22, 22),
    )
  }
  const side = random() < 0.5 ? -1 : 1
  const beam = pick(random, [
    `M${round(x - w - 4)} 76Q${round(x)} ${round(between(46, 54))} ${round(x + w + 4)} 76`,
    `M${round(x - w - 3)} 66L${round(x - w + 6)} 60H${round(x + w - 6)}L${round(x + w + 3)} 66`,
  ])
  const rocks = [0, 1, 2]
    .map(() => {
      const [rx, s] = [between(2, 110), between(4, 9)]
      return path([
        [rx - s, 132],
        [rx - s * 0.4, 132 - s],
        [rx + s * 0.5, 131 - s * 0.8],
        [rx + s, 132],
      ])
    })
    .join('')
  return (
    sky(scene, `mine-${scene.hue}`, 84) +
    peaks(scene, 84, between(34, 46), 3) +
    fill(
      `M0 ${round(between(70, 84))}Q${round(x - 26)} ${round(between(44, 54))} ${round(x + 2)} 50T112 ${round(between(66, 82))}V138H0Z`,
      t.mid,
    ) +
    fill(
      `M0 ${round(between(96, 104))}Q56 ${round(between(88, 98))} 112 ${round(between(96, 106))}V138H0Z`,
      t.near,
    ) +
    fill(`M${round(x - w)} 112V76Q${round(x)} 50 ${round(x + w)} 76V112Z`, t.deep) +
    line(`M${round(x - w)} 112V72M${round(x + w)} 112V72`, WOOD[1], 6) +
    line(beam, WOOD[0], 6) +
    line(
      `M${round(x - 9)} 112L${round(x - 26)} 138M${round(x + 9)} 112L${round(x + 26)} 138`,
      t.deep,
      3,
    ) +
    line(
      [116, 123, 131]
        .map((y, i) => `M${round(x - 15 - i * 5)} ${y}H${round(x + 15 + i * 5)}`)
        .join(''),
      WOOD[2],
      3,
    ) +
    gems +
    fill(
      `M${round(x - 21)} 94H${round(x + 21)}L${round(x + 15)} 112H${round(x - 15)}Z`,
      '#7d8695',
    ) +
    fill(
      `M${round(x - 21)} 94H${round(x + 21)}L${round(x + 19.7)} 98H${round(x - 19.7)}Z`,
      '#aab2bf',
    ) +
    fill(circle(x - 10, 114, 5) + circle(x + 10, 114, 5), '#3c434f') +
    fill(circle(x - 10, 114, 1.8) + circle(x + 10, 114, 1.8), '#aab2bf') +
    lantern(round(x + side * (w + 8)), 84) +
    fill(rocks, t.deep, 0.8)
  )
}

/** A ship before a harbour. */
function port(scene: Scene): string {
  const { t, between, random } = scene
  const [x, horizon] = [between(58, 68), between(70, 78)]
  const right = random() < 0.5
  const shore = right ? between(84, 92) : between(4, 12)
  const towers = random() < 0.5
  const birds = Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
    const [bx, by] = [between(10, 96), between(30, 56)]
    return `M${round(bx)} ${round(by)}q3-4 6 0q3-4 6 0`
  }).join('')
  const waves = Array.from({ length: 6 }, () => {
    const [wx, wy] = [between(0, 96), between(horizon + 6, 134)]
    return `M${round(wx)} ${round(wy)}q4 3 8 0t8 0`
  }).join('')
  const mast = round(between(34, 42))
  const full = round(between(24, 32))
  const flip = random() < 0.5 ? -1 : 1
  const ship =
    line(`M0 36V${-mast}`, WOOD[2], 2.6) +
    fill(`M0 ${-mast}l${between(9, 14).toFixed(1)} 3-${between(9, 12).toFixed(1)} 5Z`, GOLD) +
    fill(`M3 ${-mast + 9}Q${full + 6} ${-mast + 30} ${full - 4} 26L3 28Z`, '#f4ead2') +
    fill(`M3 ${-mast + 9}Q${full - 4} ${-mast + 32} ${full - 14} 26L3 28Z`, '#fff9ea') +
    fill(`M-3 ${-mast + 16}Q-${full - 2} -4 -${full - 6} 24L-3 28Z`, t.far) +
    fill(`M-3 ${-mast + 16}Q-${full - 12} -4 -${full - 14} 24L-3 28Z`, t.mid, 0.7) +
    fill('M-36 32H38Q34 46 24 50H-22Q-32 46-36 32Z', WOOD[0]) +
    fill('M-36 32H38L37 37H-35Z', WOOD[1]) +
    fill(
      Array.from({ length: 3 + Math.floor(random() * 3) }, (_, i) =>
        circle(-20 + i * 10, 42, 2.2),
      ).join(''),
      LAMP,
    )
  return (
    sky(scene, `port-${scene.hue}`, horizon) +
    line(birds, t.deep, 1.4) +
    fill(
      towers
        ? box(shore, horizon - 34, 13, 34) +
            path([
              [shore - 3, horizon - 34],
              [shore + 6.5, horizon - 46],
              [shore + 16, horizon - 34],
            ])
        : box(shore - 4, horizon - 20, 22, 20) +
            path([
              [shore - 8, horizon - 20],
              [shore + 7, horizon - 32],
              [shore + 22, horizon - 20],
            ]),
      t.near,
    ) +
    fill(box(shore + 4, horizon - 26 + (towers ? 0 : 12), 5, 6), LAMP) +
    fill(box(0, horizon, W, H - horizon), t.mid) +
    fill(box(0, horizon, W, 5), t.far, 0.6) +
    fill(`M0 ${H - 30}Q28 ${H - 36} 56 ${H - 30}T112 ${H - 30}V${H}H0Z`, t.near) +
    `<g transform="translate(${round(x)} 62) scale(${flip} 1)">${ship}</g>` +
    stone(scene, x + flip * 12, 66, 13) +
    fill(`M0 ${H - 22}Q28 ${H - 29} 56 ${H - 22}T112 ${H - 22}V${H}H0Z`, t.deep, 0.85) +
    line(waves, t.glow, 1.3, ' opacity=".4"')
  )
}

const CAMEL =
  'M3 31V19Q0 17 2 13Q4 9 8 10Q10 3 14 10Q17 11 19 10Q22 3 26 10Q30 12 32 7Q32 2 36 1L42 3V6L37 7Q38 16 32 19L31 31H28L27 20H12L11 31H8L7 21L6 31Z'

/** A caravan between dunes. */
function caravan(scene: Scene): string {
  const { t, between, random } = scene
  const count = 2 + Math.floor(random() * 2)
  const flip = random() < 0.5
  const [dune, start] = [between(84, 92), between(4, 12)]
  let camels = ''
  for (let i = 0; i < count; i++) {
    const scale = between(0.8, 0.98)
    const x = start + i * (W / count) * 0.92
    const load =
      fill('M11 12Q16 6 24 12V20H11Z', pick(random, ['#a8402e', '#2f6d78', '#6a3f8e', '#7a5a1c'])) +
      fill('M11 15H24V17.500H11Z', GOLD)
    camels += put(
      fill(CAMEL, i % 2 ? t.deep : mix(t.deep, t.near, 0.5)) + load,
      x,
      dune - 24 * scale + between(0, 7),
      scale,
    )
  }
  const castle = between(14, 78)
  return (
    sky(scene, `caravan-${scene.hue}`, 78) +
    (random() < 0.6
      ? peaks(scene, 80, between(22, 34), 3)
      : fill(
          box(castle, 52, 20, 28) + box(castle + 3, 44, 5, 10) + box(castle + 12, 46, 5, 8),
          t.far,
        )) +
    fill(
      `M0 ${round(between(72, 80))}Q30 ${round(between(64, 72))} 60 78T112 ${round(between(68, 78))}V138H0Z`,
      t.far,
    ) +
    fill(
      `M0 ${round(dune)}Q34 ${round(dune - between(6, 12))} 66 ${round(dune)}T112 ${round(dune - 4)}V138H0Z`,
      t.mid,
    ) +
    (flip ? `<g transform="translate(${W} 0) scale(-1 1)">${camels}</g>` : camels) +
    fill(
      `M0 ${round(between(110, 116))}Q40 ${round(between(98, 106))} 74 112T112 ${round(between(104, 112))}V138H0Z`,
      t.near,
    ) +
    fill(`M0 128Q30 ${round(between(116, 122))} 62 128T112 124V138H0Z`, t.deep, 0.7) +
    stone(scene, between(70, 100), between(118, 126), 14, between(-30, 30))
  )
}

/** A cutter's bench before a window. */
function workshop(scene: Scene): string {
  const { t, between, random, night } = scene
  const [x, top] = [between(44, 64), between(24, 32)]
  const left = random() < 0.5
  const wheel = left ? between(20, 26) : between(86, 92)
  const jewel = left ? between(72, 80) : between(32, 40)
  let bricks = ''
  for (let y = 8; y < 92; y += 11)
    for (let c = 0; c < 5; c++) bricks += `M${round(c * 26 + ((y / 11) % 2 ? 0 : 13) - 8)} ${y}h22`
  const arch = random() < 0.5
  const window = arch
    ? `M${round(x - 21)} 82V${round(top + 22)}a21 21 0 0 1 42 0V82Z`
    : `M${round(x - 20)} 82V${round(top + 18)}L${round(x)} ${round(top)}L${round(x + 20)} ${round(top + 18)}V82Z`
  const jars = (from: number) =>
    Array.from({ length: 3 }, (_, i) =>
      fill(
        `M${round(from + i * 7)} ${round(46 - between(0, 3))}h5v${round(between(7, 10))}h-5Z`,
        pick(random, [t.low, LAMP, '#a8402e', '#2f8a80', '#d8cfbb']),
      ),
    ).join('') + fill(box(from - 2, 54, 24, 2.6), WOOD[1])
  const sparks = Array.from({ length: 5 }, () => {
    const a = (left ? 0 : Math.PI) + between(-0.7, 0.7)
    const [near, far] = [16, between(22, 34)]
    return `M${round(wheel + Math.cos(a) * near)} ${round(90 + Math.sin(a) * near)}L${round(wheel + Math.cos(a) * far)} ${round(90 + Math.sin(a) * far)}`
  }).join('')
  const candle = left ? between(96, 102) : between(8, 14)
  return (
    fill(box(0, 0, W, H), mix(t.mid, t.near, 0.35)) +
    line(bricks, t.deep, 1.2, ' opacity=".5"') +
    fill(window, t.deep) +
    put(fill(window, t.low), x * 0.1, 82 * 0.1, 0.9) +
    fill(circle(x + between(-9, 9), top + 26, 6), t.glow, night ? 0.95 : 0.8) +
    line(`M${round(x)} ${round(top + 2)}V82M${round(x - 20)} 56H${round(x + 20)}`, t.deep, 2.4) +
    (x > 54 ? jars(6) : jars(86)) +
    fill(box(0, 104, W, 34), WOOD[1]) +
    fill(box(0, 100, W, 8), WOOD[0]) +
    line('M0 116H112M0 127H112', WOOD[2], 1.2, ' opacity=".6"') +
    fill(`M${round(wheel - 5)} 102L${round(wheel)} 88L${round(wheel + 5)} 102Z`, WOOD[2]) +
    fill(circle(wheel, 90, 15), '#6d7684') +
    fill(path(cog(18, 13.5, 12.4), 1, wheel, 90), '#9aa3b1') +
    fill(circle(wheel, 90, 4.5), '#3c434f') +
    line(sparks, LAMP, 1.8) +
    fill(circle(jewel, 86, 20), t.glow, 0.2) +
    fill(`M${round(jewel - 16)} 102q16-9 32 0Z`, pick(random, [LAMP, '#a8402e', '#4a3d7a'])) +
    stone(scene, jewel, 86, between(26, 31), between(-14, 14)) +
    fill(box(candle - 2, 86, 4, 15), '#f4ead2') +
    fill(`M${round(candle)} 77q4 5 0 9q-4-4 0-9Z`, LAMP)
  )
}

/** A palace with domes. */
function palace(scene: Scene): string {
  const { t, between, random } = scene
  const bright = scene.night ? t.far : mix(t.glow, t.low, 0.35)
  const shade = mix(t.far, t.mid, 0.4)
  const dome = pick(random, [
    (x: number, y: number, r: number) =>
      `M${round(x - r)} ${round(y)}Q${round(x - r)} ${round(y - r * 1.15)} ${round(x)} ${round(y - r * 1.5)}Q${round(x + r)} ${round(y - r * 1.15)} ${round(x + r)} ${round(y)}Z`,
    (x: number, y: number, r: number) =>
      `M${round(x - r * 0.8)} ${round(y)}Q${round(x - r * 1.35)} ${round(y - r * 0.8)} ${round(x)} ${round(y - r * 1.7)}Q${round(x + r * 1.35)} ${round(y - r * 0.8)} ${round(x + r * 0.8)} ${round(y)}Z`,
    (x: number, y: number, r: number) =>
      `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 0 1 ${round(r * 2)} 0Z`,
  ])
  const [x, top] = [between(58, 64), between(58, 66)]
  const pairs = 1 + Math.floor(random() * 2)
  let [towers, caps, tips, windows] = ['', '', '', '']
  for (let i = 1; i <= pairs; i++)
    for (const side of [-1, 1]) {
      const [tx, w] = [x + side * (22 + i * 13), 6.5 - i]
      const ty = top + 4 + i * 7 - (side > 0 ? between(0, 5) : between(0, 5))
      towers += box(tx - w, ty, w * 2, 114 - ty)
      caps += dome(tx, ty, w + 1.5)
      tips += `M${round(tx)} ${round(ty - w * 1.6)}v-7`
      windows += box(tx - 1.3, ty + 9, 2.6, 7)
    }
  const main = between(21, 25)
  const gate = pick(random, [
    `M${round(x - 8)} 114V98a8 8 0 0 1 16 0V114Z`,
    `M${round(x - 8)} 114V98L${round(x)} 86L${round(x + 8)} 98V114Z`,
  ])
  const arches = [-17, 17].map((dx) => `M${round(x + dx - 4)} 114V101a4 4 0 0 1 8 0V114Z`).join('')
  const trees = [between(2, 9), between(102, 110)]
    .map((tx) => `M${round(tx)} 118q-6-8 0-22q6 14 0 22Z`)
    .join('')
  const flag = random() < 0.5 ? 1 : -1
  return (
    sky(scene, `palace-${scene.hue}`, 104) +
    (random() < 0.5 ? peaks(scene, 104, between(30, 44), 3) : '') +
    fill(
      `M0 ${round(between(100, 106))}Q56 ${round(between(92, 100))} 112 ${round(between(100, 106))}V138H0Z`,
      t.mid,
    ) +
    fill(towers, shade) +
    fill(caps, t.mid) +
    line(tips, GOLD, 1.8) +
    fill(windows, t.deep) +
    fill(box(x - 30, top + 20, 60, 94 - top), bright) +
    fill(box(x, top + 20, 30, 94 - top), shade, 0.55) +
    fill(box(x - main, top + 6, main * 2, 18), bright) +
    fill(box(x, top + 6, main, 18), shade, 0.5) +
    fill(dome(x, top + 8, main), t.mid) +
    fill(dome(x - main * 0.28, top + 7, main * 0.5), t.far, 0.6) +
    line(`M${round(x)} ${round(top - main * 1.2)}v-10`, GOLD, 2) +
    fill(
      `M${round(x)} ${round(top - main * 1.2 - 10)}l${flag * 11} 3.500l${-flag * 11} 3.500Z`,
      GOLD,
    ) +
    stone(scene, x, top + 1, 13) +
    fill(box(x - 32, top + 20, 64, 4), t.near, 0.55) +
    fill(arches, t.deep) +
    fill(gate, GOLD) +
    line(`M${round(x)} 92V114`, WOOD[1], 1.2) +
    fill(`M0 114H112V138H0Z`, t.near) +
    fill(
      path([
        [x - 9, 114],
        [x + 9, 114],
        [x + 22, 138],
        [x - 22, 138],
      ]),
      bright,
      0.75,
    ) +
    line(
      [119, 125, 131]
        .map((y, i) => `M${round(x - 11 - i * 3)} ${y}H${round(x + 11 + i * 3)}`)
        .join(''),
      t.near,
      1.2,
    ) +
    fill(trees, t.deep)
  )
}

const MOTIFS: Record<string, (scene: Scene) => string> = { mine, port, caravan, workshop, palace }

/** The names of the places. */
export const PLACES = Object.keys(MOTIFS)

function scene(motif: string, hue: string, seed: string, cut: string): string {
  const random = seeded(`${motif}${hue}${seed}`)
  for (let i = 0; i < 3; i++) random()
  const between = (low: number, high: number) => low + random() * (high - low)
  const all: Scene = { hue, cut, night: hue === 'black', t: tonesOf(hue), random, between }
  const draw = MOTIFS[motif] ?? mine
  // Each picture has its own gradient, because a horizon varies.
  const body = draw(all).replaceAll(/(sky-[\w-]+)/g, `$1-${seed || 0}`)
  return body
}

/** Chips on one another, seen from above and in front: the number of their edges is that of the chips, up to seven. */
function chips(hue: string, cut: string, count: number): string {
  const h = hueOf(hue)
  const rim = hue === 'black' ? '#59626f' : hue === 'white' ? '#d9dfe7' : h.mid
  const mark =
    hue === 'white' ? '#98a3b3' : hue === 'black' ? '#cfd6e0' : mix(h.light, '#ffffff', 0.55)
  const [r, step] = [38, 2.9]
  const n = Math.min(7, Math.max(1, count))
  const thick = 3.5 + n * step
  const y = 50 - thick / 2
  const side = (from: number, to: number, colour: string) =>
    fill(
      `M${50 - r} ${round(from)}V${round(to)}a${r} ${r} 0 0 0 ${2 * r} 0V${round(from)}Z`,
      colour,
    )
  let edges = side(y, y + thick, mix(rim, '#000000', 0.62))
  for (let i = 1; i < n; i++)
    edges += line(
      `M${50 - r} ${round(y + 3 + i * step)}a${r} ${r} 0 0 0 ${2 * r} 0`,
      mix(rim, '#000000', 0.28),
      1.3,
    )
  let notches = ''
  for (let i = 0; i < 8; i++) {
    const point = (angle: number, radius: number): Point => [
      Math.cos(angle) * radius,
      Math.sin(angle) * radius,
    ]
    const a = (i / 8) * Math.PI * 2 + 0.2
    notches += path(
      [point(a, r), point(a + 0.36, r), point(a + 0.34, r - 8), point(a + 0.02, r - 8)],
      1,
      50,
      y,
    )
  }
  const floor = `<ellipse cx="52" cy="${round(y + thick + r - 3)}" rx="${r - 4}" ry="6" fill="#000" opacity=".3"/>`
  return (
    floor +
    edges +
    fill(circle(50, y, r), mix(rim, '#ffffff', 0.08)) +
    fill(notches, mark) +
    `<circle cx="50" cy="${round(y)}" r="${r - 0.8}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.4"/>` +
    fill(circle(50, y, r - 9), mix(h.edge, h.dark, hue === 'white' ? 0.75 : 0.35)) +
    `<circle cx="50" cy="${round(y)}" r="${r - 9}" fill="none" stroke="${mix(rim, '#000000', 0.5)}" stroke-width="2"/>` +
    put(gem(hue, cut), 50 - 21, y - 21, 0.42)
  )
}

export const families: Families = {
  scene: (motif = '', hue = '', seed = '', cut = 'round') =>
    drawing(W, H, scene(motif, hue, seed, cut)),
  chips: (hue = '', cut = 'round', count = '1') =>
    drawing(100, 100, chips(hue, cut, Number(count) || 1)),
}
