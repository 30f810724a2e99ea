// Dragging with a mouse, a pen or a finger. A finger must rest for a moment first, because one that moves at once
// scrolls the page.

/** The distance in pixels that a mouse must move to drag, and that a resting finger can move. */
const MOVED = 6
const TREMBLES = 10

/** The time in milliseconds that a finger must rest on a piece to pick it up. */
export const REST = 220

export interface Hand {
  /** Picks up the piece under the pointer. Returns whether it can be dragged. */
  take(element: HTMLElement): boolean
  /** Dragged by this distance, with the pointer here, in pixels of the window. */
  move(by: { x: number; y: number }, at: { x: number; y: number }): void
  drop(): void
  /** The drag was cancelled; `kept` if the pointer has hardly moved. */
  putBack(kept: boolean): void
}

/** Makes elements that match `what` draggable. An attachment for the element around them. */
export function draggable(what: string, hand: Hand) {
  return (node: HTMLElement) => {
    let pressed: { element: HTMLElement; x: number; y: number; id: number } | null = null
    let held = false
    let far = false
    let rest: ReturnType<typeof setTimeout> | undefined

    function down(event: PointerEvent) {
      if (pressed || !event.isPrimary || event.button !== 0) return
      const element = (event.target as HTMLElement).closest<HTMLElement>(what)
      if (!element) return
      pressed = { element, x: event.clientX, y: event.clientY, id: event.pointerId }
      if (event.pointerType === 'touch') rest = setTimeout(take, REST)
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', up)
      window.addEventListener('pointercancel', cancel)
      window.addEventListener('keydown', key, true)
    }

    function take() {
      rest = undefined
      if (pressed && hand.take(pressed.element)) held = true
      else release()
    }

    function move(event: PointerEvent) {
      if (!pressed || event.pointerId !== pressed.id) return
      const by = { x: event.clientX - pressed.x, y: event.clientY - pressed.y }
      const way = Math.hypot(by.x, by.y)
      if (!held) {
        if (rest === undefined && way >= MOVED) take()
        else if (rest !== undefined && way >= TREMBLES) release()
      }
      if (!held) return
      far ||= way >= MOVED
      hand.move(by, { x: event.clientX, y: event.clientY })
    }

    function up(event: PointerEvent) {
      if (!pressed || event.pointerId !== pressed.id) return
      const [was, moved] = [held, far]
      release()
      if (!was) return
      swallow()
      if (moved) hand.drop()
      else hand.putBack(true)
    }

    function cancel() {
      const was = held
      release()
      if (was) hand.putBack(false)
    }

    function key(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !held) return
      event.stopPropagation()
      swallow()
      cancel()
    }

    function release() {
      clearTimeout(rest)
      rest = undefined
      pressed = null
      held = far = false
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
    }

    /** Swallows the click that follows when the pointer is released; a click after the next press is a new one. */
    function swallow() {
      const stop = (event: Event) => {
        event.stopPropagation()
        event.preventDefault()
      }
      const over = () => window.removeEventListener('click', stop, true)
      window.addEventListener('click', stop, { capture: true, once: true })
      window.addEventListener('pointerdown', over, { capture: true, once: true })
      setTimeout(over, 50)
    }

    /** While something is dragged, the page neither scrolls nor shows a context menu. */
    function still(event: Event) {
      if (held) event.preventDefault()
    }

    node.addEventListener('pointerdown', down)
    node.addEventListener('touchmove', still, { passive: false })
    node.addEventListener('contextmenu', still)
    return () => {
      cancel()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('touchmove', still)
      node.removeEventListener('contextmenu', still)
    }
  }
}
