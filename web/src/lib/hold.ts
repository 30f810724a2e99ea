// Asking what a thing is: a finger that rests on it, the right button of a mouse, the menu key.

/** How long a finger rests before it asks, in milliseconds; longer than to take up what can be carried. */
export const HOLD = 500

/** How far it trembles meanwhile, in pixels. */
const TREMBLES = 10

/**
 * Calls `tell` for what matches `what` when it is asked about; a finger does not ask while it
 * `carries`. An attachment for the element around it.
 */
export function asked(
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

    /** The click that follows when the finger is lifted is no touch. */
    function swallow() {
      const none = (event: Event) => {
        event.stopPropagation()
        event.preventDefault()
      }
      window.addEventListener('click', none, { capture: true, once: true })
      const lifted = () => setTimeout(() => window.removeEventListener('click', none, true), 50)
      window.addEventListener('pointerup', lifted, { once: true })
      window.addEventListener('pointercancel', lifted, { once: true })
    }

    function menu(event: MouseEvent) {
      const element = at(event)
      if (!element || event.defaultPrevented) return
      event.preventDefault()
      // A finger that rests has its own time.
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
