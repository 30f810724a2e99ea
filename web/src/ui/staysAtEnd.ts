// A list with its newest entry at the bottom stays scrolled there, unless its reader has scrolled back.

/** The distance from its end in pixels at which a box still counts as scrolled to the end. */
const NEAR = 24

/** For the content of a scrolling box. */
export function staysAtEnd(list: HTMLElement): { destroy(): void } {
  const box = list.parentElement!
  let atEnd = true
  const follow = () => {
    if (atEnd) box.scrollTop = box.scrollHeight
  }
  const look = () => (atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR)
  const observer = new ResizeObserver(follow)
  observer.observe(list)
  observer.observe(box)
  box.addEventListener('scroll', look, { passive: true })
  follow()
  return {
    destroy() {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    },
  }
}
