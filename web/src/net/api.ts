// The lobby's HTTP requests. Every failure is an Error whose message can be shown to a person.

import type {
  Account,
  AnswerReport,
  Branch,
  BotGame,
  Busy,
  Calls,
  ChangeSettings,
  Chosen,
  Claimed,
  Deletion,
  Contents,
  Daily,
  DealPage,
  Done,
  EngineModule,
  Gallery,
  Games,
  HereNow,
  HistoryPage,
  Invitation,
  InvitationAnswer,
  Join,
  Keepsakes,
  Leaderboard,
  LabAsk,
  LabAskOrder,
  LabBox,
  LabMoves,
  LabNextOrder,
  LabPlay,
  LabRun,
  LabSave,
  LabSaved,
  LabStart,
  Legend,
  MailAddress,
  Mine,
  NewBlock,
  NewBox,
  NewInvitation,
  NewKeepsakes,
  NewReport,
  NewTable,
  Notice,
  OpenGame,
  OpenMatch,
  PasskeyAnswer,
  PasskeyOptions,
  PeopleLists,
  PeopleSettings,
  Play,
  PlayDeal,
  PlayInfo,
  Profile,
  PuzzleTries,
  Reach,
  RecoveryCode,
  Refused,
  ReportQueue,
  RulesPage,
  Seated,
  SetNight,
  SignUp,
  Subscribe,
  TableInfo,
  Unsubscribe,
  TableRatings,
  Unblock,
  Variant,
  View,
} from '../types'
import { t } from '../i18n'
import { inParts, joined } from './batches'
import { host, type Answer, type ModuleFile } from './host'

/** The server has answered with a refusal; `status` is the HTTP status. */
export class Refusal extends Error {
  constructor(
    words: string,
    readonly status: number,
  ) {
    super(words)
  }
}

export async function call<T>(path: string, body?: unknown, secret?: string): Promise<T> {
  let answer: Answer
  try {
    answer = await host().call(path, body === undefined ? undefined : JSON.stringify(body), secret)
  } catch {
    throw new Error(host().remote ? t('no-answer') : t('no-file'))
  }
  const { status, json, text } = answer
  if (status >= 200 && status < 300) return (json ? JSON.parse(text) : text) as T
  let words = t('server-refused', { status: String(status) })
  try {
    words = (JSON.parse(text) as Refused).error || words
  } catch {
    // Not this server's own refusal, but for example a proxy's page.
  }
  throw new Refusal(words, status)
}

const at = encodeURIComponent

/** A table that this browser keeps for a page without a server. */
export interface KeptTable {
  info: TableInfo
  /** Its size, and when it was stored, as `Date.now()`. */
  bytes: number
  at: number
}

