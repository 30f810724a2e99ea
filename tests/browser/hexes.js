// Names the text in hexagons that crosses or touches their outline. A line's rectangle is higher than its letters.
() => {
  const found = []
  const LETTERS = 0.2
  for (const hex of document.querySelectorAll('.scene .face.hex')) {
    const outline = hex.querySelector('.outline')
    const toDrawing = outline.getScreenCTM().inverse()
    const inFill = (x, y) => outline.isPointInFill(new DOMPoint(x, y).matrixTransform(toDrawing))
    const foot = hex.getBoundingClientRect().bottom
    const walker = document.createTreeWalker(hex, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node; (node = walker.nextNode()); ) {
      const isText = node.nodeType === Node.TEXT_NODE && node.data.trim()
      if (!isText && !node.matches?.('.inside .icon')) continue
      const element = isText ? node.parentElement : node
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNode(node)
      for (const { left, top, right, bottom, height } of range.getClientRects()) {
        const [high, low] = [top + height * LETTERS, bottom - height * LETTERS]
        if (right - left < 1 || high > foot) continue
        if ([high, low].every((y) => inFill(left - 1, y) && inFill(right + 1, y))) continue
        const name = hex.closest('[data-piece]').dataset.piece
        found.push(`${isText ? `"${node.data.trim()}"` : 'a picture'} of ${name} (${Math.round(hex.getBoundingClientRect().width)} px)`)
      }
    }
  }
  return found
}
