import type { Sequelize } from 'sequelize'
import { versionsAfter } from '../../../core/deployment/apply-changes'
import { deploymentStates, type DeploymentChange } from '../../../core/deployment/deployment-state'
import type { ApplicationSpec } from '../../../core/resources/application'
import { Deployment } from '../../../db/models/deployment'
import { select } from '../../../db/select'
import { readEnvironmentContents, versionsOf } from '../environment-contents/environment-contents'
import type { EnvironmentDeployments } from './deployment-views'
import { readChangeNames, type Surroundings } from './read-change-names'

/** What deployments of one environment do, compared with what each of them found there or will find. */
export async function toDeploymentsJson(
  sequelize: Sequelize,
  deployments: Deployment[],
): Promise<EnvironmentDeployments['deployments']> {
  const surroundings = new Map([
    ...(await readStarted(sequelize, deployments)),
    ...(await readQueued(deployments)),
  ])
  const surroundingsOf = (id: string, { applicationId }: DeploymentChange) =>
    surroundings.get(keyOf(id, applicationId)) ?? {}
  const toChangeJson = await readChangeNames(
    deployments.flatMap(({ changes }) => changes),
    [...surroundings.values()].flatMap(({ before }) => before?.versionId ?? []),
  )
  return deployments.map((deployment) => ({
    id: deployment.id,
    sequence: deployment.sequence,
    state: deployment.state,
    message: deployment.message,
    changes: deployment.changes.map((change) => {
      const found = surroundingsOf(deployment.id, change)
      return toChangeJson({ ...change, type: typeOf(change, found) }, found)
    }),
    environmentVersionId: deployment.environmentVersionId ?? undefined,
    createdEpoch: deployment.createdAt.getTime(),
    startedEpoch: deployment.startedAt?.getTime(),
    finishedEpoch: deployment.finishedAt?.getTime(),
  }))
}

/** What was asked for as a change is an addition after all where the deployment before it failed, and the other way round. */
const typeOf = ({ type }: DeploymentChange, { before }: Surroundings): DeploymentChange['type'] =>
  type === 'remove' ? type : before ? 'change' : 'add'

const keyOf = (deploymentId: string, applicationId: string) => `${deploymentId} ${applicationId}`

interface StartedChange {
  id: string
  applicationId: string
  before: ApplicationSpec | null
  after: ApplicationSpec | null
}

/** Each change, with its application in the snapshot that was live then, and in the deployment's own. */
const selectStarted = `
  SELECT deployment.id, change.id AS "applicationId", before.application AS before, after.application AS after
  FROM deployments AS deployment
  CROSS JOIN LATERAL (SELECT item->>'applicationId' AS id FROM jsonb_array_elements(deployment.changes) AS items(item)) AS change
  LEFT JOIN LATERAL (
    SELECT environment_version_id FROM deployments AS earlier
    WHERE earlier.environment_id = deployment.environment_id AND earlier.sequence < deployment.sequence
      AND earlier.state IN (${deploymentStates.LIVE}, ${deploymentStates.RETIRED})
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

async function readStarted(
  sequelize: Sequelize,
  deployments: Deployment[],
): Promise<[string, Surroundings][]> {
  const started = deployments.filter(({ state }) => state !== deploymentStates.QUEUED)
  const rows = await select<StartedChange>(sequelize, selectStarted, [started.map(({ id }) => id)])
  return rows.map(({ id, applicationId, before, after }) => [
    keyOf(id, applicationId),
    { before: before ?? undefined, after: after ?? undefined },
  ])
}

/** Those that wait come on top of what is under way, and of each other. */
async function readQueued(deployments: Deployment[]): Promise<[string, Surroundings][]> {
  const first = deployments.find(({ state }) => state === deploymentStates.QUEUED)
  if (!first) return []
  const { live, deploying = live } = await readEnvironmentContents(first.environmentId)
  const queued = await Deployment.findAll({
    where: { environmentId: first.environmentId, state: deploymentStates.QUEUED },
    order: [['sequence', 'ASC']],
  })
  let versions = versionsOf(deploying)
  return queued.flatMap(({ id, changes }) => {
    const found = versions
    versions = versionsAfter(versions, changes)
    return changes.map(({ applicationId }): [string, Surroundings] => {
      const versionId = found.get(applicationId)
      const snapshot = deploying.find((one) => one.versionId === versionId)
      return [keyOf(id, applicationId), { before: versionId ? { ...snapshot, versionId } : undefined }]
    })
  })
}
