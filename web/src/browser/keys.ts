// The meaning of a key in any keyboard layout.

type Struck = Pick<KeyboardEvent, 'key'> & Partial<KeyboardEvent>

/**
 * Whether a key belongs to an input method that is composing text. Safari ends the composition before the last key
 * arrives, and marks that key only by its code.
 */
export function isComposing(event: Partial<KeyboardEvent>): boolean {
  return !!event.isComposing || event.keyCode === 229 || event.key === 'Process'
}

/** Whether a key is for a text field or a sheet, and not for the page. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event
  return (
    target instanceof Element &&
    !!target.closest('input, textarea, select, dialog, [contenteditable]')
  )
}

/** Whether AltGr is pressed, with which many layouts write other characters. */
const writes = (event: Struck): boolean => !!event.getModifierState?.('AltGraph')

/**
 * The Latin letter of a key in lower case, whether or not Caps Lock is on: the layout's letter or, if the layout has
 * another script, the letter at that place of an English keyboard. Other characters are unchanged; question marks and
 * full-width characters become those of an English keyboard.
 */
export function characterOf(event: Struck): string {
  if (writes(event)) return ''
  const key = event.key.length > 1 ? event.key : event.key.normalize('NFKC').toLowerCase()
  // The question marks of Arabic and Greek keyboards; the latter looks like a semicolon.
  if (event.key === '\u061f' || event.key === '\u037e') return '?'
  const isForeign = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return isForeign ? (/^Key([A-Z])$/.exec(event.code ?? '')?.[1]?.toLowerCase() ?? key) : key
}

/** Keeps the keys of an input method from everything on the page, because they only write text. */
export function leaveComposing(): void {
  const leave = (event: KeyboardEvent) => {
    if (isComposing(event)) event.stopImmediatePropagation()
  }
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, leave, { capture: true })
}
