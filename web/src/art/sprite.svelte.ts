// Each picture is drawn once, when it is first needed, as a <symbol> of one hidden sprite, and shown by light <use>
// references. Names are those of icons in the view; the first word is the family.

import { lazy } from '../net/lazy'
import { families as cards } from './cards'
import { HUES } from './color'
import { drawing, type Draw, type Drawing, type Families } from './drawing'
import { families as gems, gem } from './gems'
import { families as icons } from './icons'
import { circle, cog, path } from './shapes'

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

const wheel = (): Drawing =>
  drawing(
    100,
    100,
    `<path fill-rule="evenodd" d="${path(cog(12, 49, 40), 1, 50, 50)}${circle(50, 50, 18)}" fill="currentColor"/>`,
  )

/** The drawing functions of the families loaded so far. */
const here = new Map(Object.entries<Draw>({ ...gems, ...icons, ...cards, logo, cog: wheel }))

/** Increases when a family is loaded, so that its pictures are drawn then. */
const arrived = $state({ files: 0 })

/** Adds families that a page brings along, because it cannot load more files. */
export function brought(families: Families): void {
  for (const [family, draw] of Object.entries(families)) here.set(family, draw)
  arrived.files++
}

function file(load: () => Promise<{ families: Families }>): () => Promise<void> {
  return lazy(async () => {
    brought((await load()).families)
  }, true)
}

const robots = file(() => import('./robots'))
const scenes = file(() => import('./scenes'))
const things = file(() => import('./things'))

/** The files of families that only some pages use. Any other picture is in `things`. */
const FILES: Record<string, () => Promise<void>> = {
  noble: file(() => import('./people')),
  head: file(() => import('./heads')),
  robot: robots,
  figure: robots,
  crowd: robots,
  part: file(() => import('./bodies')),
  machine: file(() => import('./machines')),
  box: file(() => import('./boxes')),
  surface: file(() => import('./surfaces')),
  scene: scenes,
  chips: scenes,
}

/** Loads the file of a family, possibly in advance. If that fails, its pictures stay blank. */
export function fetched(family: string): Promise<void> {
  return (FILES[family] ?? things)().catch(() => undefined)
}

interface Drawn {
  id: string
  box: string
}

const BLANK: Drawn = { id: '', box: '0 0 24 24' }
const known = new Map<string, Drawn>()
let sprite: SVGSVGElement | null = null

/** The symbol of a picture, drawn if it is new; blank while its family is being loaded. */
export function symbol(name: string): Drawn {
  const found = known.get(name)
  if (found) return found
  const [family = '', ...words] = name.split('/')
  const draw = here.get(family) ?? (FILES[family] ? undefined : here.get('star'))
  if (!draw) {
    void arrived.files
    void fetched(family)
    return BLANK
  }
  if (!sprite) {
    sprite = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    sprite.setAttribute('aria-hidden', 'true')
    sprite.setAttribute('class', 'sprite')
    document.body.prepend(sprite)
  }
  const { width, height, body } = draw(...words)
  const made = { id: `art-${known.size}`, box: `0 0 ${width} ${height}` }
  sprite.insertAdjacentHTML(
    'beforeend',
    `<symbol id="${made.id}" viewBox="${made.box}" overflow="visible">${body}</symbol>`,
  )
  known.set(name, made)
  return made
}
