import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { brand } from './plugins/brand.ts'
import { offline, WORKER } from './plugins/offline.ts'
import { previews } from './plugins/previews.ts'
import { siteWorker } from './plugins/siteWorker.ts'
import { words } from './plugins/words.ts'

const START = /\/src\/main\.ts$/
const TABLE = /\/src\/pages\/table\/Table\.svelte$/
const LOBBY = /\/src\/pages\/lobby\/Lobby\.svelte$/
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
 * Modules that a table loads at once are in one file, those that every page or the lobby loads too in another: few
 * files are smaller than many.
 */
function fileOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (loads(START, id, graph)) return 'common'
  if (!loads(TABLE, id, graph)) return null
  return loads(LOBBY, id, graph) || loads(OFFLINE, id, graph) ? 'common' : 'table'
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), words, brand, previews, offline, siteWorker],
  base: './', // a file's dependencies lie beside it; the server writes the place of the files into pages
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
        site: 'site.html',
        [WORKER]: 'src/offline/worker.ts',
      },
      output: {
        // A service worker controls its folder, so it lies at the top, where its name never changes.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: fileOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Tests run the code as in a browser, not as on a server that renders pages.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.{ts,mjs}'],
    css: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share their imports: parsing them again for each took twice as long as all the tests.
    isolate: false,
    environment: './tests/support/environment.ts',
  },
}))
