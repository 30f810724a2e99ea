// The words of the menu, loaded with it.

import section from './en.ftl?section=menu'
import { addWords } from './words'

addWords(section)
