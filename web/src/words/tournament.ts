// The words of tournaments, loaded with their pages.

import section from './en.ftl?section=tournament'
import { addWords } from './words'

addWords(section)
