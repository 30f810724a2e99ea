// Parses files of texts when the client is built: the bundle contains the result, not the parser. Code with its own
// texts imports `words:NAME`, which adds one section of `en.ftl`.

import { FluentResource } from '@fluent/bundle'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const ENGLISH = new URL('../src/i18n/en.ftl', import.meta.url)
const PREFIX = 'words:'

/** The sections that not every page needs, by the names under which they are imported. */
const SECTIONS: Record<string, string> = {
  lobby: 'Lobby',
  learn: 'Learn',
  new: 'Lobby: a new table',
  play: 'Lobby: Play',
  bots: 'The bots',
  seek: 'Table: looking for people',
  gather: 'Table: before it begins',
  help: 'Table: keys and help',
  you: "The reader's page",
  notifications: 'Games that wait, and calls',
  ending: 'The end of a game, told',
  review: 'Replay and analysis of a game that is over',
  people: 'People',
  history: 'Finished games',
  keepsakes: 'Keepsakes',
  company: 'People among themselves',
  reports: 'Reports, for the host',
  lab: 'The workbench, for those who design games',
  print: 'Printing a game',
  gallery: 'The gallery, for those who make games',
  tournament: 'Tournaments',
  daily: 'The deal of the day',
  puzzle: 'Puzzles',
  coach: "The lesson's coach",
  menu: 'Table: menu',
  hint: 'A hint',
  unkept: 'A browser that keeps nothing',
  gone: 'A table that is not there, or is of another version',
  talk: 'Table: writing in the chat',
  consent: 'Table: what others ask for',
  variants: 'Variants of a game, chosen and told',
  page: 'A page without a server',
  alone: 'A page without a server: what only servers have',
  shared: 'A page without a server: a game in a link',
  kept: 'Games that this browser keeps',
}

const sectionsIn = (source: string): [title: string, text: string][] =>
  source.split(/^(?=## )/m).map((text) => [text.slice(3, text.indexOf('\n')), text])

/** The words of one section. */
function sectionOf(source: string, name: string): string {
  const found = sectionsIn(source).find(([title]) => title === SECTIONS[name])
  if (!found) throw new Error(`en.ftl has no section for ${PREFIX}${name}`)
  return found[1]
}

/** The words that every page needs. */
function withoutSections(source: string): string {
  const left = sectionsIn(source).filter(([title]) => !Object.values(SECTIONS).includes(title))
  return left.map(([, text]) => text).join('')
}

/** The messages of a catalogue, as JSON. */
function messagesIn(source: string, id: string): string {
  const { body } = new FluentResource(source)
  // The library silently drops messages that it cannot parse.
  const wanted = [...source.matchAll(/^([a-zA-Z][\w-]*) *=/gm)].map(([, name]) => name)
  const found = body.map((message) => message.id)
  const lost = wanted.filter((name, i) => !found.includes(name!) || wanted.indexOf(name) !== i)
  if (lost.length) throw new Error(`${id}: cannot be read, or stands twice: ${lost.join(', ')}`)
  return JSON.stringify({ body })
}

/** Tests get everything at once. */
const whole = (): boolean => !!process.env['VITEST']

export const words: Plugin = {
  name: 'words',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null
    if (whole()) return ''
    const section = sectionOf(await readFile(ENGLISH, 'utf8'), id.slice(PREFIX.length + 1))
    return `import { addWords } from '/src/i18n/index.ts'\naddWords(${messagesIn(section, id)})`
  },
  transform(source, id) {
    if (!id.endsWith('.ftl')) return null
    const text = id.endsWith('/en.ftl') && !whole() ? withoutSections(source) : source
    return { code: `export default ${messagesIn(text, id)}`, map: null }
  },
}
