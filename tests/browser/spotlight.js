// Names what the edge of a spotlight cuts: of the `things` that the coach points at, of the panel that holds the choices,
// and of the coach's own bubble the edge of the screen.
(things) => {
  const found = new Set()
  const SLACK = 1
  /** How far a spotlight reaches beyond what it lights. */
  const MARGIN = 6
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const holes = [...document.querySelectorAll('.veil .hole')].map(({ style }) => {
    const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => parseFloat(style.getPropertyValue(name)))
    return { left, top, right: left + width, bottom: top + height }
  })
  const within = (one, other) =>
    one.left >= other.left - SLACK && one.top >= other.top - SLACK &&
    one.right <= other.right + SLACK && one.bottom <= other.bottom + SLACK
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > MARGIN &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > MARGIN
  const lit = (element) => holes.some((hole) => within(box(element), hole))
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** An element and all that is drawn in it, save what its own boxes cut off. */
  const drawn = (element) => [
    ...(seen(element) ? [element] : []),
    ...(getComputedStyle(element).overflow === 'visible' ? [...element.children].flatMap(drawn) : []),
  ]
  const nameOf = (element) => element.dataset.piece ?? element.dataset.part ?? `${element.localName}.${element.classList[0]}`
  const everything = [...document.querySelectorAll('.scene [data-piece], .scene [data-part]')].filter(seen)

  for (const thing of new Set(things)) {
    const named = everything.filter((each) => each.dataset.piece === thing || each.dataset.part === thing)
    for (const each of named.flatMap(drawn)) if (!lit(each)) found.add(`${nameOf(each)} of ${thing} reaches out of the light`)
    // A piece can stand close to others; the light of a part is as large as that, and cuts nothing.
    const [part] = named.filter((each) => each.dataset.part)
    const hole = part && holes.find((each) => within(box(part), each))
    const bodies = everything.map((each) => each.querySelector('.hex .inside') ?? each)  // a hexagon lacks its corners
    for (const each of hole ? bodies : [])
      if (meet(box(each), hole) && !within(box(each), hole) && !within(hole, box(each)))
        found.add(`the light of ${thing} cuts ${nameOf(each.closest('[data-piece], [data-part]'))}`)
  }
  const bar = document.querySelector('.scene [data-choices]')
  const asks = holes.some((hole) => bar && within(box(bar), hole))
  const panels = [...document.querySelectorAll('.scene [data-part]:has(> .ground)')].filter((each) => asks && within(box(bar), box(each)))
  const size = ({ left, top, right, bottom }) => (right - left) * (bottom - top)
  const [panel] = panels.sort((a, b) => size(box(a)) - size(box(b)))
  if (panel && !lit(panel)) found.add(`the panel ${nameOf(panel)} is cut`)
  const bubble = document.querySelector('.coach .bubble')
  if (!within(box(bubble), { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) found.add('the coach is not on the screen')
  return [...found]
}
