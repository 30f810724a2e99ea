// `cogtable/icons.py` lists all pictures that are drawn here, and the gallery of `cogtable/gallery.py` shows them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HUES } from '../../src/art/color'
import { families as cards } from '../../src/art/cards'
import { families as bodies } from '../../src/art/bodies'
import { BOXES, families as boxes } from '../../src/art/boxes'
import { families as gems } from '../../src/art/gems'
import { families as heads } from '../../src/art/heads'
import { families as icons, LINE } from '../../src/art/icons'
import { families as machines } from '../../src/art/machines'
import { families as people } from '../../src/art/people'
import { families as robots } from '../../src/art/robots'
import { families as scenes, PLACES } from '../../src/art/scenes'
import { CUTS } from '../../src/art/shapes'
import { families as surfaces, SURFACES } from '../../src/art/surfaces'
import { families as things } from '../../src/art/things'

const source = ['icons', 'gallery']
  .map((name) =>
    readFileSync(join(import.meta.dirname, `../../../src/cogtable/${name}.py`), 'utf8'),
  )
  .join('\n')

/** Returns the names in a constant: words, or a list of strings. */
function named(constant) {
  const [, text = ''] = new RegExp(`^${constant} = (?:"""|\\[)(.*?)(?:"""|\\])`, 'ms').exec(source)
  return text.match(/[a-zA-Z][\w/-]*/g) ?? []
}
const sorted = (names) => [...new Set(names)].sort()

it('has every hue, cut and symbol', () => {
  expect(sorted(named('HUES'))).toEqual(sorted(Object.keys(HUES)))
  expect(sorted(named('CUTS'))).toEqual(sorted(Object.keys(CUTS)))
  expect(sorted(named('SIGNS'))).toEqual(sorted(Object.keys(LINE)))
  expect(sorted(named('SCENES'))).toEqual(sorted(Object.keys(BOXES)))
  expect(sorted(named('PLACES'))).toEqual(sorted(PLACES))
  expect(sorted(named('SURFACES'))).toEqual(sorted(SURFACES))
})

it('has every other picture, individually or in a family', () => {
  const art = { ...icons, ...cards, ...bodies, ...boxes, ...gems, ...heads, ...machines }
  const drawn = Object.keys({
    ...art,
    ...people,
    ...robots,
    ...scenes,
    ...surfaces,
    ...things,
    logo: 0,
    cog: 0,
  })
  const shown = [...named('THINGS'), ...named('FAMILIES'), ...named('SIGNS')]
  expect(sorted(shown.map((name) => name.split('/')[0]))).toEqual(sorted(drawn))
})
