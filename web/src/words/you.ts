// The words of the reader's page, loaded with it.

import section from './en.ftl?section=you'
import { addWords } from './words'

addWords(section)
