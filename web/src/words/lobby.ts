// The words of the lobby that no table needs.

import section from './en.ftl?section=lobby'
import { addWords } from './words'

addWords(section)
