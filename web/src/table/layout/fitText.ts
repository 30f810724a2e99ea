// A card keeps its picture: text that doesn't fit ends with "…".

/** The number of lines of text on a card: as many as leave room for its picture, but at least one. */
export function linesThatFit(card: number, others: number, picture: number, line: number): number {
  return Math.max(1, Math.floor((card - others - picture + 0.5) / line))
}

/** Attached to the text of a card: cuts it off if the picture would get less than this share of the height. */
export function leaveRoom(share: number) {
  return (words: HTMLElement) => {
    const card = words.parentElement!
    const measure = () => {
      const { paddingTop, paddingBottom, rowGap } = getComputedStyle(card)
      const art = card.querySelector<HTMLElement>(':scope > .art')
      const children = [...card.children] as HTMLElement[]
      const others = children
        .filter((child) => child !== words && child !== art)
        .reduce((sum, child) => sum + child.offsetHeight, 0)
      const gaps = (children.length - 1) * (parseFloat(rowGap) || 0)
      const inner = card.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - gaps
      const line = parseFloat(getComputedStyle(words).lineHeight)
      const lines = linesThatFit(inner, others, art ? card.clientHeight * share : 0, line)
      words.style.setProperty('-webkit-line-clamp', String(lines))
    }
    const observer = new ResizeObserver(measure)
    for (const each of [card, words]) observer.observe(each)
    return () => observer.disconnect()
  }
}

/**
 * Whether a piece on the table shows only the beginning of its text; its face marks this as `data-rest`. The rest is
 * then shown beside it.
 */
export function isCut(piece: string): boolean {
  const words = document.getElementById(`piece-${piece}`)?.querySelector('[data-rest]')
  return !!words && words.scrollHeight > words.clientHeight + 1
}
