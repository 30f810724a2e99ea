// Names the words on the page whose contrast (WCAG 2.2, criterion 1.4.3) is less than `least`, with what it is.
// Words on the faces of pieces stand on pictures, and what cannot be used now may step back: both are left out.
(least) => {
  const parse = (color) => {
    const [, kind, inside] = color.match(/^(rgba?|color)\(([^)]+)\)/)
    const values = inside.replace('srgb ', '').split(/[ ,/]+/).map(Number)
    const scale = kind === 'color' ? 255 : 1
    return [...values.slice(0, 3).map((value) => value * scale), values[3] ?? 1]
  }
  const over = (top, below) => [...[0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])), 1]
  const part = (value) => (value > 10 ? ((value / 255 + 0.055) / 1.055) ** 2.4 : value / 3294.6)
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
  const contrast = (one, other) => {
    const [less, more] = [light(one), light(other)].sort((a, b) => a - b)
    return (more + 0.05) / (less + 0.05)
  }
  // All colours that may lie behind an element, and how much of its own is left: a gradient counts with each of its stops.
  const behind = (element) => {
    const layers = []
    let opacity = 1
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each)
      opacity *= Number(style.opacity)
      const stops = [...style.backgroundImage.matchAll(/(?:rgba?|color)\([^)]*\)/g)].map((found) => parse(found[0]))
      if (stops.length) layers.push(stops)
      const plain = parse(style.backgroundColor)
      if (plain[3]) layers.push([plain])
      if (layers.at(-1)?.every((color) => color[3] === 1)) break
    }
    const ground = [[255, 255, 255, 1]]
    return [layers.reverse().reduce((below, stops) => below.flatMap((color) => stops.map((stop) => over(stop, color))), ground), opacity]
  }
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement
    const range = document.createRange()
    range.selectNodeContents(node)
    const { width, height } = range.getBoundingClientRect()
    const seen = node.data.trim() && width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
    if (!seen || element.closest('.unseen, :disabled, .face, svg')) continue
    const [grounds, opacity] = behind(element)
    const [r, g, b, a] = parse(getComputedStyle(element).color)
    const worst = Math.min(...grounds.map((ground) => contrast(over([r, g, b, a * opacity], ground), ground)))
    if (worst < least) found.push(`${node.data.trim()}: ${worst.toFixed(2)}`)
  }
  return found
}
