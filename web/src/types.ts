// Generated from the Python structs of the view and the protocol: do not edit by hand.
// A field that holds its default is not sent, so it is optional here.

export type Words = string

export type Icon = string

export interface Choice {
  action: number
  text: string
  label?: string
  group?: string
  pieces?: string[]
  costs?: boolean
}

export type Tone = 'plain' | 'good' | 'bad'

export const NOWHERE = 'nowhere'

export interface Panel {
  part: 'panel'
  id: string
  area: string
  title?: Words
  text?: Words
  tone?: 'plain' | 'well' | 'bare' | 'tray'
  seat?: number | null
  active?: boolean
  edge?: '' | 'danger' | 'broken'
  opens?: string
}

export type Spot = [x: number, y: number, words?: Words]

export interface Tint {
  hue: string
  cells: number[]
}

export interface Zone {
  part: 'zone'
  id: string
  area: string
  shape: 'row' | 'column' | 'grid' | 'fan' | 'stack' | 'stage' | 'hex' | 'free'
  label: Words
  columns?: number
  rows?: number
  aspect?: number
  empty?: Words | null
  spots?: Spot[]
  owner?: number | null
  board?: boolean
  tints?: Tint[]
  overlap?: number
  target?: boolean
  opens?: string
  on?: string
  level?: number
}

export interface Counter {
  id?: string
  icon?: Icon
  value: string
  label: string
  of?: string
  dim?: boolean
  met?: boolean
}

export interface Pill {
  words: Words
  icon?: Icon
  tone?: 'plain' | 'good' | 'brass'
}

export interface Seat {
  part: 'seat'
  id: string
  area: string
  seat: number
  text?: Words
  score?: string
  of?: Words
  stats?: Counter[]
  pill?: Words
  badge?: Words
  pills?: Pill[]
  active?: boolean
  size?: 'mine' | 'full' | 'strip' | 'line'
}

export interface Counters {
  part: 'counters'
  id: string
  area: string
  items: Counter[]
  direction?: 'row' | 'column'
  stacked?: boolean
  large?: boolean
}

export interface Text {
  part: 'text'
  id: string
  area: string
  title?: Words
  text?: Words
  align?: 'start' | 'center' | 'end'
  quiet?: boolean
  caption?: boolean
  tone?: Tone
}

export interface Track {
  part: 'track'
  id: string
  area: string
  label: Words
  low: number
  high: number
  value: number
  preview?: number | null
  direction?: 'row' | 'column'
  step?: number
  tone?: 'good' | 'bad' | 'brass'
  bar?: boolean
}

export interface Term {
  value: string
  label: Words
  join?: string
  tone?: 'plain' | 'brass' | 'bad'
}

export interface Sum {
  part: 'sum'
  id: string
  area: string
  title?: Words
  terms: Term[]
}

export interface Step {
  words: Words
  state: 'done' | 'now' | 'next'
  text?: Words
  bar?: ('done' | 'now' | 'next' | 'none')[]
}

export interface Steps {
  part: 'steps'
  id: string
  area: string
  title?: Words
  steps: Step[]
}

export interface Waiting {
  title: Words
  text: Words
  seat: number
  now?: boolean
}

export interface Stack {
  part: 'stack'
  id: string
  area: string
  title?: Words
  entries: Waiting[]
}

export interface Outcome {
  icon: Icon
  words: Words
  rule?: string
  text?: Words
  tone?: '' | 'good' | 'bad'
}

export interface Forecast {
  part: 'forecast'
  id: string
  area: string
  title?: Words
  outcomes: Outcome[]
  reads?: boolean
  keeps?: boolean
}

export interface Goal {
  words: Words
  short?: Words
  value?: number
  of?: number
  icons?: Icon[]
  lack?: number[]
  met?: boolean
}

export interface Goals {
  part: 'goals'
  id: string
  area: string
  title?: Words
  goals: Goal[]
  direction?: 'row' | 'column'
  compact?: boolean
}

export interface Column {
  seat: number
  icon?: Icon
}

export interface Share {
  words: Words
  text?: Words
  tone?: 'plain' | 'good' | 'bad' | 'quiet'
}

export interface Alternative {
  piece: string
  title: Words
  text?: Words
  shares?: Share[]
  all?: Words
}

export interface Compare {
  part: 'compare'
  id: string
  area: string
  title?: Words
  text?: Words
  columns: Column[]
  rows: Alternative[]
}

export interface Lane {
  words: Words
  of?: number
  icons?: Icon[]
}

export interface Reached {
  value?: number
  more?: number
  have?: number[]
}

export interface Runner {
  seat: number
  lanes: Reached[]
  text?: Words
  near?: boolean
}

export interface Race {
  part: 'race'
  id: string
  area: string
  title?: Words
  text?: Words
  lanes: Lane[]
  runners: Runner[]
}

export interface Prompt {
  part: 'prompt'
  id: string
  area: string
  sentence: Words
  all?: Words
  forecast?: string
  offers_end?: boolean
}

export interface Drawer {
  part: 'drawer'
  id: string
  area: string
  title: Words
  icon?: Icon
  count?: number | null
  zones: string[]
  text?: Words
  teaser?: Counter[]
}

export interface Rounds {
  part: 'rounds'
  id: string
  area: string
}

export interface Log {
  part: 'log'
  id: string
  area: string
  title?: Words
  by_seat?: boolean
}

export type AnyPart =
  | Panel
  | Zone
  | Seat
  | Counters
  | Text
  | Track
  | Sum
  | Steps
  | Stack
  | Forecast
  | Goals
  | Compare
  | Race
  | Prompt
  | Drawer
  | Rounds
  | Log

