// The words of the end of a game and of looking back at it, loaded when a game is over.

import section from './en.ftl?section=review'
import { addWords } from './words'

addWords(section)
