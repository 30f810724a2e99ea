// The words of the gallery, loaded with it.

import section from './en.ftl?section=gallery'
import { addWords } from './words'

addWords(section)
