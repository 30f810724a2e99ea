// A game's WebAssembly module: its memory, its arrays by name, and calls of its functions. `docs/webassembly.md` says
// what a module holds.

/** The format of descriptions that this code reads. */
export const FORMAT = 1

/** A number: its name, its type, and its value where the game says it. */
type Scalar = [name: string, kind: string, value: number | null]

/** An array: its name, the type of its elements, its shape (null: chosen by the caller), and what it holds at first. */
type Block = [name: string, kind: string, shape: (number | null)[], contents: number[] | null]

/** What belongs to a box: the tables, in base64, and the row that observations begin as. */
export interface BoxData {
  digest: string
  tables: string
  blank: number[]
}

/** The description beside a module. */
export interface About {
  format: number
  game: string
  digest: string
  heap: number
  records: Record<string, number>
  state: Record<string, [kind: string, place: number, shape: number[]]>
  functions: Record<string, (Scalar | Block)[]>
  nodes: Record<string, [each: number, beyond: number]>
  /** Null in a module of rules alone. */
  search: { simulations: Record<string, number>; hint: number } | null
  network: {
    arrays: [name: string, shape: number[]][]
    seats: number[]
    simulations: number
  } | null
  box: BoxData
}

interface Place {
  at: number
  shape: number[]
  bytes: number
  /** The axis along which it is as long as a tree; -1 for none. */
  axis: number
}

const PAGE = 65536
const WORD = 8
const ALIGNED = 64

const isArray = (argument: Scalar | Block): argument is Block => Array.isArray(argument[2])
const product = (shape: number[]): number => shape.reduce((total, length) => total * length, 1)

/** A module with its memory. Each array has one place, by its name, in whatever function it is used. */
export class GameModule {
  readonly #functions: Record<string, (block: number) => bigint>
  readonly #memory: WebAssembly.Memory
  readonly #places = new Map<string, Place>()
  readonly #blocks = new Map<string, number>()
  readonly #arguments: Map<string, (Scalar | Block)[]>
  #free: number

