// What is looked at beside the table itself: sheets, rules, a page of the layout, a hint, the
// review of a game that is over.

import { paged } from '../stage'
import type { Layout, View } from '../types'

export type Sheet = 'log' | 'moves' | 'menu' | 'help' | 'opened'

export class Sheets {
  open = $state<'' | Sheet>('')
  /** The drawer or panel that the sheet `opened` shows. */
  opened = $state('')
  /** The anchor at which the rules are open; empty is their beginning, null closed. */
  rules = $state<string | null>(null)
  /** The page of the layout that is looked at; empty for the table as it is. */
  page = $state('')
  /** Whether a hint is asked for or shown. */
  hinting = $state(false)
  /** Whether the result lies over the table, when the game is over. */
  result = $state(false)
  /** How a game that is over is gone through; empty for the table as it is. */
  review = $state<'' | 'analysis' | 'replay'>('')

  /** What is laid out now, with the page that is looked at. */
  layout: Layout | null = $derived.by(() => {
    const view = this.view()
    return view && paged(this.wide() ? view.wide : view.narrow, this.page)
  })

  constructor(
    private readonly view: () => View | null,
    private readonly wide: () => boolean,
  ) {}

  close(): void {
    this.open = ''
  }

  /** How a thing is looked at here: a page is laid out in place, all else lies in a sheet. */
  closer(opens: string): '' | 'page' | 'sheet' {
    const { layout } = this
    if (!opens || !layout) return ''
    if (layout.pages?.[opens]) return 'page'
    const part = this.view()?.parts.find((each) => each.id === opens)
    if (part?.part === 'drawer') return 'sheet'
    return part?.part === 'panel' && !layout.areas[part.area] ? 'sheet' : ''
  }

  /** Shows what a panel or piece opens; a page that is shown already goes back. */
  look(opens: string): void {
    const how = this.closer(opens)
    if (how === 'page') this.page = this.page === opens ? '' : opens
    if (how === 'sheet') {
      this.opened = opens
      this.open = 'opened'
    }
  }

  /** A move was chosen, maybe from the list of all. */
  submitted(): void {
    if (this.open === 'moves') this.close()
  }

  /** Another move is shown: a hint was for the choice before, and whoever's turn begins sees the table. */
  moved(change: { kept: boolean; begins: boolean }): void {
    if (!change.kept) this.hinting = false
    if (change.begins) this.page = ''
  }

  /** The connection is lost, and with it the answer to come. */
  lost(): void {
    this.hinting = false
  }
}
