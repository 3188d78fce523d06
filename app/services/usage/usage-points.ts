import type { Sequelize } from 'sequelize'
import { listUsage } from '../../../db/queries/usage-minutes'
import { listUsageBySpans, spanSeconds, type UsageOfTime } from '../../../db/queries/usage-spans'
import { groupedBy } from '../answers/lists'
import { toUsed } from '../measured/to-used'
import { usageRanges, type UsagePoint, type UsageRange, type UsageTime } from './usage-views'

/** The time that a range is of: it begins with a whole point. */
export function usageTimeOf(range: UsageRange, now: number): UsageTime {
  const { milliseconds, seconds } = usageRanges[range]
  const step = seconds * 1000
  return { range, fromEpoch: Math.floor((now - milliseconds) / step) * step, untilEpoch: now, seconds }
}

interface Wanted extends UsageTime {
  environmentId: string
  applicationIds: string[]
}

/** What applications of an environment used, by id; of none that was not measured. */
export async function readUsagePoints(
  sequelize: Sequelize,
  { environmentId, applicationIds, fromEpoch, seconds }: Wanted,
): Promise<Map<string, UsagePoint[]>> {
  if (applicationIds.length === 0) return new Map()
  const wanted = { environmentId, applicationIds, since: new Date(fromEpoch), seconds }
  const { quarter, hour } = spanSeconds
  const measured =
    seconds < quarter
      ? await listUsage(sequelize, wanted)
      : await listUsageBySpans(sequelize, { ...wanted, of: seconds < hour ? quarter : hour })
  const byApplication = groupedBy(measured, ({ applicationId }) => applicationId)
  return new Map([...byApplication].map(([id, times]) => [id, times.map(toUsagePoint)]))
}

export const toUsagePoint = ({ time, numProcesses, ...measured }: UsageOfTime): UsagePoint => ({
  epoch: time.getTime(),
  numProcesses,
  ...toUsed(measured),
})
