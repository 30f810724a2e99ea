// The words of a hint, loaded with it.

import section from './en.ftl?section=hint'
import { addWords } from './words'

addWords(section)
