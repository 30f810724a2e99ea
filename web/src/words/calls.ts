// The words about games that wait and about calls, loaded with their pages.

import section from './en.ftl?section=calls'
import { addWords } from './words'

addWords(section)
