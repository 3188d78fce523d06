import type { Sequelize } from 'sequelize'
import type { EnvironmentVariables } from '../../core/application/environment-variables'
import { select } from '../sql'

interface VariablesOf {
  applicationId: string
  /** Null where a snapshot has none. */
  environmentVariables: EnvironmentVariables | null
}

/**
 * The variables whose values applications of an environment may print: those of the next deployment, the environment's own ones, and those of
 * `deploymentIds`, several rows an application.
 */
export const listPrintedVariables = (
  sequelize: Sequelize,
  {
    environmentId,
    applicationIds,
    deploymentIds,
  }: { environmentId: string; applicationIds: string[]; deploymentIds: string[] },
): Promise<VariablesOf[]> =>
  select<VariablesOf>(
    sequelize,
    `SELECT id::text AS "applicationId", environment_variables AS "environmentVariables"
     FROM applications WHERE id = ANY($1::uuid[])
     UNION ALL
     SELECT application_id::text, environment_variables
     FROM variable_overrides WHERE environment_id = $2::uuid AND application_id = ANY($1::uuid[])
     UNION ALL
     SELECT spec->>'applicationId', spec->'environmentVariables'
     FROM environment_versions AS version
     CROSS JOIN LATERAL jsonb_array_elements(version.applications) AS item(spec)
     WHERE version.id IN (
         SELECT environment_version_id FROM deployments
         WHERE environment_id = $2::uuid AND id = ANY($3::uuid[])
       )
       AND spec->>'applicationId' = ANY($1::text[])`,
    [applicationIds, environmentId, deploymentIds],
  )
