// The lesson that is played while we wait for others at a table of the same game, and the state of that table.

import type { Connect, Link } from './connection.svelte'
import { read, write, type Drawer } from '../../browser/storage.svelte'
import type { FromServer } from '../../types'

/** The lessons of this tab by the tables at which we wait. */
const KEY = 'cogtable-meanwhile'

const lessons = (kept: Drawer): Record<string, string> => read(kept, KEY, {})

/** The lesson that was begun while we waited at a table; empty for none. */
export function lessonFor(table: string, kept: Drawer): string {
  return lessons(kept)[table] ?? ''
}

/** Records that we play a lesson while we wait at a table. */
export function waitIn(lesson: string, table: string, kept: Drawer): void {
  write(kept, KEY, { ...lessons(kept), [table]: lesson })
}

/** The table at which we wait while we play a lesson; empty for none. */
export function tableFor(lesson: string, kept: Drawer): string {
  return Object.entries(lessons(kept)).find(([, each]) => each === lesson)?.[0] ?? ''
}

/**
 * The table at which we wait. We stay connected to it, so that we aren't marked away, and learn when its game begins.
 */
export class Meanwhile {
  /** Whether the game has begun. */
  began = $state(false)
  private waited = $state(false)
  /** Whether it is our turn there. */
  ours: boolean = $derived(this.began && this.waited)
  private readonly link: Link

  constructor(
    readonly table: string,
    connect: Connect,
    secret: () => string,
    /** Called when the game has begun while this page listens. */
    private readonly called: () => void,
  ) {
    this.link = connect(() => ({ secret: secret() }), {
      message: (message) => this.receive(message),
      state: () => undefined,
      waits: () => undefined,
    })
  }

  close(): void {
    this.link.close()
  }

  private receive(message: FromServer): void {
    if (message.type === 'error') {
      // The table is gone, or another player has our seat.
      this.stop()
    } else if (message.type === 'update' && message.view.over) {
      this.stop()
    } else if (message.type === 'update') {
      const { view, yours = [view.seat] } = message
      this.waited = yours.some((seat) => view.waiting.includes(seat))
      this.start(message.now.started ?? true)
    } else if (message.type === 'occupants') this.start(message.now.started ?? true)
  }

  /** Stops waiting. */
  private stop(): void {
    this.began = false
    this.close()
  }

  private start(began: boolean): void {
    if (began && !this.began) this.called()
    this.began = began
  }
}