export interface Pip {
  icon: Icon
  value: number
  lack?: number
  met?: boolean
}

export type Progress = [seat: number, have: number[]]

export interface Face {
  kind:
    | 'card'
    | 'tile'
    | 'back'
    | 'token'
    | 'pile'
    | 'hex'
    | 'cube'
    | 'machine'
    | 'fold'
    | 'spot'
    | 'label'
    | 'item'
    | 'picture'
    | 'portrait'
    | 'deed'
  hue?: string
  art?: Icon
  ground?: '' | 'lit' | 'scene'
  corner?: string
  disc?: '' | 'coin' | 'order' | 'next' | 'done' | 'none'
  badge?: Icon
  extra?: Icon[]
  foot?: Icon[]
  costs?: Pip[]
  progress?: Progress[]
  cost_at?: 'bottom' | 'column'
  title?: Words
  words?: Words
  short?: Words
  flavour?: Words
  lack?: number | null
  outcome?: Words
  tone?: Tone
  status?: Words
  count?: number | null
  level?: number
  built?: boolean
  turned?: boolean
  by?: number | null
  dim?: boolean
  cells?: [number, number, string][]
}

export interface LegendEntry {
  symbol: Words
  words: Words
  family?: Icon
  tag?: boolean
  place?: '' | 'card/badge' | 'card/costs'
  group?: Words
  rule?: string
}

export interface Mark {
  seat: number
  words: Words
}

export interface Piece {
  id: string
  zone: string
  at?: number
  face: Face
  label: Words
  tag?: string
  note?: Words
  secret?: boolean
  via?: string
  opens?: string
  handle?: boolean
  marks?: Mark[]
}

export interface PrintedCard {
  piece?: string
  face: Face
  copies?: number
  back?: Face | null
}

export interface Ghost {
  zone: string
  at?: number
  face: Face
  solid?: boolean
  words?: Words
  tone?: Tone
}

export interface Beam {
  source: string
  target: string
  words: Words
  tone?: Tone
  icon?: Icon
  value?: string
}

export interface Preview {
  action?: number
  title?: Words
  ghosts?: Ghost[]
  outcomes?: Outcome[]
  beams?: Beam[]
  brief?: boolean
  faded?: string[]
}

export interface Hatched {
  at: number
  words: Words
  pieces?: string[]
}

export interface Ring {
  at: number
  words: Words
}

export interface Reason {
  piece: string
  words: Words
}

export interface Overlay {
  id: string
  zone: string
  label: Words
  area?: string
  icon?: Icon
  tone?: 'bad' | 'good' | 'brass'
  text?: Words
  cells?: Hatched[]
  reasons?: Reason[]
  marks?: Ring[]
  outcomes?: Outcome[]
  computed?: boolean
}

export interface Flight {
  face: Face
  source: string
  target: string
  arc?: number
  turns?: boolean
}

export type Sound = 'piece' | 'card' | 'coins' | 'hit'

export type Area = [x: number, y: number, w: number, h: number, gap?: number, style?: string]

export const TALK = 'talk'

export interface Layout {
  width: number
  height: number
  areas: Record<string, Area>
  pages?: Record<string, Record<string, Area>>
}

export interface Tick {
  words: Words
  state?: 'done' | 'now' | 'next'
  seat?: number | null
  icon?: Icon
  turns?: Tick[]
}

export interface Clock {
  words: Words
  ticks?: Tick[]
}

export interface Line {
  words: Words
  ply: number
  seat?: number | null
  group?: string
  block?: Words
  icon?: Icon
  piece?: string
  outside?: boolean
}

export interface Placement {
  seat: number
  rank: number
  score: number
  words?: Words
  short?: Words
  why?: Words
}

export interface Result {
  words: Words
  placements: Placement[]
  title?: Words
  outside?: boolean
}

export interface Component {
  id: string
  title: Words
  form: 'card' | 'tile' | 'token' | 'board' | 'supply'
  width?: number
  height?: number
  outline?: 'rect' | 'hex' | 'round'
  cards?: PrintedCard[]
  boards?: View[]
  back?: Face | null
  table?: string
  icon?: Icon
  count?: number
  note?: Words
}

export interface View {
  game: string
  seat: number
  ply: number
  waiting: number[]
  over: boolean
  clock: Clock
  wide: Layout
  narrow: Layout
  low?: Layout[]
  parts: AnyPart[]
  pieces: Piece[]
  choices?: Choice[]
  previews?: Preview[]
  frames?: Preview[]
  pending?: Preview | null
  overlays?: Overlay[]
  hues?: string[]
  surface?: '' | 'felt' | 'bench' | 'steel' | 'stone' | 'lab'
  flights?: Flight[]
  sounds?: Sound[]
  log?: Line[]
  log_from?: number
  result?: Result | null
  assists?: boolean
  moment?: '' | 'deal' | 'win' | 'loss'
  pause?: number
  undone?: number
}

export interface BoxEdit {
  kind?: 'set' | 'add' | 'copy' | 'remove'
  table?: string
  entry?: number
  field?: string
  part?: string
  value?: string
}

export type FigureInterval = [number, number, number]

export interface AimResult {
  state: 'holds' | 'misses' | 'open'
  head: string
  text: string
}

export interface PairedRow {
  measure: string
  kind: string
  what: string
  share?: boolean
  before?: FigureInterval | null
  after: FigureInterval
  difference?: FigureInterval | null
  held?: boolean
}

export const PROTOCOL = 4

export const MAX_MESSAGE = 4096

export const MAX_NAME = 24

export const MAX_TITLE = 40

export const RATED_LEAST = 5

