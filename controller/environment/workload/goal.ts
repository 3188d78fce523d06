import { withOverride } from '../../../core/deployment/with-override'
import { releaseOf } from './release'
import {
  noSchedule,
  scaledApplication,
  type ScaledApplication,
  type ScalingFacts,
} from './scaled-application'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { Deployment } from '../../../core/resources/deployment'
import type { BalancingStatus, EnvironmentSpec, EnvironmentStatus } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'

/** A number of processes of one release of one application that are to run. */
export interface Demand extends ScaledApplication {
  /** Application and release: names the demand. */
  key: string
  releaseId: string
  deployment: string
  /** Whether it differs from what was live before: a deployment is about what it changes, and succeeds or fails by that. */
  isNew: boolean
  /** The deployment's snapshot with the environment's overrides, and the number of processes that it is scaled to. */
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
  /** Whether it sleeps: what it runs is known, and none of it wanted. */
  isAsleep: boolean
}

/**
 * Computes what is to run from the environment, what its status says of the deployment that last served everything, of applications whose
 * processes were told addresses that end, and of scaling; and from all deployments.
 *
 * @param moment what is true at the time of the pass; absent for who asks for neither
 */
export function goalOf(
  spec: EnvironmentSpec,
  { servingDeployment, balancing, scaling, processes = [] }: KnownStatus,
  deployments: Deployment[],
  { askSchedule = noSchedule, isToSleep = false }: MomentFacts = {},
): Goal {
  const newestFirst = [...deployments].sort((a, b) => b.spec.sequence - a.spec.sequence)
  const candidates = newestFirst.filter(
    ({ metadata, status }) => !isToGo(metadata) && status?.phase !== 'Failed' && status?.phase !== 'Retired',
  )
  const [desired, ...older] = candidates
  if (!desired) return { desired, wanted: [], fallback: [], isAsleep: isToSleep }
  const facts = {
    ...{ spec, renewed: balancing?.renewed ?? [], scaling, processes, askSchedule },
    isDeploying: isUnderWay(desired),
  }
  const isServing = desired.metadata.name === servingDeployment
  const previous = isServing
    ? undefined
    : older.find(({ metadata, status }) => status?.phase === 'Live' || metadata.name === servingDeployment)
  const before = previous ? demandsOf(previous, facts) : []
  const isAmong = (demands: Demand[], { key }: Demand) => demands.some((demand) => demand.key === key)
  const wanted = demandsOf(desired, facts).map((demand) => ({
    ...demand,
    isNew: !isAmong(before, demand),
  }))
  const fallback = before.filter((demand) => !isAmong(wanted, demand))
  if (!isToSleep || isUnderWay(desired)) return { desired, wanted, fallback, isAsleep: false }
  return { desired, wanted: wanted.map(asleep), fallback: fallback.map(asleep), isAsleep: true }
}

/** Whether a deployment has not come to its end. */
export const isUnderWay = ({ status }: Deployment): boolean => status?.phase !== 'Live'

/** The demand of an environment that sleeps: the release stays, with what it exposes. */
const asleep = ({ scaling: _scaling, scheduled: _scheduled, ...demand }: Demand): Demand => ({
  ...demand,
  application: { ...demand.application, count: 0 },
})

export const demandKeyOf = (applicationId: string, releaseId: string) => `${applicationId}@${releaseId}`

type KnownStatus = Partial<
  Pick<EnvironmentStatus, 'servingDeployment' | 'balancing' | 'scaling' | 'processes'>
>

/** What is true at the time of a pass. */
interface MomentFacts {
  askSchedule?: ScalingFacts['askSchedule']
  /** Whether it is time to sleep; a deployment under way ends first. */
  isToSleep?: boolean
}

interface DemandFacts extends ScalingFacts {
  spec: EnvironmentSpec
  renewed: Renewed
}

function demandsOf(deployment: Deployment, facts: DemandFacts): Demand[] {
  const overrides = overridesOf(deployment, facts.spec)
  return deployment.spec.applications.map((snapshot) => {
    const asked = withRenewal(withOverride(snapshot, overrides), facts.renewed)
    const scaled = scaledApplication(asked, facts)
    const { application } = scaled
    const releaseId = releaseOf(application)
    const key = demandKeyOf(application.applicationId, releaseId)
    return {
      ...{ key, releaseId, deployment: deployment.metadata.name, isNew: false },
      ...scaled,
    }
  })
}

type Renewed = NonNullable<BalancingStatus['renewed']>

/** As restarted when addresses that its processes were told changed, unless it was restarted since. */
function withRenewal(application: ApplicationSpec, renewed: Renewed): ApplicationSpec {
  const epoch = renewed.find(({ applicationId }) => applicationId === application.applicationId)?.epoch
  return epoch === undefined
    ? application
    : { ...application, restartEpoch: Math.max(epoch, application.restartEpoch ?? 0) }
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
