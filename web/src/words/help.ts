// The words of keys and help, loaded with them.

import section from './en.ftl?section=help'
import { addWords } from './words'

addWords(section)
