// A box on the workbench: its rows, its undo steps, and its file.

import { api, Refusal, wordsOf } from '../../net/api'
import { later as whenIdle } from './idle'
import { download } from '../../browser/download'
import { forBrowser, forTab, read, write, type Drawer } from '../../browser/storage.svelte'
import type { BoxEdit, Face, LabBox, LabEntry, LabMistake, LabStart, LabTable } from '../../types'
import { t } from '../../i18n'

/** The tab with the text of the file. */
export const FILE = '/'

/** The delay in milliseconds after the last key before a change is checked. */
const LOOK_MS = 120

/** The number of steps that can be undone. */
const MOST_STEPS = 200

interface Step {
  box: LabBox
  /** Steps of one kind in a row are undone together, for example while typing text. */
  kind: string
}

interface Draft {
  text: string
  /** The file from which it was started. */
  digest: string
  file: string
}

export class Bench {
  readonly start: LabStart
  /** The text shown: the last step, or that with the text being typed. */
  box = $state.raw<LabBox>({ text: '' })
  tab = $state('')
  /** The number of the selected entry. */
  entry = $state(0)
  file = $state('')
  trouble = $state('')
  /** Why the box was not saved; saving can be forced. */
  conflict = $state('')
  #steps = $state.raw<Step[]>([])
  #at = $state(0)
  #saved = $state('')
  #digest = ''
  #queue: Promise<unknown> = Promise.resolve()
  #looks = 0
  #looking = whenIdle(LOOK_MS)
  /** The answer to the text being typed, and that text. */
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

  /** Whether everything is saved in the file. */
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

  /** The current text, without the text being typed. */
  get text(): string {
    return this.#last.text
  }

  /** Resolves when everything done so far has been checked. */
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

  /** Discards the text being typed. */
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

  /** Makes another text the current one, as a step. */
  write(text: string, kind = ''): Promise<void> {
    return this.#next(async () => {
      const box = await this.#asked(text, [])
      if (box) this.#push(box, kind)
    })
  }

  /** Makes a text the current one while it is typed: one step for all letters. */
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

  /** Selects an entry. */
  open(table: string, entry: number): void {
    this.tab = table
    this.entry = entry
  }

  /** Whether boxes are saved as downloads, because there is no server with a folder for them. */
  get downloads(): boolean {
    return !this.start.folder
  }

  /** Makes the text of a file the current one. */
  async read(file: File): Promise<void> {
    await this.write(await file.text())
    this.file = file.name
    this.#keep()
  }

  /** Saves the box; returns whether it was saved. If not, `conflict` or `trouble` has the reason. */
  async save(file: string, replace = false): Promise<boolean> {
    this.trouble = this.conflict = ''
    await this.#queue
    const text = this.text
    if (this.downloads) {
      download(file, text)
      this.file = file
      this.#saved = text
      this.#keep()
      return true
    }
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

  /** A box with the rows and cards shown last, if its text cannot be parsed or its cards cannot be drawn. */
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

  // Unsaved text outlives the page, for example while the box is played. Without a server, the browser is the only place
  // that keeps it.

  get #drawer(): Drawer {
    return this.downloads ? forBrowser : forTab
  }

  get #key(): string {
    return `cogtable-lab/${this.start.game}`
  }

  #draft(): Draft | null {
    const draft = read<Partial<Draft>>(this.#drawer, this.#key, {})
    return draft.text === undefined ? null : (draft as Draft)
  }

  #keep(): void {
    const draft: Draft = { text: this.text, digest: this.#digest, file: this.file }
    write(this.#drawer, this.#key, draft)
  }
}

/** A mistake in one line: its place and its text. */
export function mistakeWords({ where = '', reason, line = 0 }: LabMistake): string {
  const words = where ? t('lab-mistake', { where, reason }) : reason
  return line ? t('lab-mistake-line', { line, words }) : words
}
