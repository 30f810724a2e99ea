// Line icons on a 24 grid in the colour of the surrounding text, and the marks of the seats.

import { drawing, type Families } from './drawing'
import { CUTS, circle, path, starOutline } from './shapes'

export const LINE: Record<string, string> = {
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  speech: 'M4 5h16v11h-8l-5 4v-4H4Z',
  share: 'M12 15V4M7.5 8.500L12 4l4.5 4.500M5 13v7h14v-7',
  alert: 'M12 4l9.500 16.500h-19ZM12 10v5M12 17.500v.5',
  expand: 'M14 4h6v6M20 4l-6.500 6.500M10 20H4v-6M4 20l6.500-6.500',
  book: 'M12 6v14M12 6c-2-2-5-2.5-9-2v14c4-.5 7 0 9 2 2-2 5-2.5 9-2V4c-4-.5-7 0-9 2Z',
  sound: 'M4 9v6h4l5 4V5L8 9ZM16.5 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  'sound-off': 'M4 9v6h4l5 4V5L8 9ZM17 9.500l5 5M22 9.500l-5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  list: 'M6 3.500h9l3 3v14H6ZM9.5 10h5M9.5 13.500h5M9.5 17h3',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14a8 8 0 1 1-9-10 6.5 6.5 0 0 0 9 10Z',
  system: 'M4 5h16v11H4ZM9 20h6M12 16v4',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  people:
    'M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM2.5 19.500c.5-3.500 3-5 6.5-5s6 1.500 6.5 5M15.5 5.300a3.500 3.500 0 0 1 0 6.400M18 15c2 .700 3.200 2.300 3.500 4.500',
  calendar: 'M4 6h16v14H4ZM4 10.500h16M8 3.500v4M16 3.500v4M8.5 15.500l2.5 2.200 4.500-4.200',
  device: 'M7 3h10v18H7ZM11 18h2',
  clock: 'M12 3.500a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.500V12l3 2',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 6 6l1-1',
  pencil: 'M4 20l1-4.500L15.500 5l3.500 3.500L8.500 19zM13 7.500l3.500 3.500',
  plus: 'M12 5v14M5 12h14',
  bulb: 'M9 17c0-2.500-3-4-3-7.500a6 6 0 0 1 12 0c0 3.500-3 5-3 7.500ZM9.500 20.500h5',
  minus: 'M5 12h14',
  chart: 'M4 4v16h16M7.500 15l4-5 3 3 5-7',
  'first-move': 'M6 6v12M18 6l-8 6 8 6',
  'last-move': 'M18 6v12M6 6l8 6-8 6',
  offline:
    'M3 9.500a13 13 0 0 1 4-2.500M11 5.500a13 13 0 0 1 10 4M6.500 13.500a8 8 0 0 1 4.500-2.300M15.500 12a8 8 0 0 1 2 1.500M12 18.500v.5M4 3.500l16 17',
  play: 'M7 4.500v15l12-7.500Z',
  pause: 'M8 5v14M16 5v14',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  up: 'M6 14.500l6-6 6 6',
  down: 'M6 9.500l6 6 6-6',
  'eye-off':
    'M4 4l16 16M9.5 5.800A9 9 0 0 1 12 5.500c5 0 8 4 9 6.500a13 13 0 0 1-2.5 3.700M6.5 7.500A13 13 0 0 0 3 12c1 2.5 4 6.5 9 6.500a9 9 0 0 0 4-1M10 10.500a3 3 0 0 0 4 4',
  eye: 'M3 12c1-2.5 4-6.5 9-6.500s8 4 9 6.500c-1 2.5-4 6.5-9 6.500S4 14.5 3 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  help: 'M12 3.500a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.500c0-3 5-3 5 0 0 2-2.5 2-2.5 4M12 16.500v.5',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  trophy:
    'M7 4h10v5a5 5 0 0 1-10 0ZM7 6H4c0 3 1.5 4.5 3.5 4.500M17 6h3c0 3-1.5 4.5-3.5 4.500M12 14v4M8.5 20h7M9.5 20c0-1.5 1-2 2.5-2s2.5.5 2.5 2',
  door: 'M13 4H5v16h8M10 12h10M16.5 8l4 4-4 4',
  branch: 'M6 4v16M6 14c0-4 3-5 6-5h6M15 6l3 3-3 3',
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
  save: 'M12 4v11M7 10.500l5 5 5-5M4 20h16',
  printer: 'M7 9V3.500h10V9M7 17H4V9h16v8h-3M7 14h10v6.500H7Z',
  cards: 'M9 5l9-1.500L20.5 18l-9 1.500ZM9 7H4v13h9',
}

/** Marks of the seats, which differ in shape as well as colour. */
export const SEAT_MARKS = [
  path(
    [
      [0, -0.9],
      [0.95, 0.75],
      [-0.95, 0.75],
    ],
    10,
    12,
    12,
  ),
  path(
    [
      [-0.8, -0.8],
      [0.8, -0.8],
      [0.8, 0.8],
      [-0.8, 0.8],
    ],
    10,
    12,
    12,
  ),
  circle(12, 12, 9),
  path(
    [
      [0, -1],
      [0.95, -0.31],
      [0.59, 0.81],
      [-0.59, 0.81],
      [-0.95, -0.31],
    ],
    10,
    12,
    12,
  ),
  path(starOutline(5, 0.5), 11, 12, 12),
  path(CUTS['diamond']!, 11, 12, 12),
]

const stroked = (d: string): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`

export const families: Families = {
  ...Object.fromEntries(
    Object.entries(LINE).map(([name, d]) => [name, () => drawing(24, 24, stroked(d))]),
  ),
  mark: (seat = '') =>
    drawing(
      24,
      24,
      `<path d="${SEAT_MARKS[Number(seat)] ?? SEAT_MARKS[0]!}" fill="currentColor"/>`,
    ),
}
