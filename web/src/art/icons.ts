// Small pictures on a 24 grid: `LINE` is stroked in the colour of the words round it, `SOLID` has colours of its own
// or takes that of the words.

import { HUES } from './color'
import { CUTS, circle, cog, path, starOutline } from './shapes'

export const LINE: Record<string, string> = {
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  book: 'M12 6v14M12 6c-2-2-5-2.5-9-2v14c4-.5 7 0 9 2 2-2 5-2.5 9-2V4c-4-.5-7 0-9 2Z',
  sound: 'M4 9v6h4l5 4V5L8 9ZM16.5 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  'sound-off': 'M4 9v6h4l5 4V5L8 9ZM17 9.500l5 5M22 9.500l-5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  list: 'M5 6h14M5 12h9M5 18h12',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14a8 8 0 1 1-9-10 6.5 6.5 0 0 0 9 10Z',
  system: 'M4 5h16v11H4ZM9 20h6M12 16v4',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  clock: 'M12 3.500a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.500V12l3 2',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 6 6l1-1',
  plus: 'M12 5v14M5 12h14',
  bulb: 'M9 17c0-2.500-3-4-3-7.500a6 6 0 0 1 12 0c0 3.500-3 5-3 7.500ZM9.500 20.500h5',
  minus: 'M5 12h14',
  chart: 'M4 4v16h16M7.500 15l4-5 3 3 5-7',
  'first-move': 'M6 6v12M18 6l-8 6 8 6',
  'last-move': 'M18 6v12M6 6l8 6-8 6',
  play: 'M7 4.500v15l12-7.500Z',
  pause: 'M8 5v14M16 5v14',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  up: 'M6 14.500l6-6 6 6',
  down: 'M6 9.500l6 6 6-6',
  'eye-off': 'M4 4l16 16M9.5 5.800A9 9 0 0 1 12 5.500c5 0 8 4 9 6.500a13 13 0 0 1-2.5 3.700M6.5 7.500A13 13 0 0 0 3 12c1 2.5 4 6.5 9 6.500a9 9 0 0 0 4-1M10 10.500a3 3 0 0 0 4 4',
  eye: 'M3 12c1-2.5 4-6.5 9-6.500s8 4 9 6.500c-1 2.5-4 6.5-9 6.500S4 14.5 3 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  help: 'M12 3.500a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.500c0-3 5-3 5 0 0 2-2.5 2-2.5 4M12 16.500v.5',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  trophy: 'M7 4h10v5a5 5 0 0 1-10 0ZM7 6H4c0 3 1.5 4.5 3.5 4.500M17 6h3c0 3-1.5 4.5-3.5 4.500M12 14v4M8.5 20h7M9.5 20c0-1.5 1-2 2.5-2s2.5.5 2.5 2',
  door: 'M13 4H5v16h8M10 12h10M16.5 8l4 4-4 4',
  again: 'M5 12a7 7 0 1 1 2.5 5.400M5 19v-4h4',
  left: 'M14.500 6l-6 6 6 6',
  right: 'M9.500 6l6 6-6 6',
  'arrow-up': 'M12 20V4.500M5.500 11L12 4.500l6.500 6.500',
  'arrow-down': 'M12 4v15.500M5.500 13l6.500 6.500 6.500-6.500',
  'arrow-left': 'M20 12H4.500M11 5.500L4.500 12l6.500 6.500',
  'arrow-right': 'M4 12h15.500M13 5.500l6.500 6.500-6.500 6.500',
  'turn-right': 'M5 14a7.500 7.500 0 1 0 4-8.200M4.500 3.500v5h5',
  'turn-left': 'M19 14a7.500 7.500 0 1 1-4-8.200M19.500 3.500v5h-5',
  bin: 'M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  card: 'M7 3.500h10v17H7Z',
  cards: 'M9 5l9-1.500L20.5 18l-9 1.500ZM9 7H4v13h9',
}

const gold = HUES['brass']!
const solid = (d: string, fill: string, line = '#1a1206') =>
  `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="1.2" stroke-linejoin="round"/>`
const stroke = (d: string, width = 2) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const flat = (d: string) => `<path fill-rule="evenodd" d="${d}" fill="currentColor"/>`

