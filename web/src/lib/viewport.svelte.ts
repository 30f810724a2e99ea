// The size of the window, and which of a table's two layouts fits it.

const measure = () => ({ w: innerWidth, h: innerHeight })

const size = $state(measure())
addEventListener('resize', () => Object.assign(size, measure()))

export function windowSize(): { w: number; h: number } {
  return size
}

/** Whether the layout for wide screens is shown. */
export function isWide(): boolean {
  return size.w >= 900 && size.w / size.h > 1.05
}
