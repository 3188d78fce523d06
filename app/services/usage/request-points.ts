import type { Sequelize } from 'sequelize'
import { requestMetricsSeconds } from '../../../core/environment/request-metrics'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import type { Environment } from '../../../db/models/environment'
import { listRequests, type RequestsOfTime } from '../../../db/queries/request-spans'
import { groupedBy } from '../answers/lists'
import type { RequestPoint, Requests } from './request-views'
import type { UsageTime } from './usage-views'

interface Exposing extends Pick<Environment, 'id' | 'requestMetrics'> {
  status: Partial<Pick<EnvironmentStatus, 'loadBalancers' | 'metered'>> | null
}

/** What went to applications of an environment, by id; of none where request metrics are off or that exposes no port. */
export async function readRequests(
  sequelize: Sequelize,
  { id, requestMetrics, status }: Exposing,
  { applicationIds, fromEpoch, seconds: wanted }: UsageTime & { applicationIds: string[] },
): Promise<Map<string, Requests>> {
  const exposed = new Set(status?.loadBalancers?.map(({ applicationId }) => applicationId))
  const ids = requestMetrics === 'CLOUDWATCH' ? applicationIds.filter((each) => exposed.has(each)) : []
  if (ids.length === 0) return new Map()
  const seconds = Math.max(wanted, requestMetricsSeconds)
  // A point is of whole figures.
  const since = new Date(Math.ceil(fromEpoch / (seconds * 1000)) * seconds * 1000)
  const read = await listRequests(sequelize, { environmentId: id, applicationIds: ids, since, seconds })
  const byApplication = groupedBy(read, ({ applicationId }) => applicationId)
  // A role that may read capacity units may read these: it is the same permission.
  const isRefused = status?.metered?.lacksCapacityUnits ?? false
  return new Map(
    ids.map((each) => [
      each,
      { seconds, isRefused, points: (byApplication.get(each) ?? []).map(toRequestPoint) },
    ]),
  )
}

const toRequestPoint = ({ time, requests, errors, p50Ms, p99Ms }: RequestsOfTime): RequestPoint => ({
  ...{ epoch: time.getTime(), requests, errors },
  ...(p50Ms !== null && { p50Ms }),
  ...(p99Ms !== null && { p99Ms }),
})
