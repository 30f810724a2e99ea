// The words of the pages about people, loaded with them.

import section from './en.ftl?section=people'
import { addWords } from './words'

addWords(section)
