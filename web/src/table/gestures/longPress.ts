// Asking about a piece: with a resting finger, the right mouse button, or the menu key.

/** The time in milliseconds that a finger must rest to ask; longer than to pick up a piece. */
export const HOLD = 500

/** The distance in pixels that it can move meanwhile. */
const TREMBLES = 10

/**
 * Calls `tell` when the reader asks about an element that matches `what`. A finger that `carries` a piece does not ask.
 * An attachment for the element around them.
 */
export function longPress(
  what: string,
  tell: (element: HTMLElement) => void,
  carries: () => boolean = () => false,
) {
  return (node: HTMLElement) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }

    const at = (event: Event) => (event.target as HTMLElement).closest<HTMLElement>(what)

    function down(event: PointerEvent) {
      stop()
      const element = event.pointerType === 'touch' && event.isPrimary ? at(event) : null
      if (!element) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        timer = undefined
        if (carries()) return
        swallow()
        tell(element)
      }, HOLD)
    }

    function move(event: PointerEvent) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) >= TREMBLES) stop()
    }

    function stop() {
      clearTimeout(timer)
      timer = undefined
    }

    /** Ignores the click that follows when the finger is lifted. */
    function swallow() {
      const none = (event: Event) => {
        event.stopPropagation()
        event.preventDefault()
      }
      window.addEventListener('click', none, { capture: true, once: true })
      const over = () => window.removeEventListener('click', none, true)
      const lifted = () => setTimeout(over, 50)
      window.addEventListener('pointerdown', over, { capture: true, once: true })
      window.addEventListener('pointerup', lifted, { once: true })
      window.addEventListener('pointercancel', lifted, { once: true })
    }

    function menu(event: MouseEvent) {
      const element = at(event)
      if (!element || event.defaultPrevented) return
      event.preventDefault()
      // A resting finger is handled by its own timer.
      if (timer === undefined) tell(element)
    }

    node.addEventListener('pointerdown', down)
    node.addEventListener('pointermove', move)
    node.addEventListener('pointerup', stop)
    node.addEventListener('pointercancel', stop)
    node.addEventListener('contextmenu', menu)
    return () => {
      stop()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', stop)
      node.removeEventListener('pointercancel', stop)
      node.removeEventListener('contextmenu', menu)
    }
  }
}
