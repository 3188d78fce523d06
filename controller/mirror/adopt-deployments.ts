import { Transaction } from 'sequelize'
import { isAsApplied } from '../../core/resources/fingerprint'
import type { Deployment as DeploymentResource } from '../../core/resources/deployment'
import { deployedOf } from '../../core/environment/choices'
import type {
  Environment as EnvironmentResource,
  EnvironmentSettings,
} from '../../core/resources/environment'
import { appliedSpecAnnotation, environmentLabel, isToGo, teamLabel } from '../../core/resources/metadata'
import { isUuid } from '../../core/text/uuid'
import { withKeyLock } from '../../db/key-lock'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { adoptDeployment } from '../deployments/adopt-deployment'
import { isYetToStart } from '../deployments/active-deployments'
import type { MirrorDependencies } from './dependencies'
import { heldAt } from './revision'

/**
 * Looks for deployments of an environment that were applied and of which Postgres knows nothing, or not that they were started. Before
 * anything is started or made again, whose number or place one of them has.
 */
export const adoptDeployments = (dependencies: MirrorDependencies, environmentId: string): Promise<void> =>
  withKeyLock(dependencies.sequelize, `mirror/deployments-of/${environmentId}`, async () => {
    const applied = await dependencies.store.list('Deployment', { [environmentLabel]: environmentId })
    const found = applied.filter((resource) => isOfMirror(resource, environmentId))
    const rows = await Deployment.findAll({ where: { id: found.map(({ metadata }) => metadata.name) } })
    const started = new Set(rows.flatMap((row) => (isYetToStart(row) ? [] : row.id)))
    const unknown = found.filter(({ metadata }) => !started.has(metadata.name))
    if (unknown.length === 0) return
    // Nobody asks for another one meanwhile.
    const environment = await Environment.findByPk(environmentId, { lock: Transaction.LOCK.UPDATE })
    if (!environment || environment.deletingAt) return
    for (const resource of unknown.sort((a, b) => a.spec.sequence - b.spec.sequence))
      if (resource.metadata.labels[teamLabel] === environment.teamId)
        await adopt(dependencies, environment, resource, applied)
  })

/** Whether the mirror made it and nobody changed it since. */
const isOfMirror = (resource: DeploymentResource, environmentId: string): boolean =>
  resource.spec.environment === environmentId &&
  appliedSpecAnnotation in resource.metadata.annotations &&
  isAsApplied(resource) &&
  !isToGo(resource.metadata) &&
  isUuid(resource.metadata.name) &&
  resource.spec.applications.every(
    ({ applicationId, versionId }) => isUuid(applicationId) && isUuid(versionId),
  )

const settingsOf = ({ spec }: EnvironmentResource): EnvironmentSettings => ({
  ...deployedOf(spec),
  overrides: spec.overrides,
})

async function adopt(
  dependencies: MirrorDependencies,
  environment: Environment,
  resource: DeploymentResource,
  applied: DeploymentResource[],
): Promise<void> {
  const { store, log } = dependencies
  const { name } = resource.metadata
  const { sequence } = resource.spec
  const present = await store.get('Environment', environment.id)
  const settings = present && settingsOf(present)
  const row = await adoptDeployment(dependencies, { environment, resource, applied, settings })
  if (row === 'waits') return
  if (row === 'replaced') return store.requestDelete('Deployment', name)
  // What it brought besides stands in the resource alone, which never changes.
  await store.annotate('Deployment', name, heldAt(row.desiredRevision))
  const message =
    'The portal knew nothing of this deployment: its database was set back. It was taken in as it is.'
  log.warn({ deployment: row.id, environment: environment.id, sequence }, message)
  store.record(resource, { reason: 'TakenIn', message, isWarning: true })
}
