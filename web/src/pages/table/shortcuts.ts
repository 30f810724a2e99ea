// The keyboard shortcuts of a table. Single characters are easily typed by accident, and by speech input, so they can
// be disabled (WCAG 2.2, criterion 2.1.4).

import { characterOf, isComposing } from '../../browser/keys'

export type Command =
  | 'clear'
  | 'moves'
  | 'log'
  | 'chat'
  | 'rules'
  | 'hint'
  | 'undo'
  | 'analysis'
  | 'about'
  | 'help'
  | 'skip'
  | 'next'

const CHARACTERS = new Map<string, Command>([
  ['m', 'moves'],
  ['l', 'log'],
  ['c', 'chat'],
  ['r', 'rules'],
  ['h', 'hint'],
  ['u', 'undo'],
  ['a', 'analysis'],
  ['i', 'about'],
  ['s', 'skip'],
  ['n', 'next'],
  ['?', 'help'],
])

type Struck = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & Partial<KeyboardEvent>

/** The shortcut of a key, if any; `characters`: whether single-character shortcuts are on. */
export function commandOf(event: Struck, characters: boolean): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  if (event.key === 'Escape') return 'clear'
  const character = characterOf(event)
  // With Shift a letter has another meaning, but many layouts have the question mark there.
  if (!characters || (event.shiftKey && character !== '?')) return null
  return CHARACTERS.get(character) ?? null
}