export const LOSS_LEAST = 0.05

export const DAY_S = 86400

export const LEAST_GAME_S = 30

export const MOST_GAME_S = 21600

export const LEAST_MOVE_S = 5

export const MOST_MOVE_S = 2592000

export const LONGEST_NIGHT_S = 36000

export const NOTICE_S = 86400

export const MOST_LINES = 8

export const MOST_LINE_MOVES = 10

export const MAX_TEXT = 200

export const MAX_SUBMISSION = 32

export const MAX_HELD = 400

export const MAX_PLAYERS = 128

export const MAX_ROUNDS = 30

export const MANY_WAIT = 5

export type QuickReply = 'sure' | 'well-played' | 'moment' | 'hello' | 'have-fun' | 'new-here'

export type Pace = 'quick' | 'normal' | 'calm' | 'days'

export type HandoverChoice = 'seat' | 'afresh' | 'no'

export type ReactionWord = 'nice' | 'wow' | 'ouch'

export type ChatAllowed = 'off' | 'ready' | 'all'

export type Against = 'people' | 'bots'

export interface TimeControl {
  game_s?: number
  move_s?: number
  expired?: 'bot' | 'resign'
}

export interface ThoughtMove {
  seat: number
  action: number
}

export interface Takeover {
  bot: string
  after_s: number
}

export interface VariantInfo {
  key: string
  title: string
  by?: string
  words: Words
}

export interface Refused {
  error: string
}

export interface Hello {
  type: 'hello'
  protocol: number
  secret?: string
  seat?: number
  keeps?: boolean
}

export interface Act {
  type: 'act'
  id: number
  ply: number
  action: number
  undone?: number
  submission?: string
}

export interface AskWhy {
  type: 'why'
  id: number
  ply: number
  piece: string
  undone?: number
}

export interface SetTakeover {
  type: 'takeover'
  id: number
  on: boolean
}

export interface AskPremoves {
  type: 'ahead'
  id: number
  ply: number
}

export interface AskLine {
  type: 'ask-line'
  id: number
  ply: number
  undone?: number
  moves: ThoughtMove[]
}

export interface SetLines {
  type: 'lines'
  id: number
  ply: number
  undone?: number
  lines: ThoughtMove[][]
}

export interface AskOverlays {
  type: 'overlays'
  id: number
  ply: number
  undone?: number
  action?: number
}

export interface PageEngine {
  module: string
  box: string
}

export interface AskHint {
  type: 'hint'
  id: number
  ply: number
  undone?: number
  unrated?: boolean
  engine?: PageEngine | null
}

export interface FoundBySearch {
  actions: number[]
  visits: number[]
  chances: number[]
  seats: number[]
}

export interface Searched {
  type: 'searched'
  id: number
  task: number
  results?: FoundBySearch[]
  wanted?: boolean
}

export interface Undo {
  type: 'undo'
  id: number
  ply: number
  undone?: number
  unrated?: boolean
}

export interface Answer {
  type: 'answer'
  id: number
  question: number
  allow: boolean
}

export interface Withdraw {
  type: 'withdraw'
  id: number
  question: number
}

export interface Resign {
  type: 'resign'
  id: number
}

export interface OfferEnd {
  type: 'offer-end'
  id: number
}

export interface OfferPause {
  type: 'pause'
  id: number
  seconds: number
}

export interface Resume {
  type: 'go-on'
  id: number
}

export interface SetSeat {
  type: 'seat'
  id: number
  seat: number
  bot?: string
}

export interface StopSeek {
  type: 'stop-seek'
  id: number
}

export interface AnswerHandover {
  type: 'handover'
  id: number
  number: string
  choice: HandoverChoice
}

export interface Analyse {
  type: 'analyse'
  id: number
  engine?: PageEngine | null
}

export interface AskPosition {
  type: 'look'
  id: number
  ply: number
}

export interface RequestRematch {
  type: 'again'
  id: number
  on: boolean
  bot?: string
}

export interface SetStep {
  type: 'step'
  id: number
  step: number
}

export interface ShowLine {
  type: 'line'
  id: number
}

export interface Ping {
  type: 'ping'
}

export interface Say {
  type: 'say'
  id: number
  text?: string
  ready?: QuickReply | ''
  name?: string
}

export interface React {
  type: 'react'
  id: number
  ply: number
  word?: ReactionWord | ''
}

export interface Switch {
  type: 'switch'
  id: number
  seat: number
}

export type FromClient =
  | Hello
  | Act
  | AskWhy
  | SetTakeover
  | AskPremoves
  | AskLine
  | SetLines
  | AskOverlays
  | AskHint
  | Searched
  | Undo
  | Answer
  | Withdraw
  | Resign
  | OfferEnd
  | OfferPause
  | Resume
  | SetSeat
  | StopSeek
  | AnswerHandover
  | Analyse
  | AskPosition
  | RequestRematch
  | SetStep
  | ShowLine
  | Say
  | React
  | Switch
  | Ping

export interface Occupant {
  seat: number
  kind: 'person' | 'bot' | 'open'
  name: string
  level?: string
  bot?: string
  rung?: number
  face?: string
  here?: boolean
  taken_over_by?: string
  resigned?: boolean
  out?: boolean
  free?: boolean
  short?: '' | 'warming' | 'busy'
}

export interface Pointed {
  piece: string
  words: Words
}

export interface Doubt {
  ask: Words
  answer: Words
  pieces?: string[]
}

export interface NextLesson {
  name: string
  title: Words
}

export interface Lesson {
  step: number
  steps: number
  words?: Words
  action?: number
  pieces?: string[]
  tags?: Pointed[]
  later?: Pointed[]
  name?: string
  title?: Words
  heading?: Words
  doubts?: Doubt[]
  following?: NextLesson | null
}

