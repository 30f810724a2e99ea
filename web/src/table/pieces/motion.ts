// How things move on the table. Only transforms and opacity change, so that nothing is laid out or painted again.

import type { Rect } from '../layout/geometry'

/** The name of these animations: a touch ends all that have it. */
const NAME = 'feel'

/** Durations in milliseconds. */
export const TIME = {
  card: 300,
  deck: 240,
  turn: 200,
  token: 300,
  land: 180,
  drop: 180,
  lay: 160,
  glide: 260,
}

export const EASE = {
  card: 'cubic-bezier(.2,.8,.2,1)',
  token: 'cubic-bezier(.3,0,.2,1)',
  spring: 'cubic-bezier(.34,1.4,.64,1)',
}

/** The points of an arc between which a thing moves in a straight line. */
const POINTS = 8

interface Arc {
  /** Its height as a share of the way. */
  arc: number
  /** The size at the end, as a share of that at the beginning; or the size at the beginning if `grows`. */
  scale?: readonly [number, number]
  grows?: boolean
  /** Degrees by which it leans on the way. */
  lean?: number
  more?: Keyframe
}

/** The way of a thing from one place to another, in an arc. */
export function way(from: Rect, to: Rect, { arc, scale = [1, 1], grows, lean = 0, more }: Arc) {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const height = arc * Math.hypot(dx, dy)
  const points = arc || lean ? POINTS : 1
  return Array.from({ length: points + 1 }, (_, i): Keyframe => {
    const t = i / points
    const up = height * 4 * t * (1 - t)
    const part = grows ? 1 - t : t
    const [sx, sy] = scale.map((end) => 1 + (end - 1) * part) as [number, number]
    const turn = lean ? ` rotate(${(lean * Math.sin(Math.PI * t)).toFixed(2)}deg)` : ''
    const [x, y] = [from.x + dx * t, from.y + dy * t - up].map((value) => value.toFixed(1))
    return { transform: `translate(${x}px, ${y}px)${turn} scale(${sx}, ${sy})`, ...more, offset: t }
  })
}

/** Moves an element; a touch anywhere on the table ends it. */
export function move(
  node: Element,
  frames: Keyframe[],
  {
    duration,
    delay = 0,
    easing = EASE.card,
    fill = 'backwards' as FillMode,
  }: KeyframeAnimationOptions & { duration: number },
): Animation {
  return node.animate(frames, { id: NAME, duration, delay, easing, fill })
}

/** Turns a card over after `delay` milliseconds: its back gets narrow, then its front gets wide. */
export function turnOver(front: Element, back: Element, delay: number): Animation {
  const all = delay + TIME.turn
  const edge = (delay + TIME.turn / 2) / all
  const lifted = 'translateY(-3px)'
  move(
    back,
    [
      { transform: 'none' },
      { transform: 'none', offset: delay / all, easing: 'ease-in' },
      { transform: `${lifted} scaleX(0)`, offset: edge },
      { transform: `${lifted} scaleX(0)` },
    ],
    { duration: all, easing: 'linear', fill: 'both' },
  )
  return move(
    front,
    [
      { transform: `${lifted} scaleX(0)` },
      { transform: `${lifted} scaleX(0)`, offset: edge, easing: 'ease-out' },
      { transform: 'none' },
    ],
    { duration: all, easing: 'linear' },
  )
}

/** Shows the face of a piece in its former size, which becomes the present one while the piece glides to its place. */
export function grow(face: Element, from: Rect, to: Rect, delay: number): void {
  const off = `${(from.w - to.w) / 2}px ${(from.h - to.h) / 2}px`
  move(
    face,
    [
      { translate: off, scale: `${from.w / to.w} ${from.h / to.h}` },
      { translate: '0 0', scale: '1 1' },
    ],
    { duration: TIME.glide, delay },
  )
}

/** A piece gives a little when something lands on it. */
export function give(piece: string): void {
  const node = document.getElementById(`piece-${piece}`)?.querySelector('.lift')
  if (node)
    move(node, [{ transform: 'translateY(2px)' }, { transform: 'none' }], {
      duration: TIME.land,
      easing: EASE.spring,
    })
}

/** Ends all movements in an element at once. */
export function endAll(ground: Element): void {
  for (const each of ground.getAnimations({ subtree: true })) if (each.id === NAME) each.finish()
}
