// The panels open beside the table: sheets, rules, a page of the layout, a hint, or the review of a finished game.

import { folded } from '../layout/foldLayout'
import { lowOf, widened, type Shape } from '../layout/geometry'
import { paged, TALK } from '../layout/placement'
import type { Layout, View } from '../../types'

export type Sheet =
  | 'log'
  | 'moves'
  | 'menu'
  | 'help'
  | 'opened'
  | 'chat'
  | 'code'
  | 'piece'
  | 'legend'
  | 'variant'
  | 'conditional'

export class Sheets {
  open = $state<'' | Sheet>('')
  /** The drawer or panel that the sheet `opened` shows. */
  opened = $state('')
  /** The link that the sheet `code` shows. */
  code = $state('')
  /** The rule at which the rules are open; empty for the beginning, null if they are closed. */
  rules = $state<string | null>(null)
  /** Increases whenever a rule is looked up, even the same one again. */
  sought = $state(0)
  /** The piece that the sheet `piece` is about. */
  piece = $state('')
  /** The page of the layout that is open; empty for the table itself. */
  page = $state('')
  /** Whether a hint is requested or shown. */
  hinting = $state(false)
  /** Whether the result of a finished game lies over the table. */
  result = $state(false)
  /** How a finished game is reviewed; empty if it isn't. */
  review = $state<'' | 'analysis' | 'replay'>('')

  /** The layout in use, with the open page applied. */
  layout: Layout | null = $derived.by(() => {
    const view = this.view()
    const shape = this.shape()
    const page = this.page || (this.talking() ? TALK : '')
    if (!view) return null
    if (shape === 'wide') return widened(paged(view.wide, page), this.room())
    if (shape === 'low' && view.low?.length) return paged(lowOf(view.low, this.sceneRoom()), page)
    const layout = paged(view.narrow, page)
    return shape === 'low' ? folded(layout) : layout
  })

  constructor(
    private readonly view: () => View | null,
    private readonly shape: () => Shape,
    private readonly room: () => { w: number; h: number },
    private readonly sceneRoom: () => { w: number; h: number } = room,
    /** Whether the chat is shown in place of the log. */
    private readonly talking: () => boolean = () => false,
  ) {}

  close(): void {
    this.open = ''
  }

  /** Closes everything. */
  shut(): void {
    this.close()
    this.rules = null
    this.hinting = false
    this.result = false
    this.review = ''
  }

  /** Goes to a rule, or a section, of the open rules. */
  seek(anchor: string): void {
    this.rules = anchor
    this.sought++
  }

  /** Opens the sheet about a piece: its text and its symbols. */
  tell(piece: string): void {
    this.piece = piece
    this.open = 'piece'
  }

  /** How something opens here: a page in place, everything else in a sheet. */
  closer(opens: string): '' | 'page' | 'sheet' {
    const { layout } = this
    if (!opens || !layout) return ''
    if (layout.pages?.[opens]) return 'page'
    const part = this.view()?.parts.find((each) => each.id === opens)
    if (part?.part === 'drawer') return 'sheet'
    return part?.part === 'panel' && !layout.areas[part.area] ? 'sheet' : ''
  }

  /** Opens the drawer or page of a panel or piece; an open page is closed. */
  look(opens: string): void {
    const how = this.closer(opens)
    if (how === 'page') this.page = this.page === opens ? '' : opens
    if (how === 'sheet') {
      this.opened = opens
      this.open = 'opened'
    }
  }

  /** A move was chosen, perhaps from the list of all moves. */
  submitted(): void {
    if (this.open === 'moves') this.close()
  }

  /** Another move is shown: closes the hint, which is outdated, and at our turn shows the table. */
  moved(change: { kept: boolean; begins: boolean }): void {
    if (!change.kept) this.hinting = false
    if (change.begins) this.page = ''
  }

  /** The connection is lost, and any pending answer with it. */
  lost(): void {
    this.hinting = false
  }
}
