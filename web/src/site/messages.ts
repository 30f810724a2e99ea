// What a page without a server and the worker with its tables send each other.

import type { OrderedSearch } from '../types'

/** Searches that a table needs (`src/cogtable/site/page_tables/thinking.py`). */
export interface ThinkingOrder {
  number: number
  game: string
  /** The digest of the box; missing for the game's own. */
  box?: string
  most: number
  guided?: boolean
  /** See `mcts.SearchConfig`; missing for the game's own. */
  prior?: number
  searches: OrderedSearch[]
}

/** Why there are no tables now:
 *  - `webassembly`: the browser does not run it
 *  - `unreachable`: a file could not be downloaded
 *  - `mixed`: the folder has files of two versions, or the page is older than the folder
 *  - `failed`: anything else
 *  - `elsewhere`: another tab of this browser has them
 */
export type Trouble = 'webassembly' | 'unreachable' | 'mixed' | 'failed' | 'elsewhere'

export type ToWorker =
  | { kind: 'call'; id: number; path: string; body?: string | undefined; secret: string }
  | { kind: 'connect'; channel: number; path: string }
  | { kind: 'send'; channel: number; text: string }
  | { kind: 'close'; channel: number }
  | { kind: 'found'; order: number; results: string }
  | { kind: 'failed'; order: number; why: string }
  /** Tries again what failed; `take`: even if another tab has the tables. */
  | { kind: 'retry'; take: boolean }
  /** Starts Python with a game that may be played soon; `download`: even if this browser lacks some of the files. */
  | { kind: 'prepare'; game: string; download: boolean }

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'open'; channel: number }
  | { kind: 'message'; channel: number; text: string }
  | { kind: 'closed'; channel: number }
  | { kind: 'order'; order: ThinkingOrder }
  | { kind: 'stop'; order: number }
  /** Files are being loaded: so many bytes of so many. When all are there, Python starts. */
  | { kind: 'loading'; bytes: number; all: number }
  /** Something waits for Python. */
  | { kind: 'needed' }
  /** Everything that was needed is there. */
  | { kind: 'ready' }
  /** Python has started before it was needed, or cannot start now. */
  | { kind: 'prepared' }
  /** Something waits for what is missing, until it is told to try again. */
  | { kind: 'trouble'; trouble: Trouble; why: string }
  /** Nothing works any more: the worker must be replaced. */
  | { kind: 'lost'; trouble: Trouble; why: string }

/** What a page tells a new service worker, to have it take the place of the old one. */
export const TAKE_OVER = 'take over'
