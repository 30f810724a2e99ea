// The words of a new table, loaded with it.

import section from './en.ftl?section=new'
import { addWords } from './words'

addWords(section)
