// The words of the end of a game, loaded with it.

import section from './en.ftl?section=ending'
import { addWords } from './words'

addWords(section)
