import { Transaction } from 'sequelize'
import { errorMinutes, warningMinutes } from '../../../core/application/run-settings'
import { minuteMilliseconds } from '../../../core/time/durations'
import { Environment } from '../../../db/models/environment'
import { keepWarnings, listWarnings, readUseToJudge } from '../../../db/queries/usage-warnings'
import { readNames } from '../../../db/read-names'
import { groupedBy } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import {
  excessOf,
  judge,
  killedMilliseconds,
  warningKinds,
  wellMilliseconds,
  type Excess,
} from '../usage/usage-warnings'
import { spreadNews } from './spread-news'
import { tellEach } from './tell-each'
import { usageNews, type NamedExcess } from './usage-news'

/** Minutes that began later may still be on their way from their agents. */
const lateMinutes = 2

/**
 * Warns of applications whose processes use more or fail more often than their thresholds, and of those whose memory ran out. What was told is written in the
 * transaction that queues it, with the environment locked: it is told once, however many processes do this.
 */
export async function tellOfUsage(dependencies: Dependencies): Promise<void> {
  const { sequelize, clock } = dependencies
  const now = clock.now()
  const until = (Math.floor(now / minuteMilliseconds) - lateMinutes) * minuteMilliseconds
  const found = readUseToJudge(sequelize, {
    from: new Date(until - warningMinutes * minuteMilliseconds),
    until: new Date(until),
    requestsFrom: new Date(until - errorMinutes * minuteMilliseconds),
    killedSince: new Date(now - killedMilliseconds),
  })
  for await (const uses of found) {
    const excesses = uses.flatMap((use) => excessOf(use, now))
    const byEnvironment = groupedBy(excesses, ({ environmentId }) => environmentId)
    await tellEach(dependencies, [...byEnvironment.keys()], (id) =>
      warn(dependencies, id, byEnvironment.get(id) ?? []),
    )
  }
}

async function warn(dependencies: Dependencies, id: string, excesses: Excess[]): Promise<void> {
  const { sequelize, clock } = dependencies
  const environment = await Environment.findOne({
    where: { id, deletingAt: null },
    lock: Transaction.LOCK.NO_KEY_UPDATE,
    skipLocked: true,
  })
  if (!environment) return
  const now = clock.now()
  const { told, known } = judge(excesses, await listWarnings(sequelize, id), now)
  await keepWarnings(sequelize, id, { warnings: known, since: new Date(now - 2 * wellMilliseconds) })
  const named = await withNames(told)
  for (const kind of warningKinds) {
    const [first, ...others] = named.filter((one) => one.kind === kind)
    if (first)
      await spreadNews(
        dependencies,
        { kind: 'usage', environment },
        usageNews(environment, [first, ...others]),
      )
  }
}

/** Under the names that they have now; what is gone is left out. */
async function withNames(excesses: Excess[]): Promise<NamedExcess[]> {
  const names = await readNames(excesses)
  return excesses.flatMap((excess) => {
    const name = names.get(excess.applicationId)
    return name === undefined ? [] : [{ ...excess, name }]
  })
}
