// Preferences, and the secrets of seats, kept in this browser only.

import { forBrowser, read, write } from './storage.svelte'

export type Theme = 'system' | 'dark' | 'light'

/** How fast the moves of others are shown. */
export type Pace = 'instant' | 'quick' | 'unhurried'

/** How games are printed, whichever it is; lengths are in millimetres. */
export interface PrintChoices {
  paper: 'a4' | 'letter'
  /** Each card as often as the game has it; else once. */
  copies: boolean
  /** Whether backs are printed. */
  backs: boolean
  /**
   * Where the backs are: on a page after the fronts, for printing on both sides and turning the paper
   * over its long or its short edge, or beside each front, to be folded over.
   */
  turn: 'long' | 'short' | 'fold'
  /** By how much pages of backs are moved right and down, for a printer whose sides do not meet. */
  shift: readonly [number, number]
  /** How far ink reaches beyond a piece, and the space between two pieces. */
  bleed: number
  gap: number
  /** Whether marks for cutting, white grounds and the ruler are printed. */
  marks: boolean
  ink: boolean
  ruler: boolean
  /** Whether the list of what is in the box is printed, and the player aid. */
  list: boolean
  aid: boolean
}

/** What this browser remembers about the chat of a table. */
export interface ChatNotes {
  /** The number of the last message that was read. */
  read: number
  /** Who is muted here (see `authorOf`). */
  muted: readonly string[]
}

/** Where it keeps that. */
export interface ChatMemory {
  load(): ChatNotes
  save(notes: ChatNotes): void
}

interface Stored {
  name: string
  /** Whether the reader is signed in, as far as this browser knows. */
  account: boolean
  theme: Theme
  atOnce: boolean
  pace: Pace
  /** Whether sounds are played; null until the person was asked. */
  sound: boolean | null
  /** How loud they are, 0 to 1. */
  volume: number
  /** Whether our turn is also heard while the page is in the background. */
  calls: boolean
  /** Whether this browser gets push notifications when it is our turn, as far as it knows. */
  called: boolean
  /** Whether single-character shortcuts are on. */
  shortcuts: boolean
  /** The game played last. */
  game: string
  /** The games that this person knows: they have finished a game or its lesson. */
  learned: string[]
  /** What came of puzzles, by their keys: found by this person, or only looked at. */
  puzzles: Record<string, 'solved' | 'shown'>
  /** How games were printed last. */
  print: Partial<PrintChoices>
}

const KEY = 'cogtable'
const SECRETS = 'cogtable-seats'
const CHATS = 'cogtable-chats'

const USUAL: Stored = {
  name: '',
  account: false,
  theme: 'system',
  atOnce: false,
  pace: 'unhurried',
  sound: null,
  volume: 0.7,
  calls: false,
  called: false,
  shortcuts: true,
  game: '',
  learned: [],
  puzzles: {},
  print: {},
}

// Paces had other names once.
const FORMER: Record<string, Pace> = { slow: 'unhurried', normal: 'unhurried', fast: 'quick' }

function stored(): Stored {
  const found = read(forBrowser, KEY, USUAL)
  return { ...found, pace: FORMER[found.pace] ?? found.pace }
}

export const prefs = $state(stored())

/** Takes what other tabs have changed. */
function refresh(): void {
  const now = stored()
  for (const key of Object.keys(USUAL) as (keyof Stored)[])
    if (JSON.stringify(prefs[key]) !== JSON.stringify(now[key]))
      Object.assign(prefs, { [key]: now[key] })
}

/** Changes one preference, and leaves the others as they are now, also in other tabs. */
export function setPref<K extends keyof Stored>(key: K, value: Stored[K]): void {
  refresh()
  prefs[key] = value as (typeof prefs)[K]
  write(forBrowser, KEY, { ...stored(), [key]: value })
  if (key === 'theme') applyTheme()
}

/** Remembers that a game is not new any more. */
export function learn(game: string): void {
  const { learned } = stored()
  if (!learned.includes(game)) setPref('learned', [...learned, game])
}

/** Remembers what came of a puzzle: once solved, it stays so. */
export function keepPuzzle(key: string, how: 'solved' | 'shown'): void {
  const { puzzles } = stored()
  if (puzzles[key] !== 'solved' && puzzles[key] !== how)
    setPref('puzzles', { ...puzzles, [key]: how })
}

const light = matchMedia('(prefers-color-scheme: light)')

/** The theme in use, after asking the system. */
export const look = $state({ theme: 'dark' as 'dark' | 'light' })

export function applyTheme(): void {
  look.theme = prefs.theme === 'system' ? (light.matches ? 'light' : 'dark') : prefs.theme
  document.documentElement.dataset['theme'] = look.theme
}

light.addEventListener('change', applyTheme)

const still = matchMedia('(prefers-reduced-motion: reduce)')

export function reducedMotion(): boolean {
  return still.matches
}

// A seat's secret proves that the seat is ours. There is one per table.

/** How often this page has got or lost a seat. */
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

// Other tabs have changed something; without a key, everything was removed.
addEventListener('storage', (event) => {
  const { key } = event as StorageEvent
  if (key === null || key === KEY) {
    refresh()
    applyTheme()
  }
  if (key === null || key === SECRETS) seats.changes++
})

// What was read in the chat of a table, and who is muted there.

function chats(): Record<string, ChatNotes> {
  return read<Record<string, ChatNotes>>(forBrowser, CHATS, {})
}

export function chatMemory(table: string): ChatMemory {
  return {
    load: () => chats()[table] ?? { read: -1, muted: [] },
    save: (notes) => write(forBrowser, CHATS, { ...chats(), [table]: notes }),
  }
}

/** Mutes the same people when they play again at a new table. */
export function copyChat(table: string, again: string): void {
  const { muted } = chatMemory(table).load()
  if (muted.length) chatMemory(again).save({ read: -1, muted })
}
