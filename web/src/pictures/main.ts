// A page without a server that draws what Python hands it: `cogtable.pictures` opens it in a browser of
// its own, calls `draw`, and takes a picture of what it finds.

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

/** Draws one thing in place of the last; done when everything that draws it is there. */
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