export interface PuzzleState {
  number: number
  of: number
  state: 'open' | 'solved' | 'shown'
  words: Words
  following?: string
  reasons?: Words[]
}

export interface GoesBack {
  changed?: Pointed[]
  places?: Ghost[]
}

export interface Resting {
  seat: number
  why: 'night' | 'vacation'
  rest_s: number
}

export interface Clocks {
  control: TimeControl
  left: number[]
  running?: number[]
  paused_by?: number
  paused_s?: number
  resting?: Resting[]
}

export interface Question {
  number: number
  kind: 'undo' | 'end' | 'pause'
  seat: number
  asked: number[]
  allowed?: number[]
  back_to?: number
  seconds?: number
  seen?: boolean
  refused?: number
  goes_back?: GoesBack | null
}

export interface Newcomer {
  name: string
  guest?: boolean
  rating?: number | null
  deviation?: number
}

export interface Handover {
  number: string
  people: Newcomer[]
  left_s: number
  ours?: boolean
  judging?: boolean
  seat?: boolean
  words?: Words
  answer?: HandoverChoice | ''
  agreed?: '' | 'seat' | 'afresh'
}

export interface Seek {
  waited_s?: number
  found?: number
  wanted?: number
  paused_s?: number
  time_control?: TimeControl | null
  handover?: Handover | null
  moved?: string
}

export interface TableNow {
  occupants: Occupant[]
  watching?: number
  started?: boolean
  notice?: Words
  undo?: boolean
  question?: Question | null
  creator?: number
  resigning?: '' | 'end' | 'out' | 'bot'
  clocks?: Clocks | null
  lines?: Lines | null
  rated?: Against | ''
  unrated?: Words
  seek?: Seek | null
}

export interface Update {
  type: 'update'
  now: TableNow
  takeover?: Takeover | null
  replacing?: boolean
  yours?: number[]
  curtain?: boolean
  lesson?: Lesson | null
  puzzle?: PuzzleState | null
  variant?: VariantInfo | null
  branch_of?: string
  deal?: number
  view: View
}

export interface ViewChanges {
  fields: Record<string, unknown>
  cleared?: string[]
  parts?: AnyPart[]
  pieces?: Piece[]
  part_ids?: string[]
  piece_ids?: string[]
}

export interface Changed {
  type: 'changed'
  now: TableNow
  takeover?: Takeover | null
  replacing?: boolean
  yours?: number[]
  curtain?: boolean
  lesson?: Lesson | null
  puzzle?: PuzzleState | null
  variant?: VariantInfo | null
  branch_of?: string
  deal?: number
  changes: ViewChanges
}

export interface Occupants {
  type: 'occupants'
  now: TableNow
}

export interface Accepted {
  type: 'accepted'
  id: number
  ply: number
  undone?: number
}

export interface Why {
  type: 'reason'
  id: number
  piece: string
  words: Words
}

export interface Premoves {
  type: 'plan'
  id: number
  ply: number
  choices: Choice[]
}

export interface LineMove {
  seat: number
  action: number
  words?: Words
}

export interface Lines {
  lines?: LineMove[][]
  dropped?: Words
}

export interface LineChoices {
  type: 'line-choices'
  id: number
  seat: number
  choices: LineMove[]
}

export interface Overlays {
  type: 'overlaid'
  id: number
  action?: number
  overlays?: Overlay[]
}

export interface Considered {
  action: number
  words: Words
  chance: number
}

export interface GivenReason {
  title: Words
  words?: Words
}

export interface Hint {
  type: 'advice'
  id: number
  ply: number
  pieces: string[]
  moves: Considered[]
  chances: number[]
  reasons?: GivenReason[]
  short?: '' | 'warming' | 'busy'
}

export interface OrderedSearch {
  hidden: string
  seat: number
  seed: string
  simulations: number
  first?: number
}

export interface SearchTask {
  type: 'search'
  id: number
  task: number
  most: number
  guided?: boolean
  searches: OrderedSearch[]
}

export interface Verdict {
  seat: number
  chance: number
  best: number
  words?: Words
  pieces?: string[]
  better?: Words
  better_pieces?: string[]
  reasons?: GivenReason[]
  stood_in?: boolean
}

export interface AnalysedPosition {
  chances: number[]
  move?: Verdict | null
  taken_back?: Words[]
}

export interface Cause {
  title: Words
  words?: Words
  winner: number
  own: number
  theirs: number
  own_words: Words
  their_words: Words
  advice?: Words
  lesson?: string
  lesson_title?: Words
}

export interface Analysis {
  type: 'analysis'
  first: number
  total: number
  positions: AnalysedPosition[]
  warming?: boolean
  cause?: Cause | null
}

export interface Position {
  type: 'position'
  id: number
  ply: number
  view: View
}

export interface ChatMessage {
  number: number
  seat?: number
  name?: string
  text?: string
  ready?: QuickReply | ''
  ply: number
  at: number
}

export interface Reaction {
  ply: number
  seat: number
  word: ReactionWord | ''
}

export interface Chat {
  type: 'chat'
  allowed: ChatAllowed
  messages: ChatMessage[]
  reactions: Reaction[]
}

export interface Said {
  type: 'said'
  message: ChatMessage
}

export interface Reacted {
  type: 'reacted'
  reaction: Reaction
}