export const SOLID: Record<string, string> = {
  heart: solid(path(CUTS['heart']!, 10, 12, 12), '#5fb37c', '#163822'),
  crown: solid('M3 18L4.5 7l4.5 4 3-6.500L15 11l4.5-4L21 18Z', gold.mid) + `<path d="M4 20.500h16" stroke="${gold.mid}" stroke-width="2"/>`,
  coin: solid(circle(12, 12, 9.5), gold.mid) + `<path d="${circle(12, 12, 6.5)}" fill="none" stroke="${gold.dark}" stroke-width="1.5"/><path d="M14.5 9.500c-1-1.5-5-1.5-5 .500s5 1.5 5 3.7-4 2-5 .300M12 7.300v9.4" fill="none" stroke="#4a3208" stroke-width="1.5"/>`,
  battery: solid('M9 2.500h6V5h2.500v16.500h-11V5H9Z', '#6fdc95', '#12331f') + '<path d="M13 7.500l-4 6h3l-1 5 4-6.500h-3Z" fill="#12331f"/>',
  'battery-spent': '<path d="M9 2.500h6V5h2.500v16.500h-11V5H9Z" fill="none" stroke="#8791a0" stroke-width="1.6" stroke-dasharray="2.6 2"/>',
  ellipsis: '<path d="M5 12h.01M12 12h.01M19 12h.01" fill="none" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/>',
  gear: `<path fill-rule="evenodd" d="${path(cog(9, 11, 8), 1, 12, 12)}${circle(12, 12, 3.6)}" fill="${gold.mid}"/>`,
  burst: solid(path(starOutline(8, 0.52), 11, 12, 12), '#f08e7d', '#4a120b'),
  star: solid(path(starOutline(5, 0.48), 11, 12, 12.6), gold.mid),
  shield: solid('M12 2.500l8 2.500v7c0 5-4 8-8 9.500C8 20 4 17 4 12V5Z', gold.light),
  lock: flat('M7 10V8a5 5 0 0 1 10 0v2h2v11H5V10Zm2.5 0h5V8a2.5 2.5 0 0 0-5 0Z'),
  bolt: solid('M14 1.500L4.5 14H11l-1.5 8.500L19.5 9.500H13Z', '#ffd75e'),
  tokens: '<circle cx="9" cy="14" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="15" cy="9" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/>',
  swords: stroke('M4 4l12 12M20 4L8 16M14 18l4-4M10 18l-4-4M17 17l3 3M7 17l-3 3'),
  wrench: flat('M21 6.500a5.5 5.5 0 0 1-7.5 5.200L6.3 19a2.3 2.3 0 0 1-3.3-3.300l7.3-7.200A5.5 5.5 0 0 1 17.5 1.500L14.5 4.700l.8 4 4 .800Z'),
  shovel: stroke('M20 4l-9 9M17 3l4 4', 2.4) + flat('M9 10l5 5c0 3-4 6.5-10 6-.5-6 2-11 5-11Z'),
  pick: stroke('M5 20L15 8M6 7c5-4 10-3 13 3', 2.6),
  hammer: flat('M12 3l8 5-3 4-3-2-8.5 11-3-2.500L11 8Z'),
  saw: flat(path(cog(12, 11, 8.5), 1, 12, 12) + circle(12, 12, 3)),
  chainsaw: flat('M3 12h7v7H4q-2 0-2-2v-3q0-2 1-2ZM11 14h9l2 1.500-2 1.500h-9Z') + stroke('M5 12q0-5 5-5M12 13.500l1-2M15 13.500l1-2M18 13.500l1-2M12 17.500l1 2M15 17.500l1 2M18 17.500l1 2', 1.8),
  blasters: flat('M3 4h12v2h6v2.500h-6V10H8l-1 2H4l1-2.500H3ZM3 13h12v2h6v2.500h-6V19H8l-1 2H4l1-2.500H3Z'),
  hand: flat('M8 13V5a1.300 1.300 0 0 1 2.600 0v5h.8V3.500a1.300 1.300 0 0 1 2.600 0V10h.8V5a1.300 1.300 0 0 1 2.600 0v9l1.600-2.500a1.400 1.400 0 0 1 2.300 1.500L17.500 20q-1 2-3.500 2h-3q-2 0-3-2l-4-6.500a1.300 1.300 0 0 1 2-1.600Z'),
  torch: flat('M3 18l8-8 3 3-8 8H3ZM12 9l3-3 3 3-3 3Z') + stroke('M18 2v3M22 6h-3M20.5 3.500l-2 2', 1.8),
  ember: solid(path(CUTS['heart']!, 10.5, 12, 12), '#2a2622', '#e8762f') + '<path d="M12 6l-3 4.500 3 2.500-2.500 3 2.500 4M9 10.500L5.5 9M12 13l4.500-1M16.500 12l2 2.500" fill="none" stroke="#ff8a3a" stroke-width="1.5" stroke-linejoin="round"/>',
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
  skull: flat('M12 2a9 8.5 0 0 1 6 15v4H6v-4a9 8.5 0 0 1 6-15ZM8.5 9.500a2 2 0 1 0 .1 0Zm7 0a2 2 0 1 0 .1 0Z'),
  flag: flat('M5 2h2v20H5ZM8 3h12l-3 5 3 5H8Z'),
  destroyed: `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M8 8l8 8M16 8l-8 8" stroke="#f08e7d" stroke-width="2.5"/>`,
  removed: `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M7 12h10" stroke="#f08e7d" stroke-width="2.5"/>`,
  'cut-off': `<path d="${circle(12, 12, 10)}" fill="#2a1214" stroke="#f08e7d" stroke-width="2"/><path d="M12 6v11M8 13l4 4 4-4" fill="none" stroke="#f08e7d" stroke-width="2.5"/>`,
  yashichi: [0, 90, 180, 270].map((turn) => `<path transform="rotate(${turn} 12 12)" d="M12 12Q5.500 10 3 2.500Q11.500 2.500 13.500 9Z" fill="#e2473b" stroke="#fff" stroke-width="1.500" stroke-linejoin="round"/>`).join('') + `<circle cx="12" cy="12" r="3" fill="#fff"/><circle cx="12" cy="12" r="1.600" fill="#e2473b"/>`,
  drill: solid('M3 8l7-3 11 7-11 7-7-3Z', '#35aaa6', '#0b3f41') + '<path d="M11 6v12M15 8.500v7" stroke="#0b3f41" stroke-width="1.2"/>',
}

/** Marks of the seats, told apart by form as well as by colour. */
export const SEAT_MARKS = [
  path([[0, -0.9], [0.95, 0.75], [-0.95, 0.75]], 10, 12, 12),
  path([[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]], 10, 12, 12),
  circle(12, 12, 9),
  path([[0, -1], [0.95, -0.31], [0.59, 0.81], [-0.59, 0.81], [-0.95, -0.31]], 10, 12, 12),
  path(starOutline(5, 0.5), 11, 12, 12),
  path(CUTS['diamond']!, 11, 12, 12),
]
