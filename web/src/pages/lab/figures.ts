// The figures of two boxes in words, and their places on a scale. Pure functions.

import type { FigureInterval, LabRun, PairedRow } from '../../types'

/** The number of changes that are drawn individually. */
export const MOST_DRAWN = 8

/** A figure with a readable number of decimal places; shares are in percent. */
export function written(value: number, share: boolean): string {
  const size = Math.abs(value)
  const places = share || (size >= 10 && size < 100) ? 1 : size >= 100 ? 0 : 2
  return value.toFixed(places).replace('-', '−')
}

/** A difference with its sign. */
export function signed(value: number, share: boolean): string {
  const text = written(value, share)
  return value > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** The reported changes, the largest first: shares, then counts. */
export function pointedOut(run: LabRun): PairedRow[] {
  const size = ({ difference }: PairedRow) => Math.abs(difference?.[0] ?? 0)
  return (run.rows ?? [])
    .filter((row) => row.held)
    .sort((a, b) => Number(!!b.share) - Number(!!a.share) || size(b) - size(a))
}

/** Figures that exist for every box: wins of seats, and the length of games. */
export function always(run: LabRun): PairedRow[] {
  const rows = run.rows ?? []
  const seats = rows.filter((row) => row.measure === 'wins' && row.kind === 'seat')
  return [
    ...seats.sort((a, b) => a.what.localeCompare(b.what)),
    ...rows.filter((row) => row.measure === 'length'),
  ]
}

/** The number of figures outside their own interval, and the number expected by chance alone. */
export function outside(run: LabRun): { rest: number; beyond: number; chance: number } {
  const rest = (run.rows ?? []).filter((row) => row.difference && !row.held)
  const beyond = rest.filter(({ difference }) => difference![1] > 0 || difference![2] < 0)
  return { rest: rest.length, beyond: beyond.length, chance: Math.round(rest.length / 20) }
}

/** A scale for some intervals: its ends, which include 0, and ticks at round numbers. */
export interface Scale {
  low: number
  high: number
  ticks: number[]
}

export function scaleOf(intervals: readonly FigureInterval[]): Scale {
  const ends = intervals.flatMap(([, low, high]) => [low, high])
  const low = Math.min(0, ...ends)
  const high = Math.max(ends.length ? 0 : 1, ...ends)
  const span = high - low || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from(
    { length: last - first + 1 },
    (_, i) => Math.round((first + i) * step * 1e6) / 1e6,
  )
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks }
}

/** The place of a number on a scale, 0 to 1. */
export const placed = ({ low, high }: Scale, value: number): number =>
  Math.max(0, Math.min((value - low) / (high - low || 1), 1))

/** The estimated remaining time in seconds; null at the beginning. */
export function secondsLeft({ done = 0, total = 0, seconds = 0 }: LabRun): number | null {
  return done > 0 && seconds > 0 ? Math.ceil((seconds * (total - done)) / done) : null
}
