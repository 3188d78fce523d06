import { minuteMilliseconds } from '../../../core/time/durations'
import { isUuid } from '../../../core/text/uuid'
import { listLiveSizes } from '../../../db/queries/sizes'
import { listPresentUsage } from '../../../db/queries/usage-minutes'
import type { TeamActor } from '../actor/actor'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { PresentUsage } from './present-usage-views'
import { toUsed } from '../measured/to-used'

/** Agents are asked each minute about whole minutes, so the newest one began up to two minutes ago. */
const newestMilliseconds = 3 * minuteMilliseconds

/** What each process of the team used in its newest minute, beside what it asks for. */
export async function getPresentUsage(
  { sequelize, clock }: Dependencies,
  { teamId }: TeamActor,
): Promise<PresentUsage> {
  const since = new Date(clock.now() - newestMilliseconds)
  const measured = await listPresentUsage(sequelize, { teamId, since })
  const applicationIds = [...new Set(measured.map(({ applicationId }) => applicationId))].filter(isUuid)
  const live = await listLiveSizes(sequelize, { teamId, applicationIds })
  const keyOf = (environmentId: string, applicationId: string) => `${environmentId} ${applicationId}`
  const sizes = new Map(live.map((size) => [keyOf(size.environmentId, size.applicationId), size]))
  const processes = measured.flatMap(({ environmentId, environmentName, applicationId, ...process }) => {
    const size = sizes.get(keyOf(environmentId, applicationId))
    // What agents say of others is not shown: it may not be true.
    if (!size) return []
    const { applicationName, cpu, memoryMb } = size
    return {
      ...{ environmentId, environmentName, applicationId, applicationName },
      processId: process.processId,
      epoch: process.minute.getTime(),
      asks: { cpuCount: cpu, memoryMb },
      used: toUsed(process),
    }
  })
  return { processes: processes.sort(byText(({ applicationName }) => applicationName)) }
}
