import { FluentResource } from '@fluent/bundle'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { brand } from './plugins/brand.ts'
import { offline, WORKER } from './plugins/offline.ts'

const START = /\/src\/main\.ts$/
const TABLE = /\/src\/pages\/Table\.svelte$/
const LOBBY = /\/src\/pages\/Lobby\.svelte$/
const OFFLINE = /\/src\/offline\/Offline\.svelte$/

/** Whether a page loads a module at once. */
function loads(
  page: RegExp,
  id: string,
  graph: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => page.test(importer) || loads(page, importer, graph, seen))
}

/**
 * What a table loads at once is in one file, what every page or the lobby loads too in another: few
 * files are smaller than many.
 */
function fileOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (loads(START, id, graph)) return 'common'
  if (!loads(TABLE, id, graph)) return null
  return loads(LOBBY, id, graph) || loads(OFFLINE, id, graph) ? 'common' : 'table'
}

/** Sections of `en.ftl` that only one page needs, by the names under which it loads them (`en.ftl?section=you`). */
const SECTIONS: Record<string, string> = {
  lobby: 'Lobby',
  new: 'Lobby: a new table',
  gather: 'Table: before it begins',
  help: 'Table: keys and help',
  you: "The reader's page",
  calls: 'Games that wait, and calls',
  ending: 'The end of a game, told',
  review: 'Replay and analysis of a game that is over',
  people: 'People',
  lab: 'The workbench, for those who design games',
  print: 'Printing a game',
  gallery: 'The gallery, for those who make games',
  tournament: 'Tournaments',
  puzzle: 'Puzzles',
  coach: "The lesson's coach",
  menu: 'Table: menu',
  hint: 'A hint',
  unkept: 'A browser that keeps nothing',
  gone: 'A table that is not there, or is of another version',
  talk: 'Table: writing in the chat',
  consent: 'Table: what others ask for',
  variants: 'Variants of a game, chosen and told',
}

/** The text of one section, or without any of these. Tests get everything at once. */
function sectionOf(source: string, query: string): string {
  if (process.env['VITEST']) return query ? '' : source
  const named = new URLSearchParams(query).get('section')
  return source
    .split(/^(?=## )/m)
    .filter((section) => {
      const title = section.slice(3, section.indexOf('\n'))
      return named ? title === SECTIONS[named] : !Object.values(SECTIONS).includes(title)
    })
    .join('')
}

/** Reads files of words when the client is built: the browser gets what was read, not the reader. */
const words: Plugin = {
  name: 'words',
  transform(whole, id) {
    const [file = '', query = ''] = id.split('?')
    if (!file.endsWith('.ftl')) return null
    const source = file.endsWith('en.ftl') ? sectionOf(whole, query) : whole
    const { body } = new FluentResource(source)
    // What cannot be read is left out by the library, without a word.
    const wanted = [...source.matchAll(/^([a-zA-Z][\w-]*) *=/gm)].map(([, name]) => name)
    const found = body.map((message) => message.id)
    const lost = wanted.filter((name, i) => !found.includes(name!) || wanted.indexOf(name) !== i)
    if (lost.length) throw new Error(`${id}: cannot be read, or stands twice: ${lost.join(', ')}`)
    return { code: `export default ${JSON.stringify({ body })}`, map: null }
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), words, brand, offline],
  base: './', // what a file loads lies beside it; the server writes into pages where they lie themselves
  build: {
    outDir: '../src/cogtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      input: {
        index: 'index.html',
        offline: 'offline.html',
        pictures: 'pictures.html',
        [WORKER]: 'src/offline/worker.ts',
      },
      output: {
        // A service worker rules over its folder: it lies at the top, where it never changes its name.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: fileOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Tests run the code as a browser would, not as a server that draws pages.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.{ts,mjs}'],
    css: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share what they import: parsing it anew for each took twice as long as all the tests.
    isolate: false,
    environment: './tests/support/environment.ts',
  },
}))
