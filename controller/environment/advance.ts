import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { joinOutcomes, type Outcome } from '../reconcile/outcome'
import { examineAccount } from './account'
import { failureByRefusal, noteCloudAccess } from './cloud-access'
import type { Observation } from './concern'
import type { Concerns } from './concerns'
import { noteConcerns } from './conditions'
import { beginCourse, follow, type Course } from './course'
import { judgeDeployments, type DeploymentChange } from './deployments/decide'
import { noteSteps } from './deployments/note-steps'
import { stopOf } from './deployments/stop'
import { Draft } from './draft'
import { noteOutages } from './outages'
import type { Pass } from './pass'
import { summarize } from './summarize'

/** The outcome of a pass: the status to write, and the facts that the time of the next look depends on. */
export interface Result {
  readonly status: EnvironmentStatus
  readonly deployments: DeploymentChange[]
  readonly outcome: Outcome
  /** The outcome of the concerns that are apart. */
  readonly apart: Outcome
  readonly observed: Observation
}

/** One pass of an environment that is to live: carries out what is written, observes, and decides; writing is left to the caller. */
export async function advance(
  pass: Pass,
  before: EnvironmentStatus,
  { network, ...others }: Concerns,
): Promise<Result> {
  const account = examineAccount(pass)
  const begun = beginCourse(before, [network, ...Object.values(others)])
  const course =
    account.kind === 'ready' ? await followAll(pass, begun, network, Object.values(others)) : begun
  return conclude(
    pass,
    account.kind === 'ready' ? course : { ...course, outcomes: new Map([[network, account]]) },
  )
}

/** A part of the network that is missing holds up nobody who does not need it. */
async function followAll(
  pass: Pass,
  begun: Course,
  network: Concerns['network'],
  others: Concerns[keyof Concerns][],
): Promise<Course> {
  const connected = await follow(pass, begun, [network], ['carryOut'])
  if (connected.outcomes.get(network)?.kind !== 'ready' && !connected.status.network.vpcId) return connected
  const seen = await follow(pass, connected, others, ['carryOut', 'observe'])
  return follow(pass, seen, others, ['decide'])
}

function conclude(pass: Pass, { status, observed, outcomes }: Course): Result {
  const draft = new Draft(status, pass)
  const outcomesOf = (isApart: boolean) =>
    [...outcomes].flatMap(([concern, one]) => (Boolean(concern.isApart) === isApart ? one : []))
  const outcome = joinOutcomes(outcomesOf(false))
  const apart = joinOutcomes(outcomesOf(true))
  noteConcerns(draft, outcomes)
  noteCloudAccess(draft, outcome)
  // A status that was written back may be behind what served.
  const stop = pass.isRestored ? undefined : stopOf(pass)
  const failure = observed.verdict?.failure ?? stop ?? failureByRefusal(pass, draft, outcome)
  const judged =
    observed.verdict || failure
      ? judgeDeployments(pass, draft, { failure, isOldOut: observed.verdict?.isOldOut ?? false })
      : []
  const deployments = noteSteps(pass, draft.status, observed, judged)
  if (outcome.kind === 'ready' && pass.environment.spec.examineRequestedEpoch !== undefined)
    draft.status.examinedEpoch = pass.environment.spec.examineRequestedEpoch
  noteOutages(pass, draft)
  summarize(pass, draft, outcome)
  return { status: draft.status, deployments, outcome, apart, observed }
}

/** The part of a status that the next pass acts on. */
export const intentsOf = (status: Environment['status']) => ({
  instances: status?.instances.map(({ clientToken, phase, instanceId, agentPatch }) => [
    clientToken,
    phase,
    instanceId,
    agentPatch?.epoch,
  ]),
  processes: status?.processes.map(({ id, phase }) => [id, phase]),
  logGroups: status?.logGroups?.map(({ name, isMade }) => [name, isMade]),
  servingDeployment: status?.servingDeployment,
  names: status?.dns,
  certificates: status?.certificates,
  https: status?.loadBalancers.map(({ https }) => https),
  next: status?.next,
  former: status?.former,
  peerings: status?.peerings?.map(({ seenEpoch: _seenEpoch, ...peering }) => peering),
})
