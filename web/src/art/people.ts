// Portraits, varied by a seed: clothes, skin, hair and headwear.

import { mix, pick, seeded } from './color'
import { drawing, type Families } from './drawing'

const SKIN = ['#f3d3b8', '#e7b98f', '#c98f62', '#9a6540', '#6f452b']
const HAIR = ['#2b211c', '#5b3a21', '#8c8f98', '#b5652b', '#d9b25c']
const CLOTHES = ['#8c2f39', '#2f5a96', '#2f7a4b', '#6a3f8e', '#b0622a', '#2d6f78']
const INK = '#1a1512'

const HATS = [
  (c: string) =>
    `<path d="M31 26l4-13 8 7 7-10 7 10 8-7 4 13Z" fill="#e6b450" stroke="${INK}" stroke-width="2"/><path d="M31 26h38v5H31Z" fill="${c}" stroke="${INK}" stroke-width="2"/>`,
  (c: string) =>
    `<path d="M26 32c4-18 44-18 50 0-18-6-34-6-50 0Z" fill="${c}" stroke="${INK}" stroke-width="2"/><path d="M68 26c6-12 16-14 20-12-2 8-8 14-18 17Z" fill="#e6b450" stroke="${INK}" stroke-width="2"/>`,
  (c: string) =>
    `<path d="M29 34c-4-26 46-26 42 0-8-9-34-9-42 0Z" fill="${c}" stroke="${INK}" stroke-width="2"/><circle cx="50" cy="19" r="4.5" fill="#f6f0dc" stroke="${INK}" stroke-width="2"/>`,
  () =>
    `<circle cx="50" cy="13" r="8" fill="#3b302a" stroke="${INK}" stroke-width="2"/><path d="M33 26q17-9 34 0" fill="none" stroke="#e6b450" stroke-width="4"/>`,
  (c: string) =>
    `<path d="M30 30c0-22 40-22 40 0l-6-5H36Z" fill="${c}" stroke="${INK}" stroke-width="2"/><path d="M36 24h28" stroke="#e6b450" stroke-width="3"/>`,
]

const BEHIND = [
  (c: string) =>
    `<path d="M27 38c-2-30 48-30 46 0l4 36H62V40H38v34H23Z" fill="${c}" stroke="${INK}" stroke-width="2"/>`,
  (c: string) =>
    `<path d="M29 42c-4-30 46-30 42 0l1 10H28Z" fill="${c}" stroke="${INK}" stroke-width="2"/>`,
  (c: string) =>
    `<path d="M26 44c-4-34 52-34 48 0q6 16-6 18V40H32v22q-12-2-6-18Z" fill="${c}" stroke="${INK}" stroke-width="2"/>`,
]

const COLLARS = [
  () =>
    `<path d="M30 84q20-12 40 0l-4 8q-16-9-32 0Z" fill="#f4efe4" stroke="${INK}" stroke-width="2"/>`,
  (c: string) =>
    `<path d="M38 78l12 16 12-16 8 6-16 18h-8L30 84Z" fill="${mix(c, '#ffffff', 0.35)}" stroke="${INK}" stroke-width="2"/>`,
  () =>
    `<path d="M34 82q16 14 32 0" fill="none" stroke="#e6b450" stroke-width="4"/><circle cx="50" cy="91" r="4" fill="#e6b450" stroke="${INK}" stroke-width="1.5"/>`,
]

function noble(seed: string): string {
  const random = seeded('noble' + seed)
  for (let i = 0; i < 3; i++) random()
  const skin = pick(random, SKIN)
  const hair = pick(random, HAIR)
  const clothes = pick(random, CLOTHES)
  const other = pick(
    random,
    CLOTHES.filter((c) => c !== clothes),
  )
  const hat = pick(random, HATS)(other)
  const behind = pick(random, BEHIND)(hair)
  const collar = pick(random, COLLARS)(clothes)
  const beard = random() < 0.3
  const shade = mix(skin, '#5a2a12', 0.35)
  return (
    behind +
    `<path d="M12 104c0-20 16-26 38-26s38 6 38 26Z" fill="${clothes}" stroke="${INK}" stroke-width="2.4"/>` +
    `<path d="M43 62h14v18q-7 6-14 0Z" fill="${shade}"/>` +
    collar +
    `<path d="M33 40c0-24 34-24 34 0 0 20-7 30-17 30S33 60 33 40Z" fill="${skin}" stroke="${INK}" stroke-width="2.2"/>` +
    (beard
      ? `<path d="M33 46q3 6 8 7h18q5-1 8-7c0 18-8 27-17 27S33 64 33 46Z" fill="${hair}"/><path d="M44 59q6 4 12 0" fill="none" stroke="${skin}" stroke-width="3"/>`
      : `<path d="M44 60q6 4 12 0" fill="none" stroke="#8c3b32" stroke-width="2.4" stroke-linecap="round"/>`) +
    `<path d="M34 38c2-12 30-12 32 0-8-7-24-7-32 0Z" fill="${hair}"/>` +
    `<circle cx="43.5" cy="46" r="2.6" fill="${INK}"/><circle cx="56.5" cy="46" r="2.6" fill="${INK}"/>` +
    `<path d="M50 47l-2 7h4" fill="none" stroke="${shade}" stroke-width="2"/>` +
    hat
  )
}

export const families: Families = { noble: (seed = '') => drawing(100, 100, noble(seed)) }
