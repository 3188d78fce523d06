import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { listUsageOfProcess } from '../../../db/queries/usage-minutes'
import { withPresentNames } from '../../../db/read-names'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { readUsageMarks } from './usage-marks'
import { toUsagePoint, usageTimeOf } from './usage-points'
import type { ProcessUsage, UsageRange } from './usage-views'

interface Asked {
  id: string
  processId: string
  range: UsageRange
}

/**
 * What one process of an environment used, beside what it asks for, and what happened to it. Its minutes are kept as long once it
 * has ended.
 *
 * @throws DomainError `not-found`
 */
export async function getProcessUsage(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  { id, processId, range }: Asked,
): Promise<ProcessUsage> {
  const environment = await requireOwn('environment', actor, id)
  const running = environment.status?.processes?.find((process) => process.id === processId)
  if (!running && !isUuid(processId)) throw notFound('The process')
  const time = usageTimeOf(range, clock.now())
  const since = new Date(time.fromEpoch)
  const measured = await listUsageOfProcess(sequelize, {
    ...{ environmentId: id, processId, since, seconds: time.seconds },
  })
  const { live } = await readEnvironmentContents(id)
  const applicationId = running?.applicationId ?? measured.at(-1)?.applicationId
  // What agents say of others is not shown: it may not be true.
  const [spec] = await withPresentNames(live.filter((one) => one.applicationId === applicationId))
  return {
    ...{ id, name: environment.name, processId, isRunning: running !== undefined },
    ...time,
    ...(spec && {
      application: {
        ...{ id: spec.applicationId, name: spec.name, cpu: spec.cpu, memoryMb: spec.memoryMb },
      },
    }),
    points: spec
      ? measured.filter((point) => point.applicationId === spec.applicationId).map(toUsagePoint)
      : [],
    marks: spec
      ? await readUsageMarks(sequelize, {
          ...{ environmentId: id, since, live, applicationId: spec.applicationId, processId },
        })
      : [],
  }
}
