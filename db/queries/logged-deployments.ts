import type { Sequelize } from 'sequelize'
import type { Deployment } from '../models/deployment'
import { select } from '../sql'

const selectLogged = `
  SELECT id, sequence, kind, requested_by AS "requestedBy", split_part(traceparent, '-', 2) AS "traceId",
    started_at AS "startedAt", finished_at AS "finishedAt"
  FROM deployments
  WHERE environment_id = $1
    AND (split_part(traceparent, '-', 2) = ANY($2)
      OR (started_at <= $4 AND (finished_at IS NULL OR finished_at >= $3)))
  ORDER BY sequence DESC LIMIT $5`

type LoggedDeployment = Pick<Deployment, 'id' | 'sequence' | 'requestedBy'> &
  Required<Pick<Deployment, 'kind' | 'startedAt' | 'finishedAt'>> & { traceId: string | null }

interface LoggedLines {
  environmentId: string
  traceIds: string[]
  from: Date
  until: Date
}

/** More than were ever under way while so many lines were logged as a page shows. */
const most = 1000

/** The deployments of an environment that lines of its log may tell of: by the trace of who asked, or under way at that time. Newest first. */
export const listLoggedDeployments = (
  sequelize: Sequelize,
  { environmentId, traceIds, from, until }: LoggedLines,
) => select<LoggedDeployment>(sequelize, selectLogged, [environmentId, traceIds, from, until, most])
