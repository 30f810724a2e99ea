// Returns the words that are seen on the page, line by line: their colour with its opacity, size, weight, place and box. What
// cannot be used now may step back, and is left out.
() => {
    const found = []
    const tags = [...document.querySelectorAll('.tag, .marks')].map((tag) => [tag, tag.getBoundingClientRect()])
    const meet = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top)
    const clipped = (line, element) => {
        let { left, top, right, bottom } = line
        for (let each = element; each; each = each.parentElement) {
            if (getComputedStyle(each).overflow === 'visible') continue
            const box = each.getBoundingClientRect()
            ;[left, top] = [Math.max(left, box.left), Math.max(top, box.top)]
            ;[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)]
        }
        return { left, top, right, bottom, width: right - left, height: bottom - top }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement
        if (!node.data.trim() || element.closest('.unseen, :disabled, svg, [inert], .dim, .unbuilt, .none, .faded')) continue
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const style = getComputedStyle(element)
        let opacity = 1, scale = 1
        for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity)
        const scene = element.closest('.scene')
        if (scene) scale = new DOMMatrix(getComputedStyle(scene).transform).a
        const [r, g, b, a = 1] = style.color.match(/[\d.]+/g).map(Number)
        const parts = style.color.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]
        const place = element.closest('[data-piece]')?.dataset.piece ?? element.closest('[data-part]')?.dataset.part ?? ''
        for (const line of range.getClientRects()) {
            const box = clipped(line, element)
            if (box.height < line.height * 0.7) continue
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
            if (box.width < 2 || box.height < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
            // A tag at the edge of a piece can reach a little over a neighbour.
            if (tags.some(([tag, place]) => !tag.contains(element) && meet(box, place))) continue
            const top = document.elementFromPoint(x, y)
            if (top && !element.contains(top) && !top.contains(element) && !top.closest('button')?.contains(element)) continue
            found.push({
                words: node.data.trim(), place, size: parseFloat(style.fontSize) * scale, weight: Number(style.fontWeight),
                color: [...parts.slice(0, 3), parts[3] * opacity],
                box: [box.left, box.top, box.right, box.bottom],
            })
        }
    }
    return found
}
