// The words of the page that prints a game, loaded with it.

import section from './en.ftl?section=print'
import { addWords } from './words'

addWords(section)
