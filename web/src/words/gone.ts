// The words of a table that is not there, or is of another version, loaded with its page.

import section from './en.ftl?section=gone'
import { addWords } from './words'

addWords(section)
