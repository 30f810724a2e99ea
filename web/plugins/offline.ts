// Tells the service worker the files of the offline page. Their digest is its version, so a build with other files
// makes a new worker.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

export const WORKER = 'service-worker'
const PAGE = 'offline.html'

/** The scripts that a page loads at once, with their styles and fonts. */
function filesOf(page: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    const made = bundle[file]
    if (found.has(file) || made?.type !== 'chunk') return
    found.add(file)
    for (const css of made.viteMetadata?.importedCss ?? []) found.add(css)
    for (const asset of made.viteMetadata?.importedAssets ?? []) found.add(asset)
    made.imports.forEach(visit)
  }
  for (const [file, made] of Object.entries(bundle))
    if (made.type === 'chunk' && made.facadeModuleId?.endsWith(page)) visit(file)
  return [...found].sort()
}

/** The fonts that styles fetch. */
const fontsIn = (css: string): string[] =>
  [...css.matchAll(/url\((?:\.\/)?([^)/]+\.woff2)\)/g)].map(([, file]) => `assets/${file}`)

export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const read = (file: string) => readFile(join(dir, file))
    const files = filesOf(PAGE, bundle)
    if (!files.length) throw new Error(`${PAGE} was not built`)
    for (const file of files.filter((each) => each.endsWith('.css')))
      files.push(...fontsIn(String(await read(file))))
    const all = [...new Set([PAGE, 'favicon.svg', ...files])]
    const digest = createHash('sha256')
    for (const file of all) digest.update(file).update(await read(file))
    const worker = join(dir, `${WORKER}.js`)
    const code = await readFile(worker, 'utf8')
    const told = code
      .replace(/(["'`])%FILES%\1/g, JSON.stringify(all))
      .replaceAll('%VERSION%', digest.digest('hex').slice(0, 16))
    if (told === code || /%(FILES|VERSION)%/.test(told))
      throw new Error(`${WORKER}.js does not take the files of the offline page`)
    await writeFile(worker, told)
  },
}
