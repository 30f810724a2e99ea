// Sums up how far things on the page jump (layout shift), as browsers count it: what follows a touch within half a second
// is meant, and moving pieces by transforms is no jump. Kept where reloads of the page find it.
(() => {
  window.shift = 0
  window.shifted = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.shift += entry.value
      for (const { node, previousRect, currentRect } of entry.sources)
        window.shifted.push(
          `${entry.value.toFixed(4)} ${node?.nodeName}.${node?.className?.baseVal ?? node?.className}: ${JSON.stringify(previousRect)} -> ${JSON.stringify(currentRect)}`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
})()
