// The words of a lesson's coach, loaded with it.

import section from './en.ftl?section=coach'
import { addWords } from './words'

addWords(section)
