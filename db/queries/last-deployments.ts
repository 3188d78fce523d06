import type { Sequelize } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../models/deployment'
import { select } from '../sql'

/** Reads each deployment of the environments once, however many applications are asked for. */
const selectLast = `
  SELECT DISTINCT ON (d.environment_id, changed.id) d.environment_id AS "environmentId", changed.id AS "applicationId",
    d.kind, d.requested_by AS "requestedBy", coalesce(d.finished_at, d.created_at) AS "deployedAt"
  FROM deployments d
  CROSS JOIN LATERAL (SELECT (change->>'applicationId')::uuid AS id FROM jsonb_array_elements(d.changes) AS change) AS changed
  WHERE d.environment_id = ANY($2::uuid[]) AND d.state IN (${deploymentStates.LIVE}, ${deploymentStates.RETIRED})
    AND changed.id = ANY($1::uuid[])
  ORDER BY d.environment_id, changed.id, d.sequence DESC`

interface LastDeployment extends Required<Pick<Deployment, 'kind' | 'environmentId' | 'requestedBy'>> {
  applicationId: string
  deployedAt: Date
}

/** The last deployment that changed each of the applications in each of the environments, of those that were live; those of other applications do not count. */
export const listLastDeployments = (
  sequelize: Sequelize,
  { applicationIds, environmentIds }: { applicationIds: string[]; environmentIds: string[] },
) => select<LastDeployment>(sequelize, selectLast, [applicationIds, environmentIds])
