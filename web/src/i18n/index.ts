// The client's texts, in the language of the page. They are in `en.ftl`; a language is a file like that one beside it.
// `t` looks texts up when they are shown, so a module must not call it while it is loaded: the language is known a
// moment later.

import { FluentBundle, type FluentResource, type FluentVariable } from '@fluent/bundle'
import english from './en.ftl'

/** English in strange letters, for tests: plain letters on the screen were not translated. */
export const PSEUDO = 'en-x-pseudo'

/** The languages besides English, each loaded on demand. */
const others = import.meta.glob<FluentResource>(['./*.ftl', '!./en.ftl'], { import: 'default' })

function bundle(
  language: string,
  messages: FluentResource,
  transform?: (words: string) => string,
): FluentBundle {
  const made = new FluentBundle(language, {
    useIsolating: false,
    ...(transform ? { transform } : {}),
  })
  made.addResource(messages)
  return made
}

/** Texts that pages have brought with them: sections of `en.ftl` that only they need. */
const sections: FluentResource[] = []

/** Adds the texts of a page that has just been loaded. */
export function addWords(messages: FluentResource): void {
  sections.push(messages)
  for (const each of bundles) if (each.locales[0]?.startsWith('en')) each.addResource(messages)
}

const percentsIn = (language: string) => new Intl.NumberFormat(language, { style: 'percent' })

/** In order of lookup: texts that a language lacks are shown in English. */
let bundles = [bundle('en', english)]

let percents = percentsIn('en')

/** What the browser itself words, as the name of a day: the strange language has it in strange letters too. */
let inLetters = (words: string) => words

/** Shows all texts in a language from now on; in English if it isn't available. */
export async function speak(wanted: string): Promise<void> {
  const found = others[`./${wanted}.ftl`]
  const strange = wanted === PSEUDO ? (await import('./pseudo')).strange : undefined
  const first = strange
    ? bundle('en', english, strange)
    : found &&
      (await found().then(
        (messages) => bundle(wanted, messages),
        () => undefined, // if it can't be loaded, texts are in English
      ))
  bundles = [...(first ? [first] : []), bundle('en', english)]
  for (const messages of sections)
    for (const each of bundles) if (each.locales[0]?.startsWith('en')) each.addResource(messages)
  percents = percentsIn(first ? wanted : 'en')
  inLetters = strange ?? ((words) => words)
}

/** Returns a text by its name in `en.ftl`, with its fields filled in. */
export function t(id: string, fields: Record<string, FluentVariable> = {}): string {
  for (const each of bundles) {
    const message = each.getMessage(id)
    if (message?.value) return each.formatPattern(message.value, fields, [])
  }
  return id
}

/** Joins names to a list: "Ada, Ben and Cleo". */
export function listed(names: readonly string[]): string {
  const [first = '', ...rest] = names
  return rest.reduce(
    (list, name, i) =>
      i < rest.length - 1
        ? t('list-next', { first: list, next: name })
        : t('list-last', { first: list, last: name }),
    first,
  )
}

/** A chance, 0 to 1, as text: "12%". */
export function percent(chance: number): string {
  return percents.format(chance)
}

/** A change or a difference with its sign: "+12", "−3", "0". */
export function signed(change: number): string {
  return change > 0 ? `+${change}` : String(change).replace('-', '−')
}

/** The time of day on the reader's clock, from seconds since 1970: "14:02". */
export function clockTime(at: number): string {
  return inLetters(
    new Date(at * 1000).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }),
  )
}

/** A date and time on the reader's calendar and in their time zone, which is named; from seconds since 1970. */
export function whenWords(at: number): string {
  return inLetters(
    new Date(at * 1000).toLocaleString([], {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
  )
}

/** The name of a day of the week: "Friday", or "F" if narrow. */
export function weekday(day: Date, how: 'long' | 'narrow' = 'long'): string {
  return inLetters(day.toLocaleDateString([], { weekday: how }))
}

/** A day with its date: "Friday, 4 December". */
export function dayAndDate(day: Date): string {
  return inLetters(day.toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long' }))
}

/** How long ago something was, from seconds since 1970: "5 min ago". */
export function ago(at: number): string {
  const minutes = Math.floor((Date.now() / 1000 - at) / 60)
  if (minutes < 1) return t('lobby-just-now')
  if (minutes < 60) return t('lobby-minutes-ago', { n: minutes })
  return minutes < 1440
    ? t('lobby-hours-ago', { n: Math.floor(minutes / 60) })
    : t('lobby-days-ago', { n: Math.floor(minutes / 1440) })
}

/** A month on the reader's calendar, from seconds since 1970: "March 2026". */
export function month(at: number): string {
  return monthAndYear(new Date(at * 1000))
}

const monthAndYear = (day: Date): string =>
  inLetters(day.toLocaleDateString([], { month: 'long', year: 'numeric' }))

/** A month written as "2026-11": "November 2026", or "Nov" in short. */
export function monthOf(month: string, how: 'long' | 'short' = 'long'): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const day = new Date(year, number - 1)
  return how === 'long'
    ? monthAndYear(day)
    : inLetters(day.toLocaleDateString([], { month: 'short' }))
}

/** A day on the reader's calendar, from seconds since 1970: "3 Nov 2026". */
export function date(at: number): string {
  return inLetters(new Date(at * 1000).toLocaleDateString([], { dateStyle: 'medium' }))
}

/** A long duration, in the largest unit that fits. */
export function long(seconds: number): string {
  if (seconds >= 86_400) return t('days', { n: Math.round(seconds / 86_400) })
  return seconds >= 3600 ? t('hours', { n: Math.round(seconds / 3600) }) : duration(seconds)
}

/** A duration as text. */
export function duration(seconds: number): string {
  return seconds < 60 || seconds % 60
    ? t('seconds', { n: seconds })
    : t('minutes', { n: seconds / 60 })
}
