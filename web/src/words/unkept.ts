// The words of a browser that keeps nothing, loaded where it is told.

import section from './en.ftl?section=unkept'
import { addWords } from './words'

addWords(section)
