// The lobby's HTTP calls. Whatever goes wrong is an Error whose message can be shown to a person.

import type {
  Branch,
  Gallery,
  Games,
  Join,
  Legend,
  NewBox,
  NewTable,
  Reach,
  Refused,
  RulesPage,
  Seated,
  TableInfo,
  Variant,
} from './types'
import { t } from '../words/words'

async function call<T>(path: string, body?: unknown, secret?: string): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (secret) headers['Authorization'] = `Bearer ${secret}`
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Error(t('no-answer'))
  }
  const text = await answer.text()
  if (answer.ok)
    return (answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text) as T
  let words = t('server-refused', { status: String(answer.status) })
  try {
    words = (JSON.parse(text) as Refused).error || words
  } catch {
    // Not our server's own refusal: a proxy's page, say.
  }
  throw new Error(words)
}

const at = encodeURIComponent

export const api = {
  games: () => call<Games>('/games'),
  tables: () => call<TableInfo[]>('/tables'),
  live: () => call<TableInfo[]>('/live'),
  branch: (table: string, branch: Branch, secret: string) =>
    call<Seated>(`/tables/${at(table)}/branch`, branch, secret),
  mine: (secrets: Record<string, string>) => call<TableInfo[]>('/mine', { secrets }),
  create: (table: NewTable) => call<Seated>('/tables', table),
  join: (table: string, join: Join) => call<Seated>(`/tables/${at(table)}/join`, join),
  box: (key: string) => call<Variant>(`/boxes/${at(key)}`),
  upload: (box: NewBox) => call<Variant>('/boxes', box),
  reach: () => call<Reach>('/reach'),
  gallery: () => call<Gallery>('/gallery'),
  rules: (game: string) => call<string>(`/rules/${at(game)}`),
  rulesPage: (game: string) => call<RulesPage>(`/rules/${at(game)}/page`),
  legend: (game: string) => call<Legend>(`/rules/${at(game)}/legend`),
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
