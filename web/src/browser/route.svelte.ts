// The current page. Each has its own address, so links can be sent and the Back button works.

import { Refusal } from '../net/api'
import { BASE, currentPath, currentQuery, IN_PAGE, pathTo } from '../net/base'
import { moveOn, watchHistory } from './dialogStack'

/** A position of a finished game, and whether it is replayed or analysed. */
export interface Look {
  how: 'replay' | 'analysis'
  ply: number
}

/** What is missing at an unknown address. */
export type Unknown =
  'page' | 'table' | 'game' | 'deal' | 'puzzle' | 'lesson' | 'person' | 'tournament'

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string; here: boolean }
  | { page: 'learn'; game: string; lesson: string }
  | { page: 'gallery' }
  | { page: 'you' }
  | { page: 'waiting' }
  | { page: 'people' }
  | { page: 'reports' }
  | { page: 'mail'; what: 'confirm' | 'end'; token: string }
  | { page: 'person'; name: string }
  | { page: 'history'; name: string }
  | { page: 'keepsakes' }
  | { page: 'best'; game: string }
  | { page: 'bots'; game: string }
  | { page: 'table'; table: string; look?: Look }
  | { page: 'shared'; letters: string; look: Look }
  | { page: 'tournaments'; id: string }
  | { page: 'series'; id: string }
  | { page: 'daily'; number: number }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: string; key: string }
  | { page: 'rules'; game: string }
  | { page: 'lab'; game: string }
  | { page: 'print'; game: string; variant: string }
  | { page: 'unknown'; what: Unknown }

function lookOf(how = '', ply = ''): Look | null {
  return (how === 'replay' || how === 'analysis') && /^\d{1,6}$/.test(ply)
    ? { how, ply: Number(ply) }
    : null
}

/** Decodes text of an address; text that isn't encoded is unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function parse(path: string): Route {
  const parts = path.slice(BASE.length).split('/').filter(Boolean).map(decoded)
  const [first, second, how, ply] = parts
  if (!parts.length) return { page: 'lobby' }
  if (first === 't' && second) {
    const look = lookOf(how, ply)
    return { page: 'table', table: second, ...(look ? { look } : {}) }
  }
  if (first === 'daily' && (!second || /^\d{1,6}$/.test(second)))
    return { page: 'daily', number: Number(second ?? 0) }
  if (IN_PAGE && first === 'game' && second)
    return { page: 'shared', letters: second, look: lookOf(how, ply) ?? { how: 'replay', ply: 0 } }
  if (first === 'puzzles')
    return second && how ? { page: 'puzzle', game: second, key: how } : { page: 'puzzles' }
  if (first === 'new') return { page: 'new', game: second ?? '', here: how === 'here' }
  if (first === 'learn') return { page: 'learn', game: second ?? '', lesson: how ?? '' }
  if (first === 'you') return { page: 'you' }
  if (first === 'waiting') return { page: 'waiting' }
  if (first === 'people') return { page: 'people' }
  if (first === 'reports') return { page: 'reports' }
  if (first === 'mail' && (second === 'confirm' || second === 'end') && how)
    return { page: 'mail', what: second, token: how }
  if (first === '@' && second) return { page: 'person', name: second }
  if (first === 'history') return { page: 'history', name: second ?? '' }
  if (first === 'keepsakes') return { page: 'keepsakes' }
  if (first === 'best' && second) return { page: 'best', game: second }
  if (first === 'bots') return { page: 'bots', game: second ?? '' }
  if (first === 'gallery') return { page: 'gallery' }
  if (first === 'rules' && second) return { page: 'rules', game: second }
  if (first === 'lab') return { page: 'lab', game: second ?? '' }
  if (first === 'series' && second) return { page: 'series', id: second }
  if (first === 'tournaments') return { page: first, id: second ?? '' }
  if (first === 'print' && second) return { page: 'print', game: second, variant: how ?? '' }
  return { page: 'unknown', what: 'page' }
}

/** A finished game at the position after `ply` moves. */
export const lookPath = (table: string, { how, ply }: Look): string =>
  `${tablePath(table)}/${how}/${ply}`

/** The same of a game that the link itself brings along; only in a page without a server. */
export const sharedPath = (letters: string, { how, ply }: Look): string =>
  pathTo(`/game/${letters}/${how}/${ply}`)

/** Puts the current position into the address bar, so that it can be copied and survives a reload. */
export function show(path: string): void {
  if (currentPath() + currentQuery() === path) return
  try {
    history.replaceState(history.state, '', path)
  } catch {
    // Safari allows a hundred changes in half a minute; beyond that the address is slightly out of date.
  }
}

/** The page of a person. */
export const personPath = (name: string): string => pathTo(`/@/${encodeURIComponent(name)}`)

/** The list of a person's finished games, or without a name of the reader's own; with a query, only those chosen. */
export const historyPath = (name = '', query = ''): string =>
  pathTo(`/history${name && `/${encodeURIComponent(name)}`}${query && `?${query}`}`)

/** The ranking of a game. */
export const bestPath = (game: string): string => pathTo(`/best/${encodeURIComponent(game)}`)

/** The bots of a game; without one, of the game that the reader played last. */
export const botsPath = (game = ''): string =>
  pathTo(`/bots${game && `/${encodeURIComponent(game)}`}`)

/** The page on which a game, or a variant of it, is printed. */
export const printPath = (game: string, variant = ''): string =>
  pathTo(`/print/${[game, variant].filter(Boolean).map(encodeURIComponent).join('/')}`)

/** The page that opens a table of a game, with one more player at this device if `here`. */
export const newTablePath = (game = '', here = false): string =>
  pathTo(`/new${game && `/${encodeURIComponent(game)}${here ? '/here' : ''}`}`)

/** A puzzle of a game. */
export const puzzlePath = (game: string, key: string): string =>
  pathTo(`/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(key)}`)

/** A deal of the day; without a number, that of today. */
export const dailyPath = (number = 0): string => pathTo(`/daily${number ? `/${number}` : ''}`)

/** A lesson of a game, all lessons of a game, or those of all games. */
export const lessonPath = (game = '', name = ''): string =>
  pathTo(['/learn', ...[game, name].filter(Boolean).map(encodeURIComponent)].join('/'))

/** A tournament; without an id, the list of all. */
export const tournamentPath = (id = ''): string =>
  pathTo(`/tournaments${id && `/${encodeURIComponent(id)}`}`)

/** A series of tournaments. */
export const seriesPath = (id: string): string => pathTo(`/series/${encodeURIComponent(id)}`)

export const tablePath = (table: string): string => pathTo(`/t/${encodeURIComponent(table)}`)

export const place = $state<{ route: Route }>({ route: parse(currentPath()) })

export function go(path: string): void {
  moveOn(path, () => {
    place.route = parse(currentPath())
    scrollTo(0, 0)
  })
}

/** Goes to a page in place of the current one, to which Back does not return. */
export function instead(path: string): void {
  show(path)
  place.route = parse(path)
}

/** Shows the page for unknown addresses if that is why the server refused. Returns whether it is. */
export function leadsNowhere(error: unknown, what: Unknown): boolean {
  const nowhere = error instanceof Refusal && error.status === 404
  if (nowhere) place.route = { page: 'unknown', what }
  return nowhere
}

addEventListener('popstate', () => {
  place.route = parse(currentPath())
})
watchHistory()

/** For links inside the app: a plain click stays on the page; all other clicks go to the browser. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  const href = (event.currentTarget as HTMLAnchorElement).getAttribute('href')
  if (!href) return
  event.preventDefault()
  go(href)
}
