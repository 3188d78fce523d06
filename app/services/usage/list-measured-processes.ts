import { z } from 'zod'
import { minuteMilliseconds } from '../../../core/time/durations'
import { listUsageOfProcesses } from '../../../db/queries/usage-minutes'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { compareExactly } from '../answers/lists'
import { pageOf, type PageRequest } from '../answers/pages'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { toUsed } from '../measured/to-used'
import { usageTimeOf } from './usage-points'
import type { MeasuredProcesses, UsageRange } from './usage-views'

interface Asked extends PageRequest {
  id: string
  applicationId: string
  range: UsageRange
}

/** More of one application nobody looks through. */
const mostProcesses = 2000

const keySchema = z.object({ untilEpoch: z.int(), processId: z.string() })
type Key = z.infer<typeof keySchema>

const lastFirst = (a: Key, b: Key) => b.untilEpoch - a.untilEpoch || compareExactly(a.processId, b.processId)

/**
 * Processes of an application in an environment that were measured in a time, with what each used; so also those that have ended. Of no more
 * than the days for which minutes are kept: after that nobody knows which process it was.
 *
 * @throws DomainError `not-found`; `invalid` for a cursor of another list
 */
export async function listMeasuredProcesses(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  { id, applicationId, range, ...page }: Asked,
): Promise<MeasuredProcesses> {
  const { id: environmentId, status } = await requireOwn('environment', actor, id)
  const time = usageTimeOf(range, clock.now())
  const { live } = await readEnvironmentContents(environmentId)
  // What agents say of others is not shown: it may not be true.
  const measured = live.some((one) => one.applicationId === applicationId)
    ? await listUsageOfProcesses(sequelize, {
        ...{ environmentId, applicationId, since: new Date(time.fromEpoch), limit: mostProcesses },
      })
    : []
  const running = new Set(status?.processes?.map((process) => process.id))
  const all = measured.map(({ processId, first, last, ...used }) => ({
    ...{ processId, isRunning: running.has(processId) },
    ...{ fromEpoch: first.getTime(), untilEpoch: last.getTime() + minuteMilliseconds },
    used: toUsed(used),
  }))
  const { rows, ...rest } = pageOf(all.sort(lastFirst), page, lastFirst, keySchema)
  return { ...time, applicationId, processes: rows, ...rest }
}
