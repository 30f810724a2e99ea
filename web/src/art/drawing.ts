// The types that all pictures share.

/** A picture as SVG, in its own units. */
export interface Drawing {
  width: number
  height: number
  body: string
}

/** Draws a picture from the words of its name after the family. */
export type Draw = (...words: string[]) => Drawing

export type Families = Record<string, Draw>

export const drawing = (width: number, height: number, body: string): Drawing => ({
  width,
  height,
  body,
})
