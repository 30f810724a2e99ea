// Larger letters on a table: a part or a piece whose words would not fit keeps smaller ones.

/** By how much letters grow, from the largest; the last always fits. */
const SIZES = ['', '1.1', '1']

/** Pixels that a line may reach out of its box: its rectangle is higher than its letters. */
const SLACK = 2

interface Line {
  box: DOMRect
  of: Element
}

/** The lines of text in an element that people see, with the element that each is in. */
function linesIn(element: Element): Line[] {
  const found: Line[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement!
    if (!node.textContent?.trim() || !of.checkVisibility({ visibilityProperty: true })) continue
    if (of.closest('.unseen, symbol') || scrolled(of, element)) continue
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 0.5 && box.height > 0.5) found.push({ box, of })
  }
  return found
}

/** Whether an element lies in another, up to `end`, that can be scrolled to it. */
function scrolled(element: Element, end: Element): boolean {
  for (let each: Element | null = element; each && each !== end; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflow)) return true
  return false
}

/** How far a line reaches out of a box. */
const beyond = (line: DOMRect, box: DOMRect): number =>
  Math.max(
    box.left - line.left,
    line.right - box.right,
    box.top - line.top - line.height * 0.16,
    line.bottom - box.bottom - line.height * 0.16,
  )

/** Whether two lines lie on one another, not only with the space around their letters. */
function collide(a: DOMRect, b: DOMRect): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return across > SLACK && down > 0.34 * Math.min(a.height, b.height)
}

/** The nearest element around another, up to `end`, that cuts off what reaches out of it. */
function clipOf(element: Element, end: Element): Element | null {
  for (let each = element; each !== end; each = each.parentElement!)
    if (/hidden|clip/.test(getComputedStyle(each).overflow)) return each
  return null
}

/** Whether all words in an element lie in it, none cut off and none over others. */
function fits(element: Element): boolean {
  const lines = linesIn(element)
  const around = element.getBoundingClientRect()
  return lines.every(({ box, of }, i) => {
    if (beyond(box, around) > SLACK && !of.closest('.tag, .marks, .badge, .variant')) return false
    const clip = of.closest('[data-spare], [data-rest]') ? null : clipOf(of, element)
    if (clip && beyond(box, clip.getBoundingClientRect()) > SLACK) return false
    return lines.slice(i + 1).every((other) => !collide(box, other.box))
  })
}

/** Gives each of these elements the largest letters that fit it. */
export function fitLetters(elements: readonly HTMLElement[]): void {
  let left = elements
  for (const size of SIZES) {
    for (const each of left)
      if (size) each.dataset['letters'] = size
      else delete each.dataset['letters']
    if (size !== SIZES[SIZES.length - 1]) left = left.filter((each) => !fits(each))
  }
}
