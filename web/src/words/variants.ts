// The words of variants of a game, loaded where one is chosen or told.

import section from './en.ftl?section=variants'
import { addWords } from './words'

addWords(section)