  private constructor(
    instance: WebAssembly.Instance,
    readonly about: About,
    /** The number of simulations for which its trees have room. */
    readonly room: number,
  ) {
    const { memory, ...functions } = instance.exports
    this.#memory = memory as WebAssembly.Memory
    this.#functions = functions as Record<string, (block: number) => bigint>
    this.#arguments = new Map(Object.entries(about.functions))
    this.#free = about.heap
    for (const [name, taken] of this.#arguments) {
      for (const argument of taken) if (isArray(argument)) this.#place(argument)
      this.#blocks.set(name, this.#room(taken.reduce((n, one) => n + words(one), 0) * WORD))
    }
    this.useBox(about.box)
    if (!this.#blocks.has('write_logs')) return // a module of rules alone
    this.call('write_logs')
    this.write('workspace.logs', this.read('logs'))
    this.fill('workspace.allowed', 1)
  }

  /**
   * Compiles a module. Its trees have room for so many simulations. Rejects where the browser refuses or cannot
   * compile it, and where there is no memory.
   */
  static async load(module: BufferSource, about: About, room: number): Promise<GameModule> {
    if (about.format !== FORMAT)
      throw new Error(`a module of format ${about.format}, not ${FORMAT}`)
    const { instance } = await WebAssembly.instantiate(module)
    return new GameModule(instance, about, room)
  }

  /** Plays with another box of the same size. */
  useBox(box: BoxData): void {
    this.write(
      'boxes',
      Uint8Array.from(atob(box.tables), (letter) => letter.charCodeAt(0)),
    )
    if (this.#places.has('blank')) {
      this.write('blank', new Uint8Array(Int16Array.from(box.blank).buffer))
    }
  }

  /** Takes the weights of the network, which lie one after the other in half precision. */
  useWeights(halves: ArrayBuffer): void {
    let at = 0
    for (const [name, shape] of this.about.network?.arrays ?? []) {
      const count = product(shape)
      const numbers = Float32Array.from(new Uint16Array(halves, at, count), ofHalf)
      this.write(name, new Uint8Array(numbers.buffer))
      at += 2 * count
    }
  }

  /** Makes the trees as large as those of a search with so many simulations. */
  useTrees(simulations: number): void {
    if (simulations > this.room)
      throw new RangeError(`trees for ${this.room} simulations, not ${simulations}`)
    for (const [name, [each, beyond]] of Object.entries(this.about.nodes)) {
      const place = this.#places.get(name)
      if (place && place.axis >= 0) place.shape[place.axis] = simulations * each + beyond
    }
  }

  /** Whether the module has an array. */
  has(name: string): boolean {
    return this.#places.has(name)
  }

  /** Writes the beginning of an array. */
  write(name: string, bytes: Uint8Array): void {
    const { at, bytes: size } = this.#placeOf(name)
    if (bytes.length > size) throw new RangeError(`${name}: ${bytes.length} bytes, of ${size}`)
    new Uint8Array(this.#memory.buffer).set(bytes, at)
  }

  /** Makes all bytes of an array the same. */
  fill(name: string, byte: number): void {
    const { at, bytes } = this.#placeOf(name)
    new Uint8Array(this.#memory.buffer).fill(byte, at, at + bytes)
  }

  /** A copy of an array. */
  read(name: string): Uint8Array<ArrayBuffer> {
    const { at, bytes } = this.#placeOf(name)
    return new Uint8Array(this.#memory.buffer.slice(at, at + bytes))
  }

  /** Copies the beginning of an array. */
  copy(name: string, to: Uint8Array): void {
    const { at, bytes } = this.#placeOf(name)
    if (to.length > bytes) throw new RangeError(`${name}: ${to.length} bytes, of ${bytes}`)
    to.set(new Uint8Array(this.#memory.buffer, at, to.length))
  }

  /** The first numbers of an array of whole numbers of 64 bits. */
  wholes(name: string, count: number): number[] {
    return Array.from(new BigInt64Array(this.read(name).buffer, 0, count), Number)
  }

  /** The first numbers of an array of floating point numbers. */
  floats(name: string, count: number): number[] {
    return Array.from(new Float64Array(this.read(name).buffer, 0, count))
  }

  /** A field of a state that is a single number. */
  field(array: string, name: string): number {
    const [kind, place] = this.about.state[name]!
    const view = new DataView(this.read(array).buffer)
    if (kind === 'i1') return view.getInt8(place)
    return kind === 'i2' ? view.getInt16(place, true) : view.getInt32(place, true)
  }

  /** Calls a function with these numbers; the game says the others, and arrays are where they are. */
  call(name: string, given: Record<string, number | bigint> = {}): number {
    const block = this.#blocks.get(name)
    if (block === undefined) throw new Error(`the module has no function ${name}`)
    const view = new DataView(this.#memory.buffer)
    let at = block
    const put = (number: number | bigint): void => {
      view.setBigInt64(at, BigInt(number), true)
      at += WORD
    }
    for (const argument of this.#arguments.get(name)!) {
      if (isArray(argument)) {
        const place = this.#placeOf(argument[0])
        ;[place.at, ...place.shape].forEach(put)
        continue
      }
      const number = given[argument[0]] ?? argument[2]
      if (number === null) throw new Error(`${name}: ${argument[0]} is missing`)
      if (argument[1] === 'f8') {
        view.setFloat64(at, Number(number), true)
        at += WORD
      } else put(number)
    }
    return Number(this.#functions[name]!(block))
  }

  #placeOf(name: string): Place {
    const place = this.#places.get(name)
    if (!place) throw new Error(`the module has no array ${name}`)
    return place
  }

  #place([name, kind, shape, contents]: Block): void {
    if (this.#places.has(name)) return
    const [each, beyond] = this.about.nodes[name] ?? [0, 0]
    const whole = shape.map((length) => length ?? this.room * each + beyond)
    const bytes = product(whole) * (this.about.records[kind] ?? Number(kind.slice(1)))
    this.#places.set(name, {
      at: this.#room(bytes),
      shape: whole,
      bytes,
      axis: shape.indexOf(null),
    })
    if (contents) this.write(name, encoded(kind, contents))
  }

  /** A place for so many bytes, all 0. */
  #room(bytes: number): number {
    const at = Math.ceil(this.#free / ALIGNED) * ALIGNED
    this.#free = at + bytes
    const missing = this.#free - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
    return at
  }
}

/** How many words an argument takes. */
const words = (argument: Scalar | Block): number => (isArray(argument) ? 1 + argument[2].length : 1)

const ARRAYS: Record<string, { from(numbers: number[]): { buffer: ArrayBuffer } }> = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: { from: (numbers) => BigInt64Array.from(numbers, BigInt) },
  f4: Float32Array,
  f8: Float64Array,
}

/** Numbers as an array of a type holds them. */
function encoded(kind: string, numbers: number[]): Uint8Array {
  const array = ARRAYS[kind]
  if (!array) throw new Error(`contents of the type ${kind}`)
  return new Uint8Array(array.from(numbers).buffer)
}

/** A number of half precision, given as its 16 bits. */
function ofHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const digits = bits & 1023
  if (exponent === 31) return digits ? NaN : sign * Infinity
  return exponent ? sign * 2 ** (exponent - 15) * (1 + digits / 1024) : (sign * digits) / 2 ** 24
}
