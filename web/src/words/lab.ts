// The words of the workbench, loaded with it.

import section from './en.ftl?section=lab'
import { addWords } from './words'

addWords(section)
