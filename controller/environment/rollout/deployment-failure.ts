import type { Deployment } from '../../../core/resources/deployment'
import type { Failure } from '../../../core/resources/environment-told'
import { findCondition } from '../../../core/resources/find-condition'
import { conditionSince } from '../../runtime/conditions'
import type { Work } from '../concern'
import { stopOf } from '../deployments/decide'
import type { Draft } from '../draft'
import { saidFailureOf } from '../events'
import type { LoadBalancersFacts, NetworkFacts, ProcessesFacts, RefusedLaunch, TrafficFacts } from '../facts'
import type { Pass } from '../pass'
import { digestOf } from '../processes/image-digests'
import { shortages } from '../shortage'
import type { Demand } from '../workload/goal'
import type { Selections } from '../workload/selection'
import type { Decision } from './ask-planner'
import { findFailure } from './verdict'

type Known = NetworkFacts & ProcessesFacts & TrafficFacts & LoadBalancersFacts

/** Whether what is to run serves: from then on there is no way back but a revert. */
export const isLive = ({ goal: { desired } }: Pass, { status }: Draft) =>
  desired?.metadata.name === status.servingDeployment

/** Why the deployment under way can no longer succeed. A deployment can fail only until it served. Afterwards the same troubles are those of the environment. */
export function failureOfDeployment(
  { pass, draft }: Work,
  { reports, waitedSeconds, refusedSince, failedLoadBalancers, networkHeldUpEpoch = 0 }: Known,
  lastRefusal: RefusedLaunch | undefined,
  { selections }: Selections,
  { unplaced, isFinal }: Decision,
): Failure | undefined {
  const { desired } = pass.goal
  if (!desired || isLive(pass, draft)) return undefined
  const failure = saidFailureOf(draft.status, desired) ?? stopOf(pass)
  if (failure) return failure
  const isNew = ({ demand }: { demand: Demand }) => demand.isNew
  return findFailure(
    selections.filter(isNew),
    {
      now: pass.now,
      reportOf: ({ id, clientToken }) => reports.get(clientToken)?.processes.find((one) => one.id === id),
      digestOf: (application) => digestOf(draft.status, application),
      waitedSeconds: ({ id }) => waitedSeconds.get(id) ?? 0,
      refusedSince: ({ id }) => refusedSince.get(id),
      lastRefusal,
      failedLoadBalancers,
      unplaced: unplaced.filter(isNew).map((one) => ({ ...one, isFinal })),
      fleetShortSince: fleetShortSince(pass, desired, networkHeldUpEpoch),
    },
    pass.limits,
  )
}

/** Since when instances are missing that the deployment needs and could have; while AWS refuses to tell, nobody knows. */
function fleetShortSince(
  { stored }: Pass,
  { status }: Deployment,
  networkHeldUpEpoch: number,
): number | undefined {
  const conditions = stored?.conditions ?? []
  const since = conditionSince(conditions, 'FleetReady', 'False')
  if (since === undefined || status?.startedEpoch === undefined) return undefined
  const reason = findCondition(conditions, 'FleetReady')?.reason
  return reason !== undefined && shortages.includes(reason)
    ? Math.max(since, status.startedEpoch, networkHeldUpEpoch)
    : undefined
}
