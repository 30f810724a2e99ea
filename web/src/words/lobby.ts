// The words of the lobby, loaded with it.

import section from './en.ftl?section=lobby'
import { addWords } from './words'

addWords(section)