export type Code =
  | 'malformed'
  | 'too-large'
  | 'protocol'
  | 'secret'
  | 'not-seated'
  | 'late'
  | 'illegal'
  | 'waiting'
  | 'over'
  | 'taken-over'
  | 'no-takeover'
  | 'unknown-table'
  | 'outdated'
  | 'unavailable'
  | 'busy'
  | 'assists'
  | 'lesson'
  | 'puzzle'
  | 'playing'
  | 'paused'
  | 'no-chat'
  | 'refused'
  | 'rated'
  | 'internal'

export interface Error {
  type: 'error'
  code: Code
  words: string
  id?: number
}

export interface Rematch {
  type: 'rematch'
  table?: string
  wanted?: number[]
  missing?: number[]
  starts?: number
}

export interface Pong {
  type: 'pong'
}

export type FromServer =
  | Update
  | Changed
  | Occupants
  | Accepted
  | Why
  | Premoves
  | LineChoices
  | Overlays
  | Hint
  | SearchTask
  | Analysis
  | Position
  | Chat
  | Said
  | Reacted
  | Error
  | Rematch
  | Pong

export interface OptionInfo {
  name: string
  title: string
  text: string
  default: number
  low: number
  high: number
  choices?: string[]
  on_off?: boolean
}

export interface BotInfo {
  name: string
  label: string
  text: string
}

export interface LadderBot {
  bot: string
  name: string
  level: number
  text: Words
  temper?: Words
  measured?: Words
  ahead?: number
}

export interface BotGame {
  table: string
  game: string
  bot: string
  won?: number
}

export interface FieldChange {
  field?: Words
  old?: Words
  new?: Words
}

export interface Difference {
  kind: 'added' | 'removed' | 'changed'
  name: Words
  face?: Face | null
  fields?: FieldChange[]
}

export interface Variant {
  key: string
  game: string
  title: string
  by?: string
  words: Words
  differences: Difference[]
  more?: number
  pieces?: string[]
}

export interface NewBox {
  game: string
  text: string
  file?: string
  name?: string
}

export interface LessonInfo {
  name: string
  title: Words
  steps: number
  about?: Words
}

export interface GameInfo {
  name: string
  title: string
  tagline: string
  minutes: number
  min_seats: number
  max_seats: number
  art: string
  options: OptionInfo[]
  lesson?: number
  lessons?: LessonInfo[]
  puzzles?: string[]
  bots?: BotInfo[]
  ladder?: LadderBot[]
  variants?: VariantInfo[]
}

export interface Games {
  games: GameInfo[]
  bots: [string, string][]
  uploads?: boolean
  workbench?: boolean
  page?: boolean
  headline?: string
}

export interface Busy {
  hours?: number[]
}

export interface NewSeat {
  kind: 'me' | 'open' | 'bot'
  bot?: string
  name?: string
}

export interface NewTable {
  game: string
  variant?: string
  seats?: NewSeat[]
  lesson?: boolean
  lesson_name?: string
  name?: string
  options?: Record<string, number>
  listed?: boolean
  public?: boolean
  seed?: number | null
  takeover?: Takeover | null
  chat?: ChatAllowed
  replacing?: boolean
  time_control?: TimeControl | null
  rated?: boolean
}

export interface Play {
  game: string
  pace: Pace
  seats: number
  bot?: string
  rated?: boolean
  name?: string
}

export interface PaceInfo {
  pace: Pace
  time_control?: TimeControl | null
  waiting?: number[]
}

export interface PlayInfo {
  paces: PaceInfo[]
}

export interface Notice {
  words?: Words
}

export interface Reach {
  who: 'network' | 'anyone' | 'machine'
  address?: string
  command?: string
}

export interface Seated {
  table: string
  seat?: number
  secret?: string
}

export interface Join {
  name: string
  seat?: number | null
}

export interface Branch {
  ply: number
  bot: string
}

export interface OpenMatch {
  file: string
  seats: NewSeat[]
  name?: string
}

export interface TableInfo {
  table: string
  game: string
  occupants: Occupant[]
  created: number
  started: boolean
  over: boolean
  words?: Words
  waiting?: number[]
  seat?: number
  lesson?: number
  lesson_name?: string
  watching?: number
  variant?: string
  rated?: boolean
  left_s?: number | null
  for_move?: boolean
  tournament?: string
  places?: number[]
  time_control?: TimeControl | null
  scores?: number[]
  ended?: number | null
  moved?: number | null
}

export interface Mine {
  secrets: Record<string, string>
}

export interface EngineModule {
  digest: string
  box?: string
  tables?: string
  blank?: number[]
}

export type Method = 'robin' | 'swiss' | 'knockout' | 'arena'

export type Seeding = 'lot' | 'rating'

export const MAX_GAMES = 7

export type TournamentState = 'open' | 'running' | 'over'

export type Every = 'day' | 'week' | 'fortnight'

export type Counts = 'places' | 'points'

export const MOST_EDITIONS = 52

export interface NewSeries {
  every?: Every
  counts?: Counts
  best?: number
  editions?: number
}

export interface NewTournament {
  name: string
  by: string
  game: string
  variant?: string
  options?: Record<string, number>
  seats?: number
  method?: Method
  twice?: boolean
  rounds?: number
  most?: number
  time_control?: TimeControl | null
  late_s?: number
  pause_s?: number | null
  starts?: number | null
  best_of?: number
  seeding?: Seeding
  third?: boolean
  advance?: number
  length_s?: number
  zone?: string
  series?: NewSeries | null
  chat?: ChatAllowed
  listed?: boolean
  plays?: boolean
}

export interface Entered {
  tournament: string
  number?: number
  secret?: string
}

export interface JoinTournament {
  name: string
}

export interface ChosenEntrant {
  number?: number
}

