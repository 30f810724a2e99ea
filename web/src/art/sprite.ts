// Every picture is drawn once, when it is first asked for, as a <symbol> of one hidden sprite; what is seen are light
// <use> references to it. Names are those of icons in the view.

import { back, ground } from './cards'
import { hueOf, HUES, mix } from './color'
import { gem, jewel } from './gems'
import { LINE, SEAT_MARKS, SOLID } from './icons'
import { noble } from './people'
import { bust, crowd, face, figure } from './robots'
import { CUTS, circle, cog, path, starOutline } from './shapes'

interface Drawing {
  width: number
  height: number
  body: string
}

const drawing = (width: number, height: number, body: string): Drawing => ({ width, height, body })

function dots(count: number): Drawing {
  let body = ''
  for (let i = 0; i < count; i++)
    body += `<rect x="${i * 11}" y="0" width="8" height="8" rx="1.5" fill="${HUES['brass']!.mid}"/>`
  return drawing(Math.max(1, count * 11 - 3), 8, body)
}

/** A token: rim in the gem's colour, dark inner line, the gem within. */
function token(hue: string, cut: string): Drawing {
  const h = hueOf(hue)
  const rim = hue === 'black' ? '#8b95a4' : hue === 'white' ? '#f4f7fa' : h.mid
  return drawing(
    100,
    100,
    `<circle cx="50" cy="50" r="49" fill="${mix(rim, '#000000', 0.55)}"/><circle cx="50" cy="50" r="47" fill="${rim}"/>` +
      `<circle cx="50" cy="50" r="40" fill="${mix(rim, '#000000', 0.62)}"/><circle class="token-ground" cx="50" cy="50" r="38"/>` +
      `<g transform="translate(23 23) scale(.54)">${gem(hue, cut)}</g>`,
  )
}

const CUBES: Record<string, string> = { square: 'square', circle: 'round', round: 'round', hexagon: 'hexagon', diamond: 'diamond' }

function cube(hue: string, cut: string, letter: string): Drawing {
  const h = hueOf(hue)
  const outline = cut === 'circle' || cut === 'round' ? circle(50, 50, 44) : path(CUTS[CUBES[cut] ?? 'square']!, 48, 50, 50)
  const ink = hue === 'black' || hue === 'gray' ? '#fff' : '#10141b'
  const fill = hue === 'black' ? '#39414d' : mix(h.mid, h.light, 0.25)
  return drawing(
    100,
    100,
    `<path d="${outline}" fill="${fill}" stroke="${hue === 'black' ? '#a3acbd' : h.dark}" stroke-width="6" stroke-linejoin="round"/>` +
      (letter ? `<text x="50" y="52" fill="${ink}" font-size="46" font-weight="800" text-anchor="middle" dominant-baseline="central">${letter.slice(0, 1).replace(/[<&]/, '')}</text>` : ''),
  )
}

/** A round button of brass with a small picture on it; with a hue it is a dark one with a rim of that hue. */
function disc(icon: string, hue: string): Drawing {
  const { light, mid } = hueOf(hue || 'brass')
  const ink = hue ? light : '#1d1406'
  const inside = LINE[icon]
    ? `<path d="${LINE[icon]}" fill="none" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`
    : icon === 'heart' || icon === 'burst'
      ? `<path d="${path(icon === 'heart' ? CUTS['heart']! : starOutline(8, 0.52), 11, 12, 12)}" fill="${ink}"/>`
      : (SOLID[icon] ?? '')
  return drawing(
    100,
    100,
    `<circle cx="50" cy="50" r="46" fill="${hue ? '#171c25' : mid}" stroke="${hue ? light : '#171208'}" stroke-width="6"/>` +
      `<g transform="translate(20 20) scale(2.5)" color="${ink}">${inside}</g>`,
  )
}

function logo(): Drawing {
  const brass = HUES['brass']!
  return drawing(
    100,
    100,
    `<path d="${path(cog(8, 49, 37), 1, 50, 50)}" fill="${brass.mid}" stroke="${brass.dark}" stroke-width="3" stroke-linejoin="round"/>` +
      `<circle cx="50" cy="50" r="32" fill="none" stroke="${brass.light}" stroke-width="2" opacity=".6"/><circle cx="50" cy="50" r="23" fill="#171c25" stroke="${brass.dark}" stroke-width="3"/>` +
      `<g transform="translate(33 33) scale(.34)">${gem('gold', 'hexagon')}</g>`,
  )
}

/** Families that a page brings along, so that the others need not load them. */
const guests = new Map<string, (...words: string[]) => Drawing>()

export function bring(family: string, draw: (...words: string[]) => Drawing): void {
  guests.set(family, draw)
}

function draw(name: string): Drawing {
  const [family = '', a = '', b = '', c = ''] = name.split('/')
  const guest = guests.get(family)
  if (guest) return guest(a, b, c)
  switch (family) {
    case 'gem':
      return drawing(100, 100, gem(a, b || 'round'))
    case 'jewel':
      return drawing(100, 100, jewel(a, b || 'round'))
    case 'token':
      return token(a, b || 'round')
    case 'ground':
      return drawing(112, 138, ground(a, b))
    case 'back':
      return drawing(112, 138, back(Number(a)))
    case 'noble':
      return drawing(100, 100, noble(a))
    case 'robot':
      return drawing(100, 104, bust(a, b))
    case 'head':
      return drawing(84, 84, `<g transform="translate(-8 0)">${face(a, b)}</g>`)
    case 'figure':
      return drawing(100, 130, figure(a, b))
    case 'crowd':
      return drawing(100, 100, crowd(a))
    case 'cube':
      return cube(a, b, c)
    case 'dots':
      return dots(Number(a) || 0)
    case 'card':
      if (a)
        return drawing(
          88,
          100,
          `<rect x="8" y="1" width="72" height="98" rx="10" fill="${hueOf(a).card}" stroke="${hueOf(a).light}" stroke-width="5"/><g transform="translate(16 22) scale(.56)">${gem(a, b || 'round')}</g>`,
        )
      break
    case 'mark':
      return drawing(24, 24, `<path d="${SEAT_MARKS[Number(a)] ?? SEAT_MARKS[0]!}" fill="currentColor"/>`)
    case 'disc':
      return disc(a, b)
    case 'logo':
      return logo()
    case 'cog':
      return drawing(100, 100, `<path fill-rule="evenodd" d="${path(cog(12, 49, 40), 1, 50, 50)}${circle(50, 50, 18)}" fill="currentColor"/>`)
  }
  const line = LINE[name]
  if (line)
    return drawing(24, 24, `<path d="${line}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`)
  return drawing(24, 24, SOLID[name] ?? SOLID['star']!)
}

const known = new Map<string, { id: string; box: string }>()
let sprite: SVGSVGElement | null = null

/** The symbol of a picture, drawn if it is new. */
export function symbol(name: string): { id: string; box: string } {
  const found = known.get(name)
  if (found) return found
  if (!sprite) {
    sprite = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    sprite.setAttribute('aria-hidden', 'true')
    sprite.setAttribute('class', 'sprite')
    document.body.prepend(sprite)
  }
  const { width, height, body } = draw(name)
  const made = { id: `art-${known.size}`, box: `0 0 ${width} ${height}` }
  sprite.insertAdjacentHTML('beforeend', `<symbol id="${made.id}" viewBox="${made.box}" overflow="visible">${body}</symbol>`)
  known.set(name, made)
  return made
}
