// Preferences, and the secrets of seats, stored in this browser only.

import type { Pace as PlayPace } from '../types'
import { forBrowser, read, write } from './storage.svelte'

export type Theme = 'system' | 'dark' | 'light'

/** The speed at which other players' moves are shown. */
export type Pace = 'instant' | 'quick' | 'unhurried'

/** How games are printed, for all games; lengths are in millimetres. */
export interface PrintChoices {
  paper: 'a4' | 'letter'
  /** Whether each card is printed in its number of copies, or only once. */
  copies: boolean
  /** Whether backs are printed. */
  backs: boolean
  /**
   * Where the backs are: on a page after the fronts, for two-sided printing that turns the paper over its long or its
   * short edge, or beside each front, to be folded over.
   */
  turn: 'long' | 'short' | 'fold'
  /** The distance by which pages of backs are moved right and down, for a printer with misaligned sides. */
  shift: readonly [number, number]
  /** The bleed beyond a piece, and the space between two pieces. */
  bleed: number
  gap: number
  /** Whether cutting marks, white backgrounds and the ruler are printed. */
  marks: boolean
  ink: boolean
  ruler: boolean
  /** Whether the list of components and the player aid are printed. */
  list: boolean
  aid: boolean
}

/** How a game is played with "Play", chosen once for each game. */
export interface PlayChoice {
  pace: PlayPace
  seats: number
  bot: string
  rated: boolean
}

/** The data that this browser stores about a table's chat. */
export interface ChatNotes {
  /** The number of the last message that was read. */
  read: number
  /** The people muted here (see `authorOf`). */
  muted: readonly string[]
}

/** The key under which it is stored. */
export interface ChatMemory {
  load(): ChatNotes
  save(notes: ChatNotes): void
}

interface Stored {
  name: string
  /** Whether the reader is signed in, as far as this browser knows. */
  account: boolean
  theme: Theme
  /** Whether letters are larger. */
  larger: boolean
  atOnce: boolean
  pace: Pace
  /** Whether sounds are played; null until the person was asked. */
  sound: boolean | null
  /** The volume, 0 to 1. */
  volume: number
  /** Whether the start of our turn is also heard while the page is in the background. */
  calls: boolean
  /** Whether this browser gets push notifications for our turn, as far as it knows. */
  called: boolean
  /** Whether single-character shortcuts are on. */
  shortcuts: boolean
  /** The game played last. */
  game: string
  /** The games that this person knows, because they finished a game or its lesson. */
  learned: string[]
  /** The lessons that this person has taken to the end, as GAME/NAME. */
  lessons: string[]
  /** The results of puzzles by key: solved by this person, or only looked at. */
  puzzles: Record<string, 'solved' | 'shown'>
  /** The print settings of the last game. */
  print: Partial<PrintChoices>
  /** How each game is played with "Play". */
  play: Record<string, PlayChoice>
}

const KEY = 'cogtable'
const SECRETS = 'cogtable-seats'
const CHATS = 'cogtable-chats'

const USUAL: Stored = {
  name: '',
  account: false,
  theme: 'system',
  larger: false,
  atOnce: false,
  pace: 'unhurried',
  sound: null,
  volume: 0.7,
  calls: false,
  called: false,
  shortcuts: true,
  game: '',
  learned: [],
  lessons: [],
  puzzles: {},
  print: {},
  play: {},
}

// Paces had other names in earlier versions.
const FORMER: Record<string, Pace> = { slow: 'unhurried', normal: 'unhurried', fast: 'quick' }

function stored(): Stored {
  const found = read(forBrowser, KEY, USUAL)
  return { ...found, pace: FORMER[found.pace] ?? found.pace }
}

export const prefs = $state(stored())

/** Reads changes made by other tabs. */
function refresh(): void {
  const now = stored()
  for (const key of Object.keys(USUAL) as (keyof Stored)[])
    if (JSON.stringify(prefs[key]) !== JSON.stringify(now[key]))
      Object.assign(prefs, { [key]: now[key] })
}

/** Changes one preference, and keeps the current values of the others, including changes by other tabs. */
export function setPref<K extends keyof Stored>(key: K, value: Stored[K]): void {
  refresh()
  prefs[key] = value as (typeof prefs)[K]
  write(forBrowser, KEY, { ...stored(), [key]: value })
  if (key === 'theme' || key === 'larger') applyLook()
}

/** Records that a game is no longer new. */
export function learn(game: string): void {
  const { learned } = stored()
  if (!learned.includes(game)) setPref('learned', [...learned, game])
}

/** Records that a lesson was taken to the end. */
export function keepLesson(key: string): void {
  const { lessons } = stored()
  if (!lessons.includes(key)) setPref('lessons', [...lessons, key])
}

/** Records the result of a puzzle; a solved one stays solved. */
export function keepPuzzle(key: string, how: 'solved' | 'shown'): void {
  const { puzzles } = stored()
  if (puzzles[key] !== 'solved' && puzzles[key] !== how)
    setPref('puzzles', { ...puzzles, [key]: how })
}

const light = matchMedia('(prefers-color-scheme: light)')

/** The theme in use, which can be the system's, and whether letters are larger. */
export const look = $state({ theme: 'dark' as 'dark' | 'light', larger: false })

export function applyLook(): void {
  look.theme = prefs.theme === 'system' ? (light.matches ? 'light' : 'dark') : prefs.theme
  look.larger = prefs.larger
  const { dataset } = document.documentElement
  dataset['theme'] = look.theme
  dataset['reading'] = look.larger ? 'larger' : 'usual'
}

light.addEventListener('change', applyLook)

const still = matchMedia('(prefers-reduced-motion: reduce)')

export function reducedMotion(): boolean {
  return still.matches
}

// A seat's secret proves that the seat is ours. There is one per table.

/** The number of times that this page has got or lost a seat. */
export const seats = $state({ changes: 0 })

export function secrets(): Record<string, string> {
  return read<Record<string, string>>(forBrowser, SECRETS, {})
}

export function secretOf(table: string): string {
  return secrets()[table] ?? ''
}

export function keepSecret(table: string, secret: string): void {
  write(forBrowser, SECRETS, { ...secrets(), [table]: secret })
  seats.changes++
}

export function dropSecret(table: string): void {
  const all = secrets()
  delete all[table]
  write(forBrowser, SECRETS, all)
  seats.changes++
}

// Another tab has changed something; without a key, everything was removed.
addEventListener('storage', (event) => {
  const { key } = event as StorageEvent
  if (key === null || key === KEY) {
    refresh()
    applyLook()
  }
  if (key === null || key === SECRETS) seats.changes++
})

// The last message read in a table's chat, and the people muted there.

function chats(): Record<string, ChatNotes> {
  return read<Record<string, ChatNotes>>(forBrowser, CHATS, {})
}

export function chatMemory(table: string): ChatMemory {
  return {
    load: () => chats()[table] ?? { read: -1, muted: [] },
    save: (notes) => write(forBrowser, CHATS, { ...chats(), [table]: notes }),
  }
}

/** Keeps the same people muted when they play again at a new table. */
export function copyChat(table: string, again: string): void {
  const { muted } = chatMemory(table).load()
  if (muted.length) chatMemory(again).save({ read: -1, muted })
}
