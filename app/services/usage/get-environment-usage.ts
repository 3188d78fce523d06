import { listUsage } from '../../../db/queries/usage-minutes'
import { listUsageByHours, spanSeconds, type UsageOfTime } from '../../../db/queries/usage-spans'
import { withPresentNames } from '../../../db/read-names'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byText, groupedBy } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { readUsageMarks } from './usage-marks'
import { toUsed } from './to-used'
import { usageRanges, type EnvironmentUsage, type UsagePoint, type UsageRange } from './usage-views'

/** What the processes of each application that is live in an environment used, beside what they ask for, and what happened then. @throws DomainError `not-found` */
export async function getEnvironmentUsage(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  { id, range }: { id: string; range: UsageRange },
): Promise<EnvironmentUsage> {
  const environment = await requireOwn('environment', actor, id)
  const { milliseconds, seconds } = usageRanges[range]
  const untilEpoch = clock.now()
  const fromEpoch = Math.floor((untilEpoch - milliseconds) / (seconds * 1000)) * seconds * 1000
  const list = seconds < spanSeconds.hour ? listUsage : listUsageByHours
  const measured = await list(sequelize, { environmentId: id, since: new Date(fromEpoch), seconds })
  const { live } = await readEnvironmentContents(id)
  const pointsOf = groupedBy(measured, ({ applicationId }) => applicationId)
  // What agents say of others is not shown: it may not be true.
  const applications = await withPresentNames(live)
  return {
    id,
    name: environment.name,
    range,
    fromEpoch,
    untilEpoch,
    seconds,
    applications: applications
      .map(({ applicationId, name, cpu, memoryMb }) => ({
        ...{ applicationId, applicationName: name, cpu, memoryMb },
        points: (pointsOf.get(applicationId) ?? []).map(toPoint),
      }))
      .sort(byText(({ applicationName }) => applicationName)),
    marks: await readUsageMarks(sequelize, { environmentId: id, since: new Date(fromEpoch), live }),
  }
}

const toPoint = ({ time, numProcesses, ...measured }: UsageOfTime): UsagePoint => ({
  epoch: time.getTime(),
  numProcesses,
  ...toUsed(measured),
})
