// The words of puzzles, loaded with their pages.

import section from './en.ftl?section=puzzle'
import { addWords } from './words'

addWords(section)
