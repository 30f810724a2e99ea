// The service worker of a page without a server, as one file: browsers load no modules into a service worker. `cogtable
// site` tells it the files of a folder.

import { build, type Plugin, type Rolldown } from 'vite'

const SOURCE = new URL('../src/site/serviceWorker.ts', import.meta.url).pathname
const FILE = 'site-worker.js'
/** What `cogtable site` fills in. */
const MARKS = ['"%FILES%"', '%VERSION%']

export const siteWorker: Plugin = {
  name: 'site-worker',
  apply: 'build',
  async generateBundle() {
    const built = (await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: FILE } },
      },
    })) as Rolldown.RolldownOutput
    // Quotes of other kinds would not be found.
    const source = built.output[0].code.replace(/["'`]%FILES%["'`]/, '"%FILES%"')
    for (const mark of MARKS)
      if (!source.includes(mark)) throw new Error(`${FILE} has no ${mark} to fill in`)
    this.emitFile({ type: 'asset', fileName: FILE, source })
  },
}
