// Outlines in the unit circle, and shapes made from them.

export type Point = readonly [number, number]

export function polygon(sides: number, turn = 0, radius = 1): Point[] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = turn + (i / sides) * Math.PI * 2
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
  })
}

export function starOutline(points: number, inner: number, turn = -Math.PI / 2): Point[] {
  return Array.from({ length: points * 2 }, (_, i) => {
    const angle = turn + (i / points) * Math.PI
    const r = i % 2 ? inner : 1
    return [Math.cos(angle) * r, Math.sin(angle) * r] as const
  })
}

function sampled(count: number, at: (t: number) => Point): Point[] {
  return Array.from({ length: count }, (_, i) => at((i / count) * Math.PI * 2))
}

/** The outlines of cut gems, by name. */
export const CUTS: Record<string, Point[]> = {
  round: polygon(12, Math.PI / 12),
  square: [
    [-0.7, -0.86],
    [0.7, -0.86],
    [0.86, -0.7],
    [0.86, 0.7],
    [0.7, 0.86],
    [-0.7, 0.86],
    [-0.86, 0.7],
    [-0.86, -0.7],
  ],
  hexagon: polygon(6, Math.PI / 6),
  triangle: [
    [-0.1, -0.95],
    [0.1, -0.95],
    [1, 0.66],
    [0.9, 0.82],
    [-0.9, 0.82],
    [-1, 0.66],
  ],
  drop: [
    [0, -1],
    [0.3, -0.5],
    [0.6, -0.05],
    [0.73, 0.32],
    [0.6, 0.7],
    [0.28, 0.95],
    [-0.28, 0.95],
    [-0.6, 0.7],
    [-0.73, 0.32],
    [-0.6, -0.05],
    [-0.3, -0.5],
  ],
  star: starOutline(5, 0.5).map(([x, y]) => [x, y + 0.06] as const),
  heart: sampled(16, (t) => [
    (16 * Math.sin(t) ** 3) / 17,
    -(13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t)) / 16,
  ]),
  diamond: [
    [0, -1],
    [0.72, 0],
    [0, 1],
    [-0.72, 0],
  ],
}

const round = (n: number) => Math.round(n * 100) / 100

export function path(points: readonly Point[], scale = 1, dx = 0, dy = 0): string {
  return (
    'M' +
    points.map(([x, y]) => `${round(x * scale + dx)} ${round(y * scale + dy)}`).join('L') +
    'Z'
  )
}

/** A polygon with its corners rounded by a share of the shorter edge. */
export function rounded(points: readonly Point[], part: number): string {
  const n = points.length
  let d = ''
  points.forEach((p, i) => {
    const before = points[(i + n - 1) % n]!
    const after = points[(i + 1) % n]!
    const toward = (q: Point): Point => [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]
    const [a, b] = [toward(before), toward(after)]
    d += `${i ? 'L' : 'M'}${round(a[0])} ${round(a[1])}Q${round(p[0])} ${round(p[1])} ${round(b[0])} ${round(b[1])}`
  })
  return d + 'Z'
}

/** A cog wheel around the origin. */
export function cog(teeth: number, outer: number, inner: number): Point[] {
  const points: Point[] = []
  const step = (Math.PI * 2) / teeth
  for (let i = 0; i < teeth; i++) {
    const a = i * step - Math.PI / 2
    for (const [part, r] of [
      [-0.29, inner],
      [-0.2, outer],
      [0.2, outer],
      [0.29, inner],
    ] as const)
      points.push([Math.cos(a + part * step) * r, Math.sin(a + part * step) * r])
  }
  return points
}

export function circle(cx: number, cy: number, r: number): string {
  return `M${round(cx - r)} ${round(cy)}a${r} ${r} 0 1 0 ${round(r * 2)} 0a${r} ${r} 0 1 0 ${round(-r * 2)} 0Z`
}
