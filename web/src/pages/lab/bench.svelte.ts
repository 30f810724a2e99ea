// A box on the workbench: what is shown of it, what was done to it, and where it is saved.

import { api, Refusal, wordsOf } from '../../net/api'
import { later as whenIdle } from './idle'
import { forTab, read, write } from '../../browser/storage.svelte'
import type { BoxEdit, Face, LabBox, LabEntry, LabMistake, LabStart, LabTable } from '../../types'
import { t } from '../../i18n'

/** The tab with the text of the file. */
export const FILE = '/'

/** How long after the last key a change is looked at. */
const LOOK_MS = 120

/** How many steps can be taken back. */
const MOST_STEPS = 200

interface Step {
  box: LabBox
  /** Steps of one kind in a row are taken back together, as when a text is typed. */
  kind: string
}

interface Draft {
  text: string
  /** The file that it was begun from. */
  digest: string
  file: string
}

export class Bench {
  readonly start: LabStart
  /** What is shown: the last step, or that with what is being typed. */
  box = $state.raw<LabBox>({ text: '' })
  tab = $state('')
  /** The entry that is looked at, by its number. */
  entry = $state(0)
  file = $state('')
  trouble = $state('')
  /** Why the box was not saved; it can be all the same. */
  conflict = $state('')
  #steps = $state.raw<Step[]>([])
  #at = $state(0)
  #saved = $state('')
  #digest = ''
  #queue: Promise<unknown> = Promise.resolve()
  #looks = 0
  #looking = whenIdle(LOOK_MS)
  /** The answer to what is being typed, and what that was. */
  #typed: { edits: BoxEdit[]; box: LabBox } | null = null

  constructor(start: LabStart) {
    this.start = start
    this.file = start.file ?? ''
    this.#digest = start.digest ?? ''
    this.#saved = start.digest ? start.box.text : ''
    this.#steps = [{ box: start.box, kind: '' }]
    this.box = start.box
    this.tab = this.tables.find((each) => each.table)?.table ?? (this.tables.length ? '' : FILE)
    const draft = this.#draft()
    if (draft && draft.text !== start.box.text && draft.digest === this.#digest) {
      this.file = draft.file
      void this.write(draft.text)
    }
  }

  get tables(): LabTable[] {
    return this.box.tables ?? []
  }

  get table(): LabTable | undefined {
    return this.tables.find((each) => each.table === this.tab)
  }

  get shown(): LabEntry | undefined {
    return this.table?.entries[this.entry]
  }

  get mistakes(): LabMistake[] {
    return this.box.mistakes ?? []
  }

  /** Whether everything is in the file. */
  get isSaved(): boolean {
    return this.#last.text === this.#saved
  }

  get isChanged(): boolean {
    return this.#last.text !== this.start.original
  }

  get canUndo(): boolean {
    return this.#at > 0
  }

  get canRedo(): boolean {
    return this.#at < this.#steps.length - 1
  }

