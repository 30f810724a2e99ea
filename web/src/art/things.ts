// Things in games, on a 24 grid, in their own colours or that of the surrounding text; cubes, and discs with a thing on
// them.

import { HUES, hueOf, mix } from './color'
import { drawing, type Drawing, type Families } from './drawing'
import { LINE } from './icons'
import { CUTS, circle, cog, path, starOutline } from './shapes'

const gold = HUES['brass']!
const solid = (d: string, fill: string, line = '#1a1206') =>
  `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="1.2" stroke-linejoin="round"/>`
const stroke = (d: string, width = 2) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const flat = (d: string) => `<path fill-rule="evenodd" d="${d}" fill="currentColor"/>`

export const SOLID: Record<string, string> = {
  heart: solid(path(CUTS['heart']!, 10, 12, 12), '#5fb37c', '#163822'),
  crown:
    solid('M3 18L4.5 7l4.5 4 3-6.500L15 11l4.5-4L21 18Z', gold.mid) +
    `<path d="M4 20.500h16" stroke="${gold.mid}" stroke-width="2"/>`,
  coin:
    solid(circle(12, 12, 9.5), gold.mid) +
    `<path d="${circle(12, 12, 6.5)}" fill="none" stroke="${gold.dark}" stroke-width="1.5"/><path d="M14.5 9.500c-1-1.5-5-1.5-5 .500s5 1.5 5 3.7-4 2-5 .300M12 7.300v9.4" fill="none" stroke="#4a3208" stroke-width="1.5"/>`,
  battery:
    solid('M9 2.500h6V5h2.500v16.500h-11V5H9Z', '#6fdc95', '#12331f') +
    '<path d="M13 7.500l-4 6h3l-1 5 4-6.500h-3Z" fill="#12331f"/>',
  blueprints:
    '<g transform="rotate(-9 8 13)"><rect x="2.5" y="4.500" width="11.500" height="16" rx="1.600" fill="#1b2c4d" stroke="#0d1626" stroke-width="1.200"/><path d="M4.500 8h7.500M4.500 12h7.500M4.500 16h7.500M8.200 5.500v14" stroke="#3f6cb5" stroke-width=".8"/></g>' +
    '<g transform="rotate(8 15 12)"><rect x="9" y="3.500" width="12" height="17" rx="1.600" fill="#f3efe6" stroke="#14181f" stroke-width="1.200"/>' +
    '<path d="M15 5.200v2M12 9q0-2 2-2h2q2 0 2 2v2.500q0 1.500-1.500 1.500h-3Q12 13 12 11.500Z" fill="#5b93e6" stroke="#14181f" stroke-width="1"/><circle cx="13.900" cy="9.900" r=".9" fill="#14181f"/><circle cx="16.100" cy="9.900" r=".9" fill="#14181f"/>' +
    '<path d="M11.500 15.500h7M11.500 17.800h4.500" stroke="#7d8796" stroke-width="1.100" stroke-linecap="round"/></g>',
  'battery-spent':
    '<path d="M9 2.500h6V5h2.500v16.500h-11V5H9Z" fill="none" stroke="#8791a0" stroke-width="1.6" stroke-dasharray="2.6 2"/>',
  ellipsis:
    '<path d="M5 12h.01M12 12h.01M19 12h.01" fill="none" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/>',
  gear: `<path fill-rule="evenodd" d="${path(cog(9, 11, 8), 1, 12, 12)}${circle(12, 12, 3.6)}" fill="${gold.mid}"/>`,
  burst: solid(path(starOutline(8, 0.52), 11, 12, 12), '#f08e7d', '#4a120b'),
  star: solid(path(starOutline(5, 0.48), 11, 12, 12.6), gold.mid),
  shield: solid('M12 2.500l8 2.500v7c0 5-4 8-8 9.500C8 20 4 17 4 12V5Z', gold.light),
  bolt: solid('M14 1.500L4.5 14H11l-1.5 8.500L19.5 9.500H13Z', '#ffd75e'),
  tokens:
    '<circle cx="9" cy="14" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="15" cy="9" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/>',
  swords: stroke('M4 4l12 12M20 4L8 16M14 18l4-4M10 18l-4-4M17 17l3 3M7 17l-3 3'),
  wrench: flat(
    'M21 6.500a5.5 5.5 0 0 1-7.5 5.200L6.3 19a2.3 2.3 0 0 1-3.3-3.300l7.3-7.200A5.5 5.5 0 0 1 17.5 1.500L14.5 4.700l.8 4 4 .800Z',
  ),
  shovel: stroke('M20 4l-9 9M17 3l4 4', 2.4) + flat('M9 10l5 5c0 3-4 6.5-10 6-.5-6 2-11 5-11Z'),
  pick: stroke('M5 20L15 8M6 7c5-4 10-3 13 3', 2.6),
  hammer: flat('M12 3l8 5-3 4-3-2-8.5 11-3-2.500L11 8Z'),
  saw: flat(path(cog(12, 11, 8.5), 1, 12, 12) + circle(12, 12, 3)),
  chainsaw:
    flat('M3 12h7v7H4q-2 0-2-2v-3q0-2 1-2ZM11 14h9l2 1.500-2 1.500h-9Z') +
    stroke(
      'M5 12q0-5 5-5M12 13.500l1-2M15 13.500l1-2M18 13.500l1-2M12 17.500l1 2M15 17.500l1 2M18 17.500l1 2',
      1.8,
    ),
  blasters: flat(
    'M3 4h12v2h6v2.500h-6V10H8l-1 2H4l1-2.500H3ZM3 13h12v2h6v2.500h-6V19H8l-1 2H4l1-2.500H3Z',
  ),
  hand: flat(
    'M8 13V5a1.300 1.300 0 0 1 2.600 0v5h.8V3.500a1.300 1.300 0 0 1 2.600 0V10h.8V5a1.300 1.300 0 0 1 2.600 0v9l1.600-2.500a1.400 1.400 0 0 1 2.300 1.500L17.500 20q-1 2-3.500 2h-3q-2 0-3-2l-4-6.500a1.300 1.300 0 0 1 2-1.600Z',
  ),
  torch:
    flat('M3 18l8-8 3 3-8 8H3ZM12 9l3-3 3 3-3 3Z') + stroke('M18 2v3M22 6h-3M20.5 3.500l-2 2', 1.8),
  ember:
    solid(path(CUTS['heart']!, 10.5, 12, 12), '#2a2622', '#e8762f') +
    '<path d="M12 6l-3 4.500 3 2.500-2.500 3 2.500 4M9 10.500L5.5 9M12 13l4.500-1M16.500 12l2 2.500" fill="none" stroke="#ff8a3a" stroke-width="1.5" stroke-linejoin="round"/>',
  bag: flat('M8 3h8l-2 4q6 3 6 9t-5 5H9q-5 0-5-5t6-9Z'),
  cell: flat('M7 3.500h10l5.500 8.500L17 20.500H7L1.500 12Z'),
  quill: stroke('M4 20l4-1L20 7l-3-3L5 16ZM14.500 6.500l3 3', 2),
  first: `<circle cx="12" cy="12" r="10.5" fill="${gold.mid}"/><path d="M10 6.500h4v11h-3V10l-2 .8V8Z" fill="#1a1206"/>`,
  claw: stroke('M12 3v8M12 11c-5 0-7 4-5 9M12 11c5 0 7 4 5 9M12 11v6', 2.4),
  fist: flat('M5 9q0-2 2-2h2V6q3-2 5 0 3-1 4 1 3 0 3 3v4q0 6-7 6H11q-6 0-6-5Z'),
  boot: flat('M7 3h8v10l6 3v5H5l2-8Z'),
  repair: flat('M9 3h6v6h6v6h-6v6H9v-6H3V9h6Z'),
  page: stroke('M6 3h9l4 4v14H6ZM9.5 10h6M9.5 14h6M9.5 17.500h4'),
  plug: flat('M8 2h2v6h4V2h2v6h3v4q0 5-5.5 5.500V22h-3v-4.500Q5 17 5 12V8h3Z'),
  home: flat('M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2Z'),
  skull: flat(
    'M12 2a9 8.5 0 0 1 6 15v4H6v-4a9 8.5 0 0 1 6-15ZM8.5 9.500a2 2 0 1 0 .1 0Zm7 0a2 2 0 1 0 .1 0Z',
  ),
  flag: flat('M5 2h2v20H5ZM8 3h12l-3 5 3 5H8Z'),
  destroyed: `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M8 8l8 8M16 8l-8 8" stroke="#f08e7d" stroke-width="2.5"/>`,
  removed: `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M7 12h10" stroke="#f08e7d" stroke-width="2.5"/>`,
  'cut-off': `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M12 6v11M8 13l4 4 4-4" fill="none" stroke="#f08e7d" stroke-width="2.5"/>`,
  yashichi:
    [0, 90, 180, 270]
      .map(
        (turn) =>
          `<path transform="rotate(${turn} 12 12)" d="M12 12Q5.500 10 3 2.500Q11.500 2.500 13.500 9Z" fill="#e2473b" stroke="#fff" stroke-width="1.500" stroke-linejoin="round"/>`,
      )
      .join('') +
    `<circle cx="12" cy="12" r="3" fill="#fff"/><circle cx="12" cy="12" r="1.600" fill="#e2473b"/>`,
  drill:
    solid('M3 8l7-3 11 7-11 7-7-3Z', '#35aaa6', '#0b3f41') +
    '<path d="M11 6v12M15 8.500v7" stroke="#0b3f41" stroke-width="1.2"/>',
}

