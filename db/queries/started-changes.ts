import type { Sequelize } from 'sequelize'
import { settingKinds } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import type { ApplicationSpec } from '../../core/resources/application'
import { select } from '../sql'

/** A change of a deployment that has started, with its application in the snapshot that was live then, and in the deployment's own. */
interface StartedChange {
  id: string
  applicationId: string
  before: ApplicationSpec | null
  after: ApplicationSpec | null
}

const selectStarted = `
  SELECT deployment.id, change.id AS "applicationId", before.application AS before, after.application AS after
  FROM deployments AS deployment
  CROSS JOIN LATERAL (SELECT item->>'applicationId' AS id FROM jsonb_array_elements(deployment.changes) AS items(item)) AS change
  LEFT JOIN LATERAL (
    SELECT environment_version_id FROM deployments AS earlier
    WHERE earlier.environment_id = deployment.environment_id AND earlier.sequence < deployment.sequence
      AND earlier.state IN (${deploymentStates.LIVE}, ${deploymentStates.RETIRED})
      AND earlier.kind NOT IN (${settingKinds.map((kind) => `'${kind}'`).join(', ')})
    ORDER BY earlier.sequence DESC LIMIT 1
  ) AS previous ON true
  LEFT JOIN LATERAL (
    SELECT application FROM environment_versions AS version, jsonb_array_elements(version.applications) AS item(application)
    WHERE version.id = previous.environment_version_id AND application->>'applicationId' = change.id
  ) AS before ON true
  LEFT JOIN LATERAL (
    SELECT application FROM environment_versions AS version, jsonb_array_elements(version.applications) AS item(application)
    WHERE version.id = deployment.environment_version_id AND application->>'applicationId' = change.id
  ) AS after ON true
  WHERE deployment.id = ANY($1::uuid[])`

export const listStartedChanges = (sequelize: Sequelize, deploymentIds: string[]) =>
  select<StartedChange>(sequelize, selectStarted, [deploymentIds])