export interface TournamentInfo {
  tournament: string
  name: string
  game: string
  by: string
  created: number
  state: TournamentState
  variant?: string
  seats?: number
  method?: Method
  twice?: boolean
  players?: number
  most?: number
  round?: number
  rounds?: number
  due?: number | null
  time_control?: TimeControl | null
  late_s?: number
  pause_s?: number | null
  best_of?: number
  seeding?: Seeding
  third?: boolean
  advance?: number
  length_s?: number
  ends?: number | null
  zone?: string
  series?: string
  mine?: boolean
  entered?: boolean
}

export interface Entrant {
  number: number
  name: string
  rank: number
  points: number
  tiebreaks?: number[]
  since?: number
  gone?: '' | 'left' | 'absent' | 'removed'
  out?: boolean
  account?: boolean
  seeded?: number
  games?: number
  recent?: number[]
}

export interface TournamentTable {
  round: number
  number: number
  players: number[]
  table?: string
  counted?: boolean
  match?: number
  winner?: number
  places?: number[]
  scores?: number[]
  points?: number[]
  here?: number[]
  words?: Words
}

export interface Tournament {
  info: TournamentInfo
  entrants: Entrant[]
  tiebreaks: ('buchholz' | 'sonneborn-berger' | 'wins' | 'score')[]
  tables: TournamentTable[]
  options?: Record<string, number>
  me?: number
  now?: number
}

export interface SeriesPlayer {
  name: string
  rank: number
  points: number
  results: (number | null)[]
  counted: boolean[]
  account?: boolean
  me?: boolean
}

export interface Series {
  series: string
  name: string
  every: Every
  counts: Counts
  editions: number
  starts: number
  tournaments: TournamentInfo[]
  players: SeriesPlayer[]
  best?: number
  due?: number | null
  zone?: string
  mine?: boolean
  now?: number
}

export interface Passkey {
  id: string
  device: string
  host: string
  created: number
  used: number
}

export interface Session {
  id: string
  device: string
  created: number
  seen: number
  here?: boolean
}

export interface RestInfo {
  zone?: string
  begin?: number
  end?: number
  since?: number
  vacation_until?: number
  days_left: number
  days: number
}

export interface SetNight {
  zone: string
  begin: number
  end: number
}

export interface SetVacation {
  days: number
}

export interface Account {
  name?: string
  created?: number
  passkeys?: Passkey[]
  sessions?: Session[]
  recovery?: boolean
  tables?: number
  hidden?: boolean
  unnamed?: boolean
  rest?: RestInfo | null
}

export interface Calls {
  push_key: string
  mails?: boolean
  address?: string
  confirmed?: boolean
}

export interface Subscribe {
  endpoint: string
  p256dh: string
  auth: string
  secrets?: Record<string, string>
}

export interface Unsubscribe {
  endpoint: string
}

export interface MailAddress {
  address: string
}

export interface SignUp {
  name: string
}

export interface PasskeyOptions {
  options: Record<string, unknown>
}

export interface PasskeyAnswer {
  credential: Record<string, unknown>
}

export interface RecoveryCode {
  code: string
}

export interface Deletion {
  credential?: Record<string, unknown> | null
  code?: string
}

export interface Chosen {
  id: string
}

export interface Claimed {
  tables: string[]
}

export interface Done {
}

export interface ExportedSeat {
  seat: number
  name: string
  since: number | null
  until: number | null
}

export interface ExportedMove {
  at: number
  number: number
  seat: number
  kind: string
  action: number
  words: Words
  seen: boolean
  submission: string
  stood_in: boolean
}

export interface ExportedMessage {
  at: number
  number: number
  seat: number
  ply: number
  text: string
}

export interface ExportedReaction {
  ply: number
  seat: number
  word: string
  undone: number
}

export interface ExportedGame {
  table: string
  game: string
  options: Record<string, number>
  created: number
  over: boolean
  seats: ExportedSeat[]
  moves: ExportedMove[]
  messages: ExportedMessage[]
  reactions: ExportedReaction[]
}

export interface ExportedRating {
  game: string
  against: Against
  rating: number
  deviation: number
  games: number
}

export interface ExportedPairing {
  round: number
  table: string
  place: number | null
  score: number | null
}

export interface ExportedTournament {
  tournament: string
  name: string
  created: number
  made: boolean
  played_as: string
  games: ExportedPairing[]
}

export interface Export {
  name: string
  created: number
  hidden: boolean
  unnamed: boolean
  rest: RestInfo | null
  ratings: ExportedRating[]
  passkeys: Passkey[]
  sessions: Session[]
  games: ExportedGame[]
  tournaments: ExportedTournament[]
  address: string
  push: string[]
  records: Record<string, (Record<string, string | number | number | boolean | null>)[]>
}

export interface Somebody {
  name?: string
  page?: boolean
  level?: string
  rung?: number
}

export interface RatingPoint {
  at: number
  rating: number
  margin: number
}

export interface RatingInfo {
  games: number
  rating?: number | null
  margin?: number
  month?: number | null
  points?: RatingPoint[]
}

export interface GameRecord {
  game: string
  games: number
  won?: number
  tied?: number
  lost?: number
  people?: RatingInfo | null
  bots?: RatingInfo | null
}

export type GameOutcome = 'won' | 'tied' | 'lost' | 'none'

export interface PlayedGame {
  table?: string
  game: string
  ended: number
  outcome: GameOutcome
  place: number
  seats: number
  others: Somebody[]
  scores: number[]
  resigned?: boolean
  early?: boolean
  against?: Against | ''
  gain?: number | null
  rating?: number | null
  unrated?: Words
  variant?: string
  time_control?: TimeControl | null
}

