// Measures what is on the screen, as it is drawn. Names text of less than `letters` pixels; what can be chosen or pressed
// with less than `target` pixels, and pieces that only tell about themselves with less than `told`; and text that leaves
// its box or is cut off where nobody can read the rest. Of open sheets, only the topmost is measured.
({ letters, target, told }) => {
  const found = new Set()
  const SLACK = 2
  const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body

  const scales = new Map()
  /** How much larger an element is drawn than its style says. */
  const scaleOf = (element) => {
    if (!element) return 1
    if (!scales.has(element)) {
      const { transform, zoom } = getComputedStyle(element)
      const own = transform === 'none' ? 1 : Math.hypot(...['a', 'b'].map((side) => new DOMMatrix(transform)[side]))
      scales.set(element, own * (Number(zoom) || 1) * scaleOf(element.parentElement))
    }
    return scales.get(element)
  }
  /** The same of a picture's inside, which has units of its own. */
  const drawnScale = (element) => {
    const { viewBox } = element.ownerSVGElement ?? {}
    if (!viewBox?.baseVal?.width) return scaleOf(element)
    const box = element.ownerSVGElement.getBoundingClientRect()
    return Math.min(box.width / viewBox.baseVal.width, box.height / viewBox.baseVal.height)
  }

  const up = (element, wanted) => {
    for (let each = element; each; each = each.parentElement) if (wanted(each)) return each
    return document.body
  }
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.unseen') &&
    up(element, (each) => getComputedStyle(each).clipPath === 'inset(50%)') === document.body
  const short = (words) => (words.length > 40 ? `${words.slice(0, 39)}…` : words)
  /** What people would call the place of an element. */
  const placeOf = (element) => {
    const piece = element.closest('[data-piece]')
    if (piece) return `piece ${piece.dataset.piece}`
    const part = element.closest('.part')?.firstElementChild
    const near = part ?? element.closest('dialog, header, form, section, main, .bar') ?? element
    return `${near.localName}${near.classList[0] ? `.${near.classList[0]}` : ''}`
  }
  const px = (n) => Math.round(n * 10) / 10

  // Text.
  const grounded = (element) => {
    const style = getComputedStyle(element)
    return (
      element.matches('[data-piece], .part, .face, button, dialog, header, main, body') ||
      // The name of a hex in a line stands below it.
      element.matches('.hex .title') ||
      style.backgroundImage !== 'none' ||
      !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
      (style.borderStyle !== 'none' && parseFloat(style.borderTopWidth) > 0 && parseFloat(style.borderLeftWidth) > 0)
    )
  }
  const scrolls = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      if (/auto|scroll/.test(overflowX + overflowY)) return true
    }
    return false
  }
  /** What may be left out where there is no room, and the names of people, who may be called anything. */
  const spare = (element) => !!element.closest('[data-spare], .name[title]')
  /** What a piece leaves out is shown beside it when it is touched (`isCut` in web/src/table/layout/fitText.ts). */
  const toldWhenTouched = (element) => !!element.closest('[data-piece] [data-rest]')
  /** How far text reaches out of a box. A line's rectangle is higher than its letters. */
  const outside = (rect, box) =>
    Math.max(
      box.left - rect.left,
      rect.right - box.right,
      box.top - rect.top - rect.height * 0.16,
      rect.bottom - box.bottom - rect.height * 0.16,
    )

  /** A small picture of a whole table is recognized, not read: what matters is in words beside it. */
  const pictured = (element) => !!element.closest('[data-miniature] [inert]')

  const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT)
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement
    const words = node.data.trim()
    if (!words || element.closest('script, style, option, symbol, defs') || pictured(element) || !seen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5)
    if (!rects.length) continue
    const size = parseFloat(getComputedStyle(element).fontSize) * drawnScale(element)
    if (size < letters - 0.05) found.add(`small text: "${short(words)}" in ${placeOf(element)} is ${px(size)} px`)
    if (scrolls(element)) continue
    const clip = up(element, (each) => /hidden|clip/.test(getComputedStyle(each).overflow) && each !== document.body)
    const box = up(element, grounded)
    const hidden = clip === document.body ? 0 : Math.max(...rects.map((rect) => outside(rect, clip.getBoundingClientRect())))
    if (hidden > SLACK) {
      if (!toldWhenTouched(element) && !spare(element)) found.add(`cut text: "${short(words)}" in ${placeOf(element)} by ${px(hidden)} px`)
    } else if (box !== document.body) {
      const past = Math.max(...rects.map((rect) => outside(rect, box.getBoundingClientRect())))
      if (past > SLACK) found.add(`text outside: "${short(words)}" in ${placeOf(element)} by ${px(past)} px`)
    }
    const across = Math.max(...rects.map((rect) => Math.max(-rect.left, rect.right - innerWidth)))
    if (across > SLACK) found.add(`off the screen: "${short(words)}" in ${placeOf(element)} by ${px(across)} px`)
  }

  // Targets.
  const tabs = document.querySelector('.tabs')
  /** Where what can be scrolled into view ends: above a phone's tabs, which cover the lower edge. */
  const lowest = (element) => {
    const fixed = tabs && !tabs.contains(element) && getComputedStyle(tabs).position === 'fixed'
    return fixed ? tabs.getBoundingClientRect().top : innerHeight
  }
  const kinds = 'button, a[href], input, select, textarea, summary, [role="button"]'
  for (const each of front.querySelectorAll(kinds)) {
    const element = (each.matches('input') && each.closest('label')) || each
    if (each.disabled || !element.checkVisibility({ visibilityProperty: true })) continue
    // A link within a sentence is as high as its line (WCAG 2.2, criterion 2.5.8).
    if (element.matches('.rule') || getComputedStyle(element).display === 'inline') continue
    let box = element.getBoundingClientRect()
    if (!box.width || !box.height) continue
    const middle = () => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    if (getComputedStyle(element).pointerEvents === 'none' && !element.querySelector('.unit')) continue
    if (!element.contains(document.elementFromPoint(...middle())) || box.bottom > lowest(element)) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      box = element.getBoundingClientRect()
    }
    const least = element.matches('[data-piece]:not(.open)') ? told : target
    const hits = (x, y) => {
      const at = document.elementFromPoint(x, y)
      return !!at && element.contains(at)
    }
    // Most can be hit as far as they must round their middle; of the others all that can be hit is sought.
    const [x0, y0] = middle()
    const half = least / 2 - SLACK
    if (hits(x0 - half, y0) && hits(x0 + half, y0) && hits(x0, y0 - half) && hits(x0, y0 + half)) continue
    const hit = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
    const enough = () => hit.right - hit.left >= least - SLACK && hit.bottom - hit.top >= least - SLACK
    const steps = (from, to) => {
      const count = Math.min(50, Math.ceil(to - from))
      return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count)
    }
    const wide = Math.max(0, (least + 4 - box.width) / 2)
    const high = Math.max(0, (least + 4 - box.height) / 2)
    for (const y of steps(box.top - high, box.bottom + high)) {
      for (const x of steps(box.left - wide, box.right + wide).filter((x) => hits(x, y))) {
        hit.left = Math.min(hit.left, x)
        hit.right = Math.max(hit.right, x)
        hit.top = Math.min(hit.top, y)
        hit.bottom = Math.max(hit.bottom, y)
      }
      if (enough()) break
    }
    if (enough()) continue
    const name = short(element.getAttribute('aria-label') || element.innerText.trim() || element.className)
    const size = hit.right < hit.left ? 'cannot be hit' : `is ${px(hit.right - hit.left)} x ${px(hit.bottom - hit.top)} px`
    found.add(`small target: "${name}" in ${placeOf(element)} ${size}`)
  }
  scrollTo(0, 0)
  return [...found]
}
