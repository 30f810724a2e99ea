// New lines push a list down: it glides to its new place instead of jumping there.

import { reducedMotion } from './prefs.svelte'

const GLIDE = 'transform 220ms cubic-bezier(0.2, 0.8, 0.2, 1)'

/** For the content of a scrolling box whose newest part is at the top. */
export function glidesDown(list: HTMLElement): { destroy(): void } {
  let height = list.offsetHeight
  const watcher = new MutationObserver(() => {
    const grown = list.offsetHeight - height
    height += grown
    const box = list.parentElement
    // Whoever has scrolled down stays where they read: the browser holds the lines there.
    if (!box || box.scrollTop > 0 || grown <= 0 || grown >= box.clientHeight) return
    list.style.transition = 'none'
    list.style.transform = `translateY(${-grown}px)`
    // It is painted where it was, then it sets off.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        list.style.transition = reducedMotion() ? 'none' : GLIDE
        list.style.transform = ''
      }),
    )
  })
  watcher.observe(list, { childList: true, subtree: true, characterData: true })
  return { destroy: () => watcher.disconnect() }
}