export interface AskHistory {
  game?: string
  company?: '' | 'people' | 'bots'
  seats?: number
  result?: GameOutcome | ''
  rated?: '' | 'yes' | 'no'
  opponent?: string
  days?: number
  after?: string
}

export interface HistoryPage {
  name: string
  own?: boolean
  games: PlayedGame[]
  next?: string
  total?: number | null
  titles?: string[]
  sizes?: number[]
}

export interface Opponent {
  who: Somebody
  games: number
  won?: number
  lost?: number
  last: number
}

export interface MonthResults {
  month: string
  won?: number
  tied?: number
  lost?: number
}

export interface CommonGame {
  table: string
  game: string
  ended: number
  won?: number
  scores?: number[]
}

export interface CommonRecord {
  game: string
  won?: number
  lost?: number
}

export interface HeadToHead {
  games: number
  won?: number
  lost?: number
  since: number
  records: CommonRecord[]
  last: CommonGame[]
}

export interface WinRate {
  players: number
  seat?: number
  games: number
  won?: number
}

export interface GameFigures {
  game: string
  against: Against
  rates: WinRate[]
  points?: number | null
}

export interface Keepsake {
  key: string
  picture: string
  name: Words
  words: Words
  at?: number | null
  count?: number
  all?: number
}

export interface Keepsakes {
  account?: boolean
  shown?: boolean
  own?: Keepsake[]
  others?: Keepsake[]
}

export interface ShowKeepsakes {
  shown: boolean
}

export interface NewKeepsakes {
  keepsakes: Keepsake[]
}

export interface Profile {
  name: string
  since: number
  own?: boolean
  hidden?: boolean
  games: number
  won?: number
  people?: number
  last?: number | null
  records: GameRecord[]
  months: MonthResults[]
  recent: PlayedGame[]
  opponents: Opponent[]
  where?: Whereabout | null
  followed?: boolean
  muted?: boolean
  blocked?: boolean
  finishes?: number | null
  met?: HeadToHead | null
  figures?: GameFigures[]
  worth?: Words[]
  keepsakes?: Keepsake[]
  keepsakes_all?: number
}

export interface RankedPerson {
  place: number
  name: string
  rating: number
  margin: number
  games: number
}

export interface Leaderboard {
  game: string
  people: RankedPerson[]
  least_games: number
  most_margin: number
  missing?: number
}

export interface Gained {
  seat: number
  rating: number
  margin: number
  gain: number
  games: number
}

export interface TableRatings {
  seats: Gained[]
}

export interface Hidden {
  hidden: boolean
}

export interface Unnamed {
  unnamed: boolean
}

export const MAX_LINE = 120

export const MAX_ANSWER = 300

export type MayInvite = 'all' | 'follows' | 'nobody'

export type BlockKind = 'block' | 'mute'

export type ReportReason = 'words' | 'leaves' | 'cheats' | 'name' | 'other'

export type ReportAnswer = 'nothing' | 'warning' | 'quiet' | 'out'

export type InvitationAnswer = 'play' | 'later' | 'no'

export interface Whereabout {
  state?: 'away' | 'here' | 'playing' | 'watching' | 'waiting'
  game?: string
  table?: string
}

export interface Here {
}

export interface Warned {
  id: string
  answer: ReportAnswer
  words?: Words
}

export interface ReportHeard {
  id: string
  name: string
  answer: ReportAnswer
  words?: Words
}

export interface Invitation {
  id: string
  sent: boolean
  name: string
  game: string
  rated?: boolean
  time_control?: TimeControl | null
  at?: number | null
  line?: string
  until: number
  answer?: InvitationAnswer | ''
  table?: string
}

export interface HereNow {
  people?: number
  invitations?: Invitation[]
  heard?: ReportHeard[]
  warned?: Warned[]
  host?: boolean
  open?: number
}

export interface Told {
  ids: string[]
}

export interface FollowedPerson {
  name: string
  page?: boolean
  where: Whereabout
}

export interface RecentOpponent {
  name: string
  page?: boolean
  game: string
  ended: number
  followed?: boolean
}

export interface PeopleLists {
  account?: boolean
  unseen?: boolean
  follows?: FollowedPerson[]
  lately?: RecentOpponent[]
}

export interface OpenGame {
  table: TableInfo
  name: string
  page?: boolean
  guest?: boolean
  new?: boolean
  rating?: number | null
  margin?: number
  here?: boolean
  near?: boolean
  learning?: boolean
}

export interface Named {
  name: string
}

export interface Whom {
  name?: string
  table?: string
  seat?: number
  message?: number
}

export interface NewBlock {
  whom: Whom
  kind?: BlockKind
}

export interface Unblock {
  id?: string
  name?: string
}

export interface BlockedPerson {
  id: string
  name: string
  kind: BlockKind
  since: number
}

export interface PeopleSettings {
  account?: boolean
  unseen?: boolean
  invites?: MayInvite
  lines?: boolean
  called?: boolean
  blocked?: BlockedPerson[]
}

export interface ChangeSettings {
  unseen?: boolean | null
  invites?: MayInvite | null
  lines?: boolean | null
  called?: boolean | null
}

export interface NewInvitation {
  name: string
  game: string
  rated?: boolean
  time_control?: TimeControl | null
  at?: number | null
  line?: string
  day_ends: number
}

export interface AnswerInvitation {
  answer: InvitationAnswer
}

export interface NewReport {
  whom: Whom
  reason: ReportReason
  lines?: boolean
  block?: boolean
}

export interface SaidLine {
  text: string
  at: number
}

export interface ReportInfo {
  by: string
  reason: ReportReason
  table?: string
  game?: string
  ply?: number
  said?: SaidLine[]
  at: number
}