  get #last(): LabBox {
    return this.#steps[this.#at]!.box
  }

  /** The text as it is, without what is being typed. */
  get text(): string {
    return this.#last.text
  }

  /** When all that was done until now has been looked at. */
  get settled(): Promise<unknown> {
    return this.#queue
  }

  mistakesAt(table: string, entry: number, field?: string): LabMistake[] {
    return this.mistakes.filter((each) => {
      const [its, number, where] = [each.table ?? '', each.entry ?? -1, each.field ?? '']
      if (!table) return !its && (field === undefined || where === field)
      return its === table && number === entry && (field === undefined || where === field)
    })
  }

  /** Shows what a change would do while it is being typed. */
  look(edits: BoxEdit[]): void {
    const look = ++this.#looks
    this.#looking(async () => {
      await this.#queue
      const box = await this.#asked(this.text, edits)
      if (box && look === this.#looks) {
        this.#typed = { edits, box }
        this.#show(box)
      }
    })
  }

  /** Forgets what is being typed. */
  forget(): void {
    this.#looks++
    this.#looking(null)
    this.#typed = null
    this.#show(this.#last)
  }

  /** Makes changes, as one step. */
  change(edits: BoxEdit[], kind = ''): Promise<void> {
    const typed = this.#typed
    this.#looks++
    this.#looking(null)
    this.#typed = null
    if (!edits.length) {
      this.#show(this.#last)
      return this.#queue as Promise<void>
    }
    const known = typed && JSON.stringify(typed.edits) === JSON.stringify(edits) ? typed.box : null
    return this.#next(async () => {
      const box = known ?? (await this.#asked(this.text, edits))
      if (box) this.#push(box, kind)
      else this.#show(this.#last)
    })
  }

  /** Takes another text as a step. */
  write(text: string, kind = ''): Promise<void> {
    return this.#next(async () => {
      const box = await this.#asked(text, [])
      if (box) this.#push(box, kind)
    })
  }

  /** Takes a text over while it is typed: one step, however many letters. */
  typing(text: string): void {
    this.#looking(() => this.write(text, 'typing'))
  }

  undo(): void {
    if (this.canUndo) this.#go(this.#at - 1)
  }

  redo(): void {
    if (this.canRedo) this.#go(this.#at + 1)
  }

  reset(): Promise<void> {
    return this.write(this.start.original)
  }

  /** Looks at an entry. */
  open(table: string, entry: number): void {
    this.tab = table
    this.entry = entry
  }

  /** Whether the box was saved; if not, `conflict` or `trouble` says why. */
  async save(file: string, replace = false): Promise<boolean> {
    this.trouble = this.conflict = ''
    await this.#queue
    const text = this.text
    const digest = file === this.file ? this.#digest : ''
    try {
      const saved = await api.labSave(this.start.game, { text, file, digest, replace })
      this.file = saved.file
      this.#digest = saved.digest
      this.#saved = text
      this.#keep()
      return true
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) this.conflict = wordsOf(error)
      else this.trouble = wordsOf(error)
      return false
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #asked(text: string, edits: BoxEdit[]): Promise<LabBox | null> {
    try {
      const box = await api.labBox(this.start.game, { text, edits })
      this.trouble = ''
      return box
    } catch (error) {
      this.trouble = wordsOf(error)
      return null
    }
  }

  #push(box: LabBox, kind: string): void {
    if (box.text === this.text) return this.#show(this.#last)
    const whole = this.#kept(box)
    const before = this.#steps[this.#at]!
    const keep = kind && before.kind === kind ? this.#at : this.#at + 1
    this.#steps = [...this.#steps.slice(0, keep), { box: whole, kind }].slice(-MOST_STEPS)
    this.#go(this.#steps.length - 1)
  }

  #go(at: number): void {
    this.#looks++
    this.#typed = null
    this.#at = at
    this.#show(this.#last)
    this.#keep()
  }

  #show(box: LabBox): void {
    this.box = this.#kept(box)
    const count = this.table?.entries.length ?? 0
    this.entry = Math.max(0, Math.min(this.entry, count - 1))
  }

  /** A box with the rows and cards shown last, where its text cannot be read or its cards not drawn. */
  #kept(box: LabBox): LabBox {
    if (!box.tables?.length) return { ...this.box, text: box.text, mistakes: box.mistakes ?? [] }
    const faces = new Map<string, Face>()
    for (const { table, entries } of this.tables)
      for (const { title, face } of entries) if (face) faces.set(`${table}/${title}`, face)
    for (const { table, entries } of box.tables)
      for (const entry of entries) {
        const old = faces.get(`${table}/${entry.title}`)
        if (old && (!entry.face || JSON.stringify(entry.face) === JSON.stringify(old)))
          entry.face = old
      }
    return box
  }

  // What was not saved outlives the page, as when the box is played.

  get #key(): string {
    return `cogtable-lab/${this.start.game}`
  }

  #draft(): Draft | null {
    const draft = read<Partial<Draft>>(forTab, this.#key, {})
    return draft.text === undefined ? null : (draft as Draft)
  }

  #keep(): void {
    const draft: Draft = { text: this.text, digest: this.#digest, file: this.file }
    write(forTab, this.#key, draft)
  }
}

/** A mistake in one line: where it is, and what. */
export function mistakeWords({ where = '', reason, line = 0 }: LabMistake): string {
  const words = where ? t('lab-mistake', { where, reason }) : reason
  return line ? t('lab-mistake-line', { line, words }) : words
}