export const api = {
  games: () => call<Games>('/games'),
  tables: () => call<TableInfo[]>('/tables'),
  live: () => call<TableInfo[]>('/live'),
  busy: () => call<Busy>('/busy'),
  table: (table: string) => call<TableInfo>(`/tables/${at(table)}`),
  /** Downloads a finished game as a file. */
  file: (table: string, secret: string) =>
    call<string>(`/tables/${at(table)}/file`, undefined, secret),
  position: (table: string, secret: string) =>
    call<View>(`/tables/${at(table)}/position`, undefined, secret),
  branch: (table: string, branch: Branch, secret: string) =>
    call<Seated>(`/tables/${at(table)}/branch`, branch, secret),
  mine: async (held: Record<string, string>) =>
    joined(
      await inParts(held, (secrets) => call<TableInfo[]>('/mine', { secrets })),
      ({ table }) => table,
    ),
  botGames: async (held: Record<string, string>) =>
    joined(
      await inParts(held, (secrets) => call<BotGame[]>('/bots/games', { secrets })),
      ({ table, bot }) => `${table}/${bot}`,
    ),
  openMatch: (match: OpenMatch) => call<Seated>('/matches', match),
  /** The tables that this browser keeps; only in a page without a server. */
  kept: () => call<KeptTable[]>('/kept'),
  deleteKept: (tables: string[]) => call<Done>('/kept/delete', { tables }),
  play: (wanted: Play) => call<Seated>('/play', wanted),
  paces: (game: string) => call<PlayInfo>(`/play/${at(game)}`),
  daily: (day: string, zone: number) => call<Daily>(`/daily?day=${day}&zone=${zone}`),
  deal: (number: number) => call<DealPage>(`/deals/${number}`),
  playDeal: (number: number, wanted: PlayDeal) => call<Seated>(`/deals/${number}/play`, wanted),
  puzzleTries: (game: string, key: string) => call<PuzzleTries>(`/puzzles/${at(game)}/${at(key)}`),
  create: (table: NewTable) => call<Seated>('/tables', table),
  join: (table: string, join: Join) => call<Seated>(`/tables/${at(table)}/join`, join),
  box: (key: string) => call<Variant>(`/boxes/${at(key)}`),
  upload: (box: NewBox) => call<Variant>('/boxes', box),
  contents: (game: string) => call<Contents>(`/games/${at(game)}/components`),
  contentsOf: (variant: string) => call<Contents>(`/boxes/${at(variant)}/components`),
  module: (game: string) => call<EngineModule>(`/games/${at(game)}/module`),
  moduleOf: (variant: string) => call<EngineModule>(`/boxes/${at(variant)}/module`),
  /** A file of a module. */
  moduleFile: (game: string, digest: string, kind: ModuleFile) =>
    host().moduleFile(game, digest, kind),
  reach: () => call<Reach>('/reach'),
  notice: () => call<Notice>('/notice'),
  gallery: () => call<Gallery>('/gallery'),
  labStart: (game: string) => call<LabStart>(`/lab/${at(game)}`),
  labBox: (game: string, ask: LabAsk) => call<LabBox>(`/lab/${at(game)}/box`, ask),
  labSave: (game: string, box: LabSave) => call<LabSaved>(`/lab/${at(game)}/save`, box),
  labPlay: (game: string, wanted: LabPlay) => call<LabRun>(`/lab/${at(game)}/games`, wanted),
  labRun: (after: number) => call<LabRun>(`/lab/games?after=${after}`),
  labOrder: (asked: LabAskOrder) => call<LabNextOrder>('/lab/orders', asked),
  labMoves: (played: LabMoves) => call<Done>('/lab/moves', played),
  labStop: () => call<LabRun>('/lab/games/stop', {}),
  rules: (game: string) => call<string>(`/rules/${at(game)}`),
  rulesPage: (game: string) => call<RulesPage>(`/rules/${at(game)}/page`),
  account: () => call<Account>('/account'),
  signUp: (wanted: SignUp) => call<PasskeyOptions>('/account/sign-up', wanted),
  signedUp: (made: PasskeyAnswer) => call<RecoveryCode>('/account/sign-up/finish', made),
  signIn: () => call<PasskeyOptions>('/account/sign-in', {}),
  signedIn: (signed: PasskeyAnswer) => call<Done>('/account/sign-in/finish', signed),
  recover: (code: RecoveryCode) => call<RecoveryCode>('/account/recover', code),
  newRecoveryCode: () => call<RecoveryCode>('/account/recovery-code', {}),
  addPasskey: () => call<PasskeyOptions>('/account/passkeys', {}),
  addedPasskey: (made: PasskeyAnswer) => call<Account>('/account/passkeys/finish', made),
  removePasskey: (passkey: Chosen) => call<Account>('/account/passkeys/remove', passkey),
  endSession: (session: Chosen) => call<Account>('/account/sessions/end', session),
  signOut: () => call<Done>('/account/sign-out', {}),
  rename: (wanted: SignUp) => call<Account>('/account/rename', wanted),
  /** The tables whose seats belong to the account from now on. */
  claim: async (held: Record<string, string>) =>
    (
      await inParts(held, (secrets) => call<Claimed>('/account/claim', { secrets } satisfies Mine))
    ).flatMap(({ tables }) => tables),
  calls: () => call<Calls>('/calls'),
  subscribe: (browser: Subscribe) => call<Done>('/calls/push', browser),
  unsubscribe: (browser: Unsubscribe) => call<Done>('/calls/push/end', browser),
  setAddress: (wanted: MailAddress) => call<Calls>('/calls/mail', wanted),
  removeAddress: () => call<Calls>('/calls/mail/end', {}),
  followMailLink: (what: 'confirm' | 'end', token: string) =>
    call<MailAddress>(`/mail/${what}/${at(token)}`, {}),
  hide: (hidden: boolean) => call<Account>('/account/hide', { hidden }),
  leaveOutName: (unnamed: boolean) => call<Account>('/account/unnamed', { unnamed }),
  setNight: (night: SetNight) => call<Account>('/account/night', night),
  setVacation: (days: number) => call<Account>('/account/vacation', { days }),
  deleteAccount: () => call<PasskeyOptions>('/account/delete', {}),
  deletedAccount: (proof: Deletion) => call<Done>('/account/delete/finish', proof),
  history: (name: string, query: string) =>
    call<HistoryPage>(`/history/${at(name)}${query && `?${query}`}`),
  keepsakes: () => call<Keepsakes>('/keepsakes'),
  showKeepsakes: (shown: boolean) => call<Keepsakes>('/keepsakes', { shown }),
  /** The keepsakes that the reader got with a finished game; each is told once. */
  newKeepsakes: (table: string) => call<NewKeepsakes>(`/tables/${at(table)}/keepsakes`, {}),
  profile: (name: string) => call<Profile>(`/people/${at(name)}`),
  here: () => call<HereNow>('/here', {}),
  told: (ids: string[]) => call<Done>('/here/told', { ids }),
  people: () => call<PeopleLists>('/people'),
  openGames: () => call<OpenGame[]>('/open-games'),
  follow: (name: string) => call<Done>('/follow', { name }),
  unfollow: (name: string) => call<Done>('/follow/end', { name }),
  block: (block: NewBlock, secret?: string) => call<Done>('/block', block, secret),
  unblock: (whom: Unblock) => call<PeopleSettings>('/block/end', whom),
  peopleSettings: () => call<PeopleSettings>('/people-settings'),
  changePeopleSettings: (wanted: ChangeSettings) =>
    call<PeopleSettings>('/people-settings', wanted),
  invite: (invitation: NewInvitation) => call<Invitation>('/invitations', invitation),
  answerInvitation: (invitation: string, answer: InvitationAnswer) =>
    call<Seated>(`/invitations/${at(invitation)}/answer`, { answer }),
  withdrawInvitation: (invitation: string) =>
    call<Done>(`/invitations/${at(invitation)}/withdraw`, {}),
  report: (report: NewReport, secret?: string) => call<Done>('/reports', report, secret),
  reports: () => call<ReportQueue>('/reports'),
  answerReport: (report: string, answer: AnswerReport) =>
    call<ReportQueue>(`/reports/${at(report)}/answer`, answer),
  leaderboard: (game: string) => call<Leaderboard>(`/leaderboards/${at(game)}`),
  ratings: (table: string) => call<TableRatings>(`/tables/${at(table)}/ratings`),
  legend: (game: string) => call<Legend>(`/rules/${at(game)}/legend`),
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
