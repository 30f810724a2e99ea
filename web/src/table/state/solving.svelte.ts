// A puzzle at a table: the question, the result of the last move, and the solution.

import { keepPuzzle } from '../../browser/prefs.svelte'
import type { Difficulty, FromServer, PuzzleState, View } from '../../types'
import type { Playback } from './playback.svelte'

type Update = Extract<FromServer, { type: 'update' }>

/** A puzzle of a game. */
export interface PuzzleId {
  game: string
  key: string
}

export class Solving {
  private readonly states = new WeakMap<View, PuzzleState>()
  private refused = $state.raw<{ view: View | null; words: string } | null>(null)

  /** The state of the puzzle in the current view. */
  state: PuzzleState | null = $derived.by(() => {
    const { view } = this.playback
    return (view && this.states.get(view)) || null
  })
  /** How hard the puzzle is, once that is known. */
  difficulty = $state<Difficulty>('')
  /** Whether nothing is left to find. */
  over: boolean = $derived(!!this.state && this.state.state !== 'open')
  /** Why the last move was wrong; empty once another was made. */
  wrong: string = $derived.by(() =>
    this.refused?.view === this.playback.present ? (this.refused?.words ?? '') : '',
  )

  constructor(
    readonly puzzle: PuzzleId,
    private readonly playback: Pick<Playback, 'present' | 'view'>,
    private readonly send: () => void,
  ) {}

  /** Stores the state of the puzzle until its view is shown. */
  receive({ view, puzzle }: Update): void {
    if (puzzle) this.states.set(view, puzzle)
  }

  /** A view is shown: stores the result of the puzzle. */
  shown(view: View): void {
    const state = this.states.get(view)?.state
    if (state && state !== 'open') keepPuzzle(this.puzzle.key, state)
  }

  /** Shows the text about a refused move. */
  refuse(words: string): void {
    this.refused = { view: this.playback.present, words }
  }

  /** Requests the solution from here on. */
  showLine(): void {
    this.refused = null
    this.send()
  }
}
