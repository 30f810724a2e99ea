import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const TABLE = /\/src\/pages\/Table\.svelte$/
const LOBBY = /\/src\/pages\/Lobby\.svelte$/

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
 * What a table loads at once is in one file, what the lobby loads too in another: few files are
 * smaller than many.
 */
function fileOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (!loads(TABLE, id, graph)) return null
  return loads(LOBBY, id, graph) ? 'common' : 'table'
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/cogtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: fileOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Tests run the code as a browser would, not as a server that draws pages.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.ts'],
    css: true,
    testTimeout: 60_000,
    environment: './tests/support/environment.ts',
  },
}))
