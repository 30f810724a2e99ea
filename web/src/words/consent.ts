// The words of what others ask for, loaded when they ask.

import section from './en.ftl?section=consent'
import { addWords } from './words'

addWords(section)
