// The server's requests for tournaments.

import { call } from '../../net/api'
import { inParts, joined } from '../../net/batches'
import { keepSecret, prefs, secretOf, secrets } from '../../browser/prefs.svelte'
import type { Entered, NewTournament, Series, Tournament, TournamentInfo } from '../../types'

const path = (id: string, what = '') =>
  `/tournaments/${encodeURIComponent(id)}${what && `/${what}`}`

/** The secret of a tournament's player is stored in this browser, like that of a seat. */
function kept(entered: Entered): Entered {
  if (entered.secret) keepSecret(entered.tournament, entered.secret)
  return entered
}

export const tournaments = {
  listed: () => call<TournamentInfo[]>('/tournaments'),
  mine: async () =>
    prefs.account || Object.keys(secrets()).length
      ? joined(
          await inParts(secrets(), (held) =>
            call<TournamentInfo[]>('/tournaments/mine', { secrets: held }),
          ),
          ({ tournament }) => tournament,
        )
      : [],
  make: async (wanted: NewTournament) => kept(await call<Entered>('/tournaments', wanted)),
  see: (id: string) => call<Tournament>(path(id), undefined, secretOf(id)),
  series: (id: string) => call<Series>(`/series/${encodeURIComponent(id)}`),
  endSeries: (id: string) => call<Series>(`/series/${encodeURIComponent(id)}/end`, {}),
  join: async (id: string, name: string) =>
    kept(await call<Entered>(path(id, 'join'), { name }, secretOf(id))),
  /** The changes to a tournament, by its creator or for a player. */
  change: (id: string, what: 'withdraw' | 'return' | 'forfeit' | 'next' | 'end', number?: number) =>
    call<Tournament>(path(id, what), number === undefined ? {} : { number }, secretOf(id)),
}
