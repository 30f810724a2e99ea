// When new lines push a list down, it glides to its new place instead of jumping.

import { reducedMotion } from './prefs.svelte'

const GLIDE = 'transform 220ms cubic-bezier(0.2, 0.8, 0.2, 1)'

/** For the content of a scrolling box whose newest part is at the top. */
export function glidesDown(list: HTMLElement): { destroy(): void } {
  let height = list.offsetHeight
  const watcher = new MutationObserver(() => {
    const grown = list.offsetHeight - height
    height += grown
    const box = list.parentElement
    // For readers who have scrolled down, the browser keeps the lines in place.
    if (!box || box.scrollTop > 0 || grown <= 0 || grown >= box.clientHeight) return
    list.style.transition = 'none'
    list.style.transform = `translateY(${-grown}px)`
    // It is painted in its old place first, then it starts to move.
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