const CUBES: Record<string, string> = {
  square: 'square',
  circle: 'round',
  round: 'round',
  hexagon: 'hexagon',
  diamond: 'diamond',
}

function cube(hue: string, cut: string, letter: string): Drawing {
  const h = hueOf(hue)
  const outline =
    cut === 'circle' || cut === 'round'
      ? circle(50, 50, 44)
      : path(CUTS[CUBES[cut] ?? 'square']!, 48, 50, 50)
  const ink = hue === 'black' || hue === 'gray' ? '#fff' : '#10141b'
  const fill = hue === 'black' ? '#39414d' : mix(h.mid, h.light, 0.25)
  return drawing(
    100,
    100,
    `<path d="${outline}" fill="${fill}" stroke="${hue === 'black' ? '#a3acbd' : h.dark}" stroke-width="6" stroke-linejoin="round"/>` +
      (letter
        ? `<text x="50" y="52" fill="${ink}" font-size="46" font-weight="800" text-anchor="middle" dominant-baseline="central">${letter.slice(0, 1).replace(/[<&]/, '')}</text>`
        : ''),
  )
}

/** A round brass button with a small picture on it; with a hue, a dark one with a rim of that hue. */
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

export const families: Families = {
  ...Object.fromEntries(
    Object.entries(SOLID).map(([name, body]) => [name, () => drawing(24, 24, body)]),
  ),
  cube: (hue = '', cut = '', letter = '') => cube(hue, cut, letter),
  disc: (icon = '', hue = '') => disc(icon, hue),
}
