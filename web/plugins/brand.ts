// The icons of the installed app, drawn from the cog of the favicon, and its manifest.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Plugin } from 'vite'

const here = (file: string) => new URL(`../${file}`, import.meta.url)
const text = (file: string) => readFile(here(file), 'utf8')

/** The first match of a pattern in a file. */
export async function find(file: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await text(file))?.[1]
  if (!found) throw new Error(`${file}: nothing there looks like ${pattern}`)
  return found
}

export const token = (name: string) =>
  find('src/tokens.css', new RegExp(`--${name}: (#[0-9a-f]{6});`))

/** The cog on a dark plate. Systems cut a plate without round corners into a shape of their own. */
async function drawing(round: number, size: number): Promise<string> {
  const flat = await find('public/favicon.svg', /^<svg[^>]*>(.*)<\/svg>\s*$/s)
  const cog = flat.replace(await token('brass'), 'url(#brass)')
  const [raised, under] = [await token('raised'), await token('under')]
  const [light, dark] = [await token('brass-light'), await token('brass-dark')]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-256 -256 512 512"><defs><radialGradient id="plate" cy=".3" r=".9"><stop stop-color="${raised}"/><stop offset="1" stop-color="${under}"/></radialGradient><linearGradient id="brass" x2="0" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs><rect x="-256" y="-256" width="512" height="512" rx="${round}" fill="url(#plate)"/><g transform="scale(${size})">${cog}</g></svg>`
}

let ready: Promise<void> | null = null

export async function png(svg: string, width: number): Promise<Uint8Array> {
  ready ??= readFile(
    createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'),
  ).then((wasm) => initWasm(wasm))
  await ready
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()
}

async function manifest(): Promise<object> {
  const icon = (file: string, sizes: string, type: string, purpose = 'any') => ({
    src: `icons/${file}`,
    sizes,
    type,
    purpose,
  })
  return {
    name: 'Cogtable',
    short_name: 'Cogtable',
    description: await find('index.html', /name="description"\s+content="([^"]+)"/),
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: await token('base'),
    theme_color: await token('base'),
    categories: ['games', 'entertainment'],
    icons: [
      icon('app.svg', 'any', 'image/svg+xml'),
      icon('app-192.png', '192x192', 'image/png'),
      icon('app-512.png', '512x512', 'image/png'),
      icon('app-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  }
}

export const brand: Plugin = {
  name: 'brand',
  apply: 'build',
  async generateBundle() {
    const [app, full] = [await drawing(112, 4.1), await drawing(0, 3.6)]
    const files: Record<string, string | Uint8Array> = {
      'icons/app.svg': app,
      'icons/app-192.png': await png(app, 192),
      'icons/app-512.png': await png(app, 512),
      'icons/app-maskable-512.png': await png(full, 512),
      'icons/app-180.png': await png(full, 180),
      'manifest.webmanifest': JSON.stringify(await manifest()),
    }
    for (const [fileName, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source })
  },
  transformIndexHtml: async (_, { filename }) => {
    const tags = [{ tag: 'meta', attrs: { name: 'theme-color', content: await token('base') } }]
    const link = (rel: string, href: string) => ({ tag: 'link', attrs: { rel, href } })
    // Only these pages can be installed.
    const app = /\/(index|site)\.html$/.test(filename)
      ? [
          link('manifest', './manifest.webmanifest'),
          link('apple-touch-icon', './icons/app-180.png'),
        ]
      : []
    return [...tags, ...app].map((tag) => ({ ...tag, injectTo: 'head' as const }))
  },
}
