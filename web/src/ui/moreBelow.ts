// A sign that a scrolling box has more content below its lower edge.

/** The number of pixels that can be hidden below without a sign: less than a line. */
const SLACK = 6

/** Whether a scrolling box has more content below its visible part. */
export function goesOn(box: {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight > SLACK
}

/** Attached to a scrolling box: sets `data-more` on it while it has more content below. */
export function moreBelow(box: HTMLElement): () => void {
  const measure = () => box.toggleAttribute('data-more', goesOn(box))
  const sizes = new ResizeObserver(measure)
  sizes.observe(box)
  const changes = new MutationObserver(measure)
  changes.observe(box, { childList: true, subtree: true, characterData: true })
  box.addEventListener('scroll', measure, { passive: true })
  measure()
  return () => {
    sizes.disconnect()
    changes.disconnect()
    box.removeEventListener('scroll', measure)
  }
}
