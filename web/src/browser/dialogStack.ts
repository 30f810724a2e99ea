// Layers over the page: sheets and dialogs. The browser's Back closes the topmost, Escape works in each, and when one
// is closed, the focus returns to where it was.

import { currentPath } from '../net/base'

interface Layer {
  /** Its element; null for a layer that replaces the page. */
  node: HTMLElement | null
  close: () => void
  /** The elements that had the focus before, the best one first. */
  back: HTMLElement[]
}

/** The data of a history entry: the number of entries of the same page below it, and the address. */
interface Entry {
  over: number
  at: string
}

const layers: Layer[] = []
/** Runs once the history has gone back. */
let waiting: (() => void)[] | null = null
let due = false

const entry = (): Entry | null => {
  const state = history.state as Partial<Entry> | null | undefined
  return state?.over ? { over: state.over, at: state.at ?? '' } : null
}
const depth = (): number => entry()?.over ?? 0

/** The time in milliseconds after which a browser that doesn't go back is no longer waited for. */
const PATIENCE = 1000
let patience: ReturnType<typeof setTimeout> | undefined
/** Whether the browser was asked to go back, and has not done it. Asked twice, a slow one would leave the page. */
let asked = false

/** Goes back in the history, then continues. */
function goBack(steps: number, then?: () => void): void {
  waiting = then ? [then] : []
  clearTimeout(patience)
  patience = setTimeout(turned, PATIENCE)
  asked = true
  history.go(-steps)
}

/** Gives the history one entry for each layer, once all pending opening and closing is done. */
function settle(): void {
  if (due) return
  due = true
  queueMicrotask(() => {
    due = false
    if (waiting) return
    const over = depth()
    if (over > layers.length && !asked) goBack(over - layers.length)
    for (let next = over + 1; next <= layers.length; next++)
      history.pushState({ over: next, at: currentPath() } satisfies Entry, '')
  })
}

function turned(): void {
  clearTimeout(patience)
  const then = waiting
  waiting = null
  if (then) for (const each of then) each()
  else for (const layer of layers.slice(depth()).reverse()) layer.close()
  settle()
}

function wentBack(): void {
  const isLate = asked && !waiting
  asked = false
  if (isLate)
    settle() // layers that were opened meanwhile stay
  else turned()
}

/** Listens to the history, and removes entries that a page left before a reload. */
export function watchHistory(): void {
  addEventListener('popstate', wentBack)
  const left = entry()
  if (left?.at === currentPath()) settle()
  else if (left) history.replaceState(null, '')
}

/** Goes to another address, replacing the history entries of the layers over this page. */
export function moveOn(path: string, done: () => void): void {
  if (waiting) return void waiting.push(() => moveOn(path, done))
  const over = depth()
  if (over > 1 && !asked) return goBack(over - 1, () => moveOn(path, done))
  if (over) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  done()
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

const focusables = (node: HTMLElement): HTMLElement[] =>
  [...node.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => !each.matches(':disabled') && each.checkVisibility(),
  )

/** Whether no element has the focus. */
const isLost = (): boolean => !document.activeElement || document.activeElement === document.body

/** If the focused element disappears, the focus goes to its replacement. */
function holdFocus(node: HTMLElement): () => void {
  let index = 0
  const note = () => {
    const found = focusables(node).indexOf(document.activeElement as HTMLElement)
    if (found >= 0) index = found
  }
  const watcher = new MutationObserver(() => {
    if (!isLost() || layers.at(-1)?.node !== node) return
    const all = focusables(node)
    ;(all[Math.min(index, all.length - 1)] ?? node).focus()
  })
  node.addEventListener('focusin', note)
  watcher.observe(node, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  return () => {
    node.removeEventListener('focusin', note)
    watcher.disconnect()
  }
}

/** Focuses the first of these elements that exists, otherwise the page. */
export function giveBack(places: HTMLElement[]): void {
  for (const place of places) {
    if (!place.isConnected) continue
    place.focus()
    if (document.activeElement === place) return
  }
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** For a layer that replaces the page: Back closes it. Returns the function to call when it is closed. */
export function overPage(close: () => void): () => void {
  const made: Layer = { node: null, close, back: [] }
  layers.push(made)
  settle()
  return () => {
    layers.splice(layers.indexOf(made), 1)
    settle()
  }
}

/** For the element of a layer that is open now; returns the function to call when it is closed. */
export function layer(node: HTMLElement, close: () => void): () => void {
  const before = document.activeElement
  const around = layers.findLast((each) => before && each.node?.contains(before))
  const own = before instanceof HTMLElement && before !== document.body ? [before] : []
  const made: Layer = { node, close, back: [...own, ...(around?.back ?? [])] }
  layers.push(made)
  settle()
  const letGo = holdFocus(node)
  return () => {
    letGo()
    layers.splice(layers.indexOf(made), 1)
    settle()
    const top = layers.at(-1)
    if (!isLost() && !node.contains(document.activeElement)) return
    // A layer opened meanwhile has the focus, and will return it.
    if (top?.node && !made.back.some((place) => top.node?.contains(place))) {
      top.back.push(...made.back)
      top.node.focus()
    } else if (before !== document.body) giveBack(made.back)
  }
}

/** The same for a modal dialog, which keeps the keyboard focus inside and is closed by Escape. */
export function modal(node: HTMLDialogElement, close: () => void): () => void {
  const cancelled = (event: Event) => {
    event.preventDefault()
    close()
  }
  // A browser can close it without asking.
  const closed = () => {
    if (node.isConnected) close()
  }
  node.addEventListener('cancel', cancelled)
  node.addEventListener('close', closed)
  const done = layer(node, close)
  node.showModal()
  if (!node.querySelector('[autofocus]')) node.focus()
  return () => {
    node.removeEventListener('cancel', cancelled)
    node.removeEventListener('close', closed)
    node.close()
    done()
  }
}
