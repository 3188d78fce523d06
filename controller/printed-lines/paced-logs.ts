import { RecentMap } from '../runtime/recent-map'
import type { Clock } from '../../core/time/clock'
import type { AccountAccess, Logs } from '../cloud/cloud'

/** AWS takes 5 calls a second of an account in some regions, of everybody in it: a customer's own tools need some of them. */
const pauseMilliseconds = 250
/** So many calls need not wait for each other. */
const burst = 4
const mostAccounts = 10_000

/** The logs of accounts, each of which is asked so often that others are not refused for it. */
export function pacedLogs(
  logsOf: (access: AccountAccess) => Pick<Logs, 'filterEvents'>,
  clock: Clock,
): (access: AccountAccess) => Pick<Logs, 'filterEvents'> {
  const dueByAccount = new RecentMap<string, number>(mostAccounts)
  return (access) => ({
    async filterEvents(filter) {
      const now = clock.monotonic()
      const due = Math.max(now, dueByAccount.get(access.accountNumber) ?? 0)
      dueByAccount.keep(access.accountNumber, due + pauseMilliseconds)
      const wait = due - now - burst * pauseMilliseconds
      if (wait > 0) await clock.sleep(wait)
      return logsOf(access).filterEvents(filter)
    },
  })
}
