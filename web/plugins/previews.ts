// The parts of link previews, from which the server draws a picture for each page without a browser
// (`server/http/preview_drawing.py`): the pictures of games, the bots' faces, the letters as outlines, and the frame.
// And ready-made pictures, for servers that cannot draw.

import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import type { Plugin } from 'vite'
import { BOXES, families } from '../src/art/boxes.ts'
import { face } from '../src/art/heads.ts'
import { find, png, token } from './brand.ts'

const WIDTH = 1200
const HEIGHT = 630

/** Where the picture of a game begins. */
const SCENE_X = 640

/** The names of bots whose faces are drawn: `NAMES` and `OTHERS` in `bots/named.py`. */
const BOTS = ['Bolt', 'Rivet', 'Sprocket', 'Piston', 'Gizmo', 'Spark', 'Tinker', 'Flywheel']

/** The files of a typeface, by writing system. A letter is taken from the first that has it. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']
const FACES = {
  heading: '@fontsource/vollkorn/files/vollkorn-%-700-normal.woff2',
  sans: '@fontsource/inter/files/inter-%-500-normal.woff2',
}
const FEATURES = { kern: true, lnum: true, liga: false }

/** The letters between which the distance varies. */
const KERNED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,'

/** The outlines of a typeface, in units: `glyphs` has the advance and the path of each letter, y upwards. */
interface Outlines {
  units: number
  glyphs: Record<string, [advance: number, path: string]>
  kerning: Record<string, number>
}

async function outlinesOf(files: string): Promise<Outlines> {
  const fonts: Font[] = []
  for (const script of SCRIPTS) {
    const file = new URL(`../node_modules/${files.replace('%', script)}`, import.meta.url)
    fonts.push(create(await readFile(file)) as Font)
  }
  const glyphs: Outlines['glyphs'] = {}
  for (const font of fonts)
    for (const code of font.characterSet) {
      const letter = String.fromCodePoint(code)
      const [glyph] = font.layout(letter, FEATURES).glyphs
      if (glyph && code >= 32) glyphs[letter] ??= [glyph.advanceWidth, glyph.path.toSVG()]
    }
  const [latin] = fonts as [Font]
  const kerning: Outlines['kerning'] = {}
  for (const one of KERNED)
    for (const other of KERNED) {
      const alone = glyphs[one]![0] + glyphs[other]![0]
      const together = latin.layout(one + other, FEATURES).advanceWidth - alone
      if (together) kerning[one + other] = together
    }
  return { units: latin.unitsPerEm, glyphs, kerning }
}

/** A line of text as outlines, from its beginning on the base line. */
function line(font: Outlines, words: string, x: number, y: number, size: number, fill: string) {
  let at = 0
  const drawn = [...words].map((letter, i) => {
    at += font.kerning[words[i - 1] + letter] ?? 0
    const [advance, path] = font.glyphs[letter]!
    const here = `<path transform="translate(${at})" d="${path}"/>`
    at += advance
    return here
  })
  const scale = size / font.units
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${drawn.join('')}</g>`
}

/** The colours of the dark theme: links look the same for everybody. */
async function coloursOf(): Promise<Record<string, string>> {
  const dark = async (name: string) =>
    find('src/tokens.css', new RegExp(`color-scheme: dark;[^}]*--${name}: (#[0-9a-f]{6});`))
  const names = ['raised', 'under', 'text', 'quiet', 'accent-text', 'seat-ink', 'line']
  for (let seat = 0; seat < 6; seat++) names.push(`seat-${seat}`)
  const found = names.map(async (name) => [name, await dark(name)] as const)
  return { ...Object.fromEntries(await Promise.all(found)), night: await token('night') }
}

const ground = (colours: Record<string, string>) =>
  `<defs><radialGradient id="ground" cx=".16" cy="0" r="1.1"><stop stop-color="${colours['raised']}"/><stop offset="1" stop-color="${colours['under']}"/></radialGradient>` +
  `<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="${SCENE_X}" x2="${SCENE_X + 220}"><stop stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff"/></linearGradient>` +
  `<mask id="beside" maskUnits="userSpaceOnUse" x="0" y="0" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#fade)"/></mask></defs>` +
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>`

/** The cog and the name. */
async function brandAt(heading: Outlines, fill: string, x: number, y: number, size: number) {
  const cog = await find('public/favicon.svg', /^<svg[^>]*>(.*)<\/svg>\s*$/s)
  return (
    `<g transform="translate(${x + size * 0.7} ${y}) scale(${size / 68})">${cog}</g>` +
    line(heading, 'Cogtable', x + size * 1.8, y + size * 0.34, size, fill)
  )
}

/** Where the picture of a game stands: what is around it. */
const BESIDE: [string, string] = [
  `<g mask="url(#beside)"><svg x="${SCENE_X}" width="${WIDTH - SCENE_X}" height="${HEIGHT}" viewBox="0 0 238 128" preserveAspectRatio="xMidYMid slice">`,
  '</svg></g>',
]

const whole = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`

export const previews: Plugin = {
  name: 'previews',
  apply: 'build',
  async generateBundle() {
    const [heading, sans] = [await outlinesOf(FACES.heading), await outlinesOf(FACES.sans)]
    const colours = await coloursOf()
    const scenes = { ...BOXES, unknown: () => families['box']!('').body }
    const drawn = Object.entries(scenes).map(([name, draw]) => [name, draw()] as const)
    const below = ground(colours)
    const parts = {
      width: WIDTH,
      height: HEIGHT,
      colours,
      ground: below,
      brand: await brandAt(heading, colours['text']!, 64, 75, 44),
      beside: BESIDE,
      scenes: Object.fromEntries(drawn),
      faces: Object.fromEntries(BOTS.map((name) => [name, face(name)])),
      fonts: { heading, sans },
    }
    const files: Record<string, string | Uint8Array> = {
      'previews/parts.json.gz': gzipSync(JSON.stringify(parts), { level: 9 }),
    }
    const large = await brandAt(heading, colours['text']!, 64, HEIGHT / 2, 88)
    for (const [name, scene] of drawn)
      files[`previews/${name}.png`] = await png(
        whole(below + BESIDE[0] + scene + BESIDE[1] + large),
        WIDTH,
      )
    const middle = await brandAt(heading, colours['text']!, 234, HEIGHT / 2, 120)
    files['previews/brand.png'] = await png(whole(below + middle), WIDTH)
    for (const [fileName, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source })
  },
}
