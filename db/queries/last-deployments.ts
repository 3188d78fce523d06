import type { Sequelize } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../models/deployment'
import { select } from '../sql'

const selectLast = `
  SELECT environment.id AS "environmentId", application.id AS "applicationId", last.*
  FROM unnest($1::uuid[]) AS application(id)
  CROSS JOIN unnest($2::uuid[]) AS environment(id)
  CROSS JOIN LATERAL (
    SELECT d.kind, d.requested_by AS "requestedBy", coalesce(d.finished_at, d.created_at) AS "deployedAt"
    FROM deployments d
    WHERE d.environment_id = environment.id AND d.changes @> jsonb_build_array(jsonb_build_object('applicationId', application.id))
      AND d.state IN (${deploymentStates.LIVE}, ${deploymentStates.RETIRED})
    ORDER BY d.sequence DESC LIMIT 1
  ) AS last`

interface LastDeployment extends Required<Pick<Deployment, 'kind' | 'environmentId' | 'requestedBy'>> {
  applicationId: string
  deployedAt: Date
}

/** The last deployment that changed each of the applications in each of the environments, of those that were live; those of other applications do not count. */
export const listLastDeployments = (
  sequelize: Sequelize,
  { applicationIds, environmentIds }: { applicationIds: string[]; environmentIds: string[] },
) => select<LastDeployment>(sequelize, selectLast, [applicationIds, environmentIds])
