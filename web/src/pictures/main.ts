// A page without a server that draws data passed by Python: `cogtable.pictures` opens it in its own browser, calls
// `draw`, and takes a picture of the result.

import { flushSync, mount, unmount } from 'svelte'
import '../app.css'
import '../pages/print/paper.css'
import 'words:print'
import { settled } from '../net/lazy'
import { speak } from '../i18n'
import Drawing from './Drawing.svelte'
import type { Order } from './order'

declare global {
  interface Window {
    draw: (order: Order) => Promise<void>
  }
}

await speak(document.documentElement.lang)

const target = document.getElementById('app')!
let drawn: ReturnType<typeof mount> | null = null

/** Draws one thing in place of the last; resolves when everything needed to draw it is loaded. */
window.draw = async (order) => {
  if (drawn) void unmount(drawn)
  document.documentElement.dataset['theme'] = order.theme ?? 'dark'
  drawn = mount(Drawing, { target, props: { order } })
  flushSync()
  await settled()
  await document.fonts.ready
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}
document.documentElement.dataset['ready'] = 'true'
