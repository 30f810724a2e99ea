// The keys of a table. Those of a single character are struck by accident, and by people who speak
// to their computer: they can be switched off (WCAG 2.2, criterion 2.1.4).

export type Command = 'clear' | 'moves' | 'log' | 'rules' | 'hint' | 'analysis' | 'about' | 'help'

const CHARACTERS = new Map<string, Command>([
  ['m', 'moves'],
  ['l', 'log'],
  ['r', 'rules'],
  ['h', 'hint'],
  ['a', 'analysis'],
  ['i', 'about'],
  ['?', 'help'],
])

type Struck = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key is for; `characters`: whether the keys of a single character are on. */
export function commandOf(event: Struck, characters: boolean): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Escape') return 'clear'
  return (characters && CHARACTERS.get(event.key)) || null
}
