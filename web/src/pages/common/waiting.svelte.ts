// The games in which it is the reader's turn.

import { api } from '../../net/api'
import { prefs, secrets } from '../../browser/prefs.svelte'
import type { TableInfo } from '../../types'

/** How often the header counts the games that wait, in milliseconds. */
export const COUNT_MS = 30_000

/** The bot that plays for the reader. */
export function takenOverBy(table: TableInfo): string {
  return table.occupants.find((person) => person.seat === table.seat)?.taken_over_by ?? ''
}

/** Whether a table waits for the reader. */
export function waits(table: TableInfo): boolean {
  return (
    table.started &&
    !table.over &&
    !takenOverBy(table) &&
    (table.waiting ?? []).includes(table.seat ?? -1)
  )
}

/** The tables that wait for the reader: the one with the least time first, then the oldest. */
function inTurn(tables: readonly TableInfo[]): TableInfo[] {
  const left = (table: TableInfo) => table.left_s ?? Infinity
  return tables
    .filter(waits)
    .sort((a, b) => (left(a) === left(b) ? a.created - b.created : left(a) - left(b)))
}

/** How many games with people wait for the reader, as far as this page knows; the header shows it. */
export const waitingGames = $state({ count: 0 })
let loaded = 0

/** Whether this browser may have seats at tables. */
export const mayHaveSeats = (): boolean => prefs.account || Object.keys(secrets()).length > 0

/** Asks the server for all tables of the reader. */
export async function loadMine(): Promise<TableInfo[]> {
  const found = mayHaveSeats() ? await api.mine(secrets()) : []
  waitingGames.count = found.filter((table) => waits(table) && withPeople(table)).length
  loaded = Date.now()
  return found
}

/** Counts the games that wait, unless that happened a moment ago. */
export async function countWaiting(): Promise<void> {
  if (Date.now() - loaded > COUNT_MS - 5000) await loadMine()
}

/** Asks the server for those that wait for the reader. */
export async function loadWaiting(): Promise<TableInfo[]> {
  return inTurn(await loadMine())
}

/** Whether another person plays at a table: bots don't mind waiting. */
export function withPeople(table: TableInfo): boolean {
  return table.occupants.some(
    (each) =>
      each.kind === 'person' && each.seat !== table.seat && !each.taken_over_by && !each.out,
  )
}

/** The names of the others at a table. */
export function othersAt(table: TableInfo): string[] {
  return table.occupants
    .filter((person) => person.seat !== table.seat && person.kind !== 'open')
    .map((person) => person.name)
}