export interface ReportedPerson {
  id: string
  name: string
  guest?: boolean
  reports: ReportInfo[]
  share?: number | null
  before?: ReportAnswer[]
  answer?: ReportAnswer | ''
  words?: Words
}

export interface ReportQueue {
  open: ReportedPerson[]
  answered: ReportedPerson[]
}

export interface AnswerReport {
  answer: ReportAnswer
  words?: string
}

export const FIRST_DAY = 20757

export const OPEN_DAYS = 7

export const HILLS = 9

export const HEIGHTS = 8

export type DealState = 'new' | 'begun' | 'over' | 'gave-up'

export type Difficulty = '' | 'easy' | 'medium' | 'hard'

export interface DealScore {
  rank: number
  name: string
  ahead: number
  won?: boolean
  tied?: boolean
  words?: Words
  page?: boolean
  you?: boolean
  table?: string
}

export interface DealResult {
  ahead: number
  scores: number[]
  won?: boolean
  tied?: boolean
  words?: Words
  before?: number
  people?: number
  hills?: number[]
  listed?: boolean
  why?: '' | 'guest' | 'new' | 'late' | 'hidden'
}

export interface DealBar {
  least: number
  most: number
  n: number
  own?: boolean
}

export interface Deal {
  number: number
  day: string
  game: string
  seats: number
  name: string
  bot: string
  state?: DealState
  table?: string
  open?: boolean
  today?: boolean
  closes: number
  played?: number
}

export interface DealPage {
  deal: Deal
  result?: DealResult | null
  bars?: DealBar[]
  follows?: DealScore[]
  everybody?: DealScore[]
}

export interface DayDot {
  day: string
  done?: boolean
}

export interface Daily {
  deal?: Deal | null
  best?: DealScore | null
  yesterday?: DealPage | null
  earlier?: Deal[]
  week: DayDot[]
  tomorrow?: string
}

export interface PlayDeal {
  name?: string
}

export interface PuzzleTries {
  people?: number
  first?: number
  difficulty?: Difficulty
  tries?: number
  solved?: boolean
}

export interface Example {
  group: string
  title: string
  words: string
  source: string
  view: View
}

export interface Gallery {
  examples: Example[]
}

export interface RulesPoint {
  words: Words
  rules?: string[]
}

export interface RulesPicture {
  title: Words
  point: RulesPoint
  choice: Choice
  before: View
  after: View
}

export interface RulesSection {
  name: string
  title: Words
  lead?: RulesPoint[]
  pictures?: RulesPicture[]
  points?: RulesPoint[]
  number?: string
  unit?: Words
  legend?: boolean
}

export interface RulesPage {
  title: string
  sections: RulesSection[]
}

export interface Legend {
  entries: LegendEntry[]
}

export interface Contents {
  game: string
  title: Words
  components: Component[]
  variant?: VariantInfo | null
  changed?: string[]
}

export interface LabField {
  field: string
  kind: 'name' | 'words' | 'number' | 'choice' | 'numbers' | 'lines'
  part?: string
  low?: number
  high?: number
  names?: string[]
  optional?: boolean
  usual?: string
  longest?: number
  about?: string
  operations?: [string, string][]
}

export interface LabLine {
  text: string
  words?: string
  wrong?: string
  fix?: string
  fix_words?: string
}

export interface LabLines {
  field: number
  lines: LabLine[]
}

export interface LabEntry {
  title: string
  cells: string[]
  was?: string[]
  added?: boolean
  face?: Face | null
  lines?: LabLines[]
}

export interface LabTable {
  table: string
  fields: LabField[]
  entries: LabEntry[]
  low?: number
  most?: number
  count?: number
}

export interface LabMistake {
  line?: number
  where?: string
  reason: string
  table?: string
  entry?: number
  field?: string
}

export interface LabBox {
  text: string
  title?: string
  tables?: LabTable[]
  mistakes?: LabMistake[]
  words?: string
  differences?: Difference[]
  more?: number
}

export interface LabAsk {
  text: string
  edits?: BoxEdit[]
}

export interface LabStart {
  game: string
  title: string
  box: LabBox
  original: string
  file?: string
  folder?: string
  digest?: string
  seats: [number, number]
  bots: string[]
  most: number
}

export interface LabSave {
  text: string
  file: string
  digest?: string
  replace?: boolean
}

export interface LabSaved {
  file: string
  digest: string
}

export interface LabPlay {
  text: string
  file?: string
  games?: number
  seats?: number
  bot?: string
  replace?: boolean
  page?: string
  workers?: number
}

export interface LabRun {
  version: number
  phase?: 'none' | 'compiling' | 'playing' | 'done' | 'stopped' | 'failed'
  game?: string
  title?: string
  seats?: number
  bot?: string
  done?: number
  total?: number
  turns?: number
  seconds?: number
  compared?: boolean
  rows?: PairedRow[]
  aims?: AimResult[]
  error?: string
  command?: string
  by?: 'page' | 'server'
  note?: string
}

export interface LabModule {
  game: string
  digest: string
  box: string
  tables: string
  blank?: number[]
  function: string
  numbers: Record<string, number>
  simulations: number
  moves: number
  limit: number
  width: number
  weights?: boolean
}

export interface LabOrder {
  number: number
  first: number
  games: number
  states: string
  module: LabModule
}

export interface LabAskOrder {
  page: string
  busy?: boolean
  leaves?: string
}

export interface LabNextOrder {
  order?: LabOrder | null
  over?: boolean
}

export interface LabMoves {
  page: string
  number: number
  counts?: number[]
  moves?: string
  error?: string
}
