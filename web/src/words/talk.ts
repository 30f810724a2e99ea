// The words of the chat, loaded with it.

import section from './en.ftl?section=talk'
import { addWords } from './words'

addWords(section)
