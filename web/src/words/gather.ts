// The words of a table before it begins, loaded with it.

import section from './en.ftl?section=gather'
import { addWords } from './words'

addWords(section)
