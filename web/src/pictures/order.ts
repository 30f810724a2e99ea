import type { Choices, Printed } from '../pages/print/printing'
import type { Contents, LegendEntry, View } from '../types'

interface Look {
  theme?: 'dark' | 'light'
}

/** A table, as large as fits into a picture of this size in CSS pixels. */
interface TableOrder extends Look {
  what: 'table'
  view: View
  names: readonly string[]
  width: number
  height: number
}

/** The pages to print. */
interface PagesOrder extends Look {
  what: 'pages'
  contents: Contents
  legend: readonly LegendEntry[]
  choices: Choices
}

/** One side of a piece to print, with the bleed around it, in millimetres. */
interface PieceOrder extends Look {
  what: 'piece'
  piece: Printed
  bleed: number
  ink: boolean
}

/** The order for a drawing. */
export type Order = TableOrder | PagesOrder | PieceOrder
