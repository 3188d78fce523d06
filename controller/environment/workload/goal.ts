import { withOverride } from '../../../core/deployment/with-override'
import { releaseOf } from './release'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Deployment } from '../../../core/resources/deployment'
import type { EnvironmentSpec } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'

/** A number of processes of one release of one application that are to run. */
export interface Demand {
  /** Application and release: names the demand. */
  key: string
  releaseId: string
  deployment: string
  /** Whether it differs from what was live before: a deployment is about what it changes, and succeeds or fails by that. */
  isNew: boolean
  /** The deployment's snapshot with the environment's overrides. */
  application: ApplicationSpec
}

export interface Goal {
  /** The newest deployment that has not failed; none: nothing is to run. */
  desired: Deployment | undefined
  /** Demands of the desired deployment. */
  wanted: Demand[]
  /**
   * Demands of before, which keep running until the desired deployment serves, so that a failure finds them complete; then empty.
   */
  fallback: Demand[]
}

/** Computes what is to run from the environment, the deployment that last served everything, and all deployments. */
export function goalOf(
  spec: EnvironmentSpec,
  servingDeployment: string | undefined,
  deployments: Deployment[],
): Goal {
  const newestFirst = [...deployments].sort((a, b) => b.spec.sequence - a.spec.sequence)
  const candidates = newestFirst.filter(
    ({ metadata, status }) => !isToGo(metadata) && status?.phase !== 'Failed' && status?.phase !== 'Retired',
  )
  const [desired, ...older] = candidates
  if (!desired) return { desired, wanted: [], fallback: [] }
  const isServing = desired.metadata.name === servingDeployment
  const previous = isServing
    ? undefined
    : older.find(({ metadata, status }) => status?.phase === 'Live' || metadata.name === servingDeployment)
  const before = previous ? demandsOf(previous, spec) : []
  const isAmong = (demands: Demand[], { key }: Demand) => demands.some((demand) => demand.key === key)
  const wanted = demandsOf(desired, spec).map((demand) => ({ ...demand, isNew: !isAmong(before, demand) }))
  return { desired, wanted, fallback: before.filter((demand) => !isAmong(wanted, demand)) }
}

export const demandKeyOf = (applicationId: string, releaseId: string) => `${applicationId}@${releaseId}`

function demandsOf(deployment: Deployment, spec: EnvironmentSpec): Demand[] {
  const overrides = overridesOf(deployment, spec)
  return deployment.spec.applications.map((snapshot) => {
    const application = withOverride(snapshot, overrides)
    const releaseId = releaseOf(application)
    const key = demandKeyOf(application.applicationId, releaseId)
    return { key, releaseId, deployment: deployment.metadata.name, isNew: false, application }
  })
}

/**
 * Overrides for a deployment. One that goes back to other overrides brings its own: until they are the environment's, its predecessor keeps
 * those it had.
 */
const overridesOf = (
  { spec: { overrides, sequence } }: Deployment,
  { overrides: present, settingsSequence = 0 }: EnvironmentSpec,
): EnvironmentSpec['overrides'] => (overrides && sequence > settingsSequence ? overrides : present)

/** The application and its version, as people know them. */
export const nameOf = ({ application }: Pick<Demand, 'application'>): string =>
  `${application.name} (version ${application.versionName})`
