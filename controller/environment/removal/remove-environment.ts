import { networkLines } from '../../../core/environment-log/network-lines'
import { containerSettingsOf } from '../../../core/application/run-settings'
import type { Environment, ProcessStatus } from '../../../core/resources/environment'
import { environmentLabel } from '../../../core/resources/metadata'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import { joinOutcomes, ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { findCondition } from '../../../core/resources/find-condition'
import { conditionSince } from '../../runtime/conditions'
import type { ReconcileResult } from '../../runtime/controller-loop'
import type { Certificates } from '../certificates/certificates'
import { recordCloudAccess } from '../cloud-access'
import { Course } from '../course'
import type { EnvironmentDependencies } from '../dependencies'
import type { Dns } from '../dns/dns'
import { Draft } from '../draft'
import { lastMirroredEvent } from '../events'
import type { Fleet } from '../fleet/fleet'
import { initialStatus } from '../initial-status'
import type { Pass } from '../pass'
import type { Peerings } from '../peering/peerings'
import type { Processes } from '../processes/processes'
import { applicationOf } from '../workload/application-of'
import { networksOf } from '../workload/places'
import { writeStatus } from '../write-status'
import { describeRemains, isConnected, listRemains, runningKinds } from './remains'
import { describeInUse, retryOf } from './in-the-way'
import { removeKinds, removeRemains } from './remove-remains'

/** The concerns that have a part in the removal. */
interface Stoppable {
  fleet: Fleet
  processes: Processes
  dns: Dns
  certificates: Certificates
  peering: Peerings
}

/**
 * Takes away everything the environment consists of, and lets go of the resource only on proof that nothing is left. Whatever stands in
 * the way, the environment stays, and says what it is.
 */
export async function removeEnvironment(pass: Pass, concerns: Stoppable): Promise<ReconcileResult> {
  const { environment, limits } = pass
  const before = environment.status ?? initialStatus(environment)
  const { draft, outcome } = hasBegun(pass)
    ? await removeOneStep(pass, new Course(pass, before), concerns)
    : { draft: new Draft(before, pass), outcome: ready }
  if (before.phase !== 'Deleting') draft.event(networkLines.deleting)
  recordCloudAccess(draft, outcome)
  const message = outcome.kind === 'ready' ? 'Deleted.' : outcome.message
  Object.assign(draft.status, { phase: 'Deleting', message })
  const reason = outcome.kind === 'stalled' ? outcome.reason : 'Deleting'
  draft.condition({ type: 'Ready', status: 'False', reason, message })
  if (outcome.kind === 'ready') recordProof(draft)
  const written = await writeStatus(pass, draft.status)
  if (outcome.kind !== 'ready') return { requeueAfterSeconds: outcome.seconds }
  if (!isProofKept(pass, draft)) return { requeueAfterSeconds: limits.pollSeconds }
  await dropFinalizers(pass.dependencies, written)
  return {}
}

async function removeOneStep(
  pass: Pass,
  course: Course,
  concerns: Stoppable,
): Promise<{ draft: Draft; outcome: Outcome }> {
  await removeForeign(course, concerns)
  const linked = isLinked(pass)
  if (linked.kind !== 'ready') return { draft: new Draft(course.status, pass), outcome: linked }
  const outcome = await stopProcesses(pass, course, concerns)
  const draft = new Draft(course.status, pass)
  if (outcome.kind !== 'ready') return { draft, outcome }
  const foreign = [concerns.dns, concerns.certificates, concerns.peering].map((concern) =>
    course.outcomeOf(concern),
  )
  const removed = await removeEverything(pass, draft, concerns.fleet, joinOutcomes(foreign)).catch(
    (error: unknown) => outcomeOfRefusal(error, pass.limits),
  )
  return { draft, outcome: removed }
}

/**
 * Removes the parts in other accounts first, without holding up any instance: it may take long. Certificates can only go after the load
 * balancers.
 */
async function removeForeign(course: Course, concerns: Stoppable): Promise<void> {
  const { dns, certificates, peering } = concerns
  // Nobody looked at instances yet.
  const fleet = concerns.fleet.recall()
  await course.look(dns, fleet)
  await course.decide(dns, fleet)
  await course.look(certificates, fleet)
  await course.decide(certificates, fleet)
  await course.look(peering, fleet)
  await course.decide(peering, fleet)
}

/** Without it nobody could tell later whether the resource was let go or lost. */
function recordProof(draft: Draft): void {
  if (findCondition(draft.status.conditions, 'Absent')?.reason === 'Ready') return
  draft.event(networkLines.nothingLeft)
  const message = networkLines.nothingLeft.text()
  draft.condition({ type: 'Absent', status: 'True', reason: 'Ready', message })
}

/** Postgres has it, or takes too long: then it is looked for once more at worst. */
function isProofKept(pass: Pass, draft: Draft): boolean {
  const { environment, limits } = pass
  const since = absentSince(pass, draft)
  return (
    since === undefined ||
    lastMirroredEvent(environment) >= draft.status.lastEventSequence ||
    pass.secondsSince(since) >= limits.absenceSeconds + limits.farewellSeconds
  )
}

/** Since when nothing is found. What was found before this resource was to go, as of one that came back with an old copy, counts for nothing. */
function absentSince({ environment }: Pass, { status }: Draft): number | undefined {
  const since = conditionSince(status.conditions, 'Absent', 'True')
  return since && Math.max(since, Date.parse(environment.metadata.deletionTimestamp ?? '') || 0)
}

/** Before the network was begun there is nothing in the account, and perhaps no account. */
const hasBegun = ({ stored }: Pass) => findCondition(stored?.conditions ?? [], 'NetworkReady') !== undefined

const isLinked = ({ linked: { awsAccount }, limits }: Pass): Outcome =>
  awsAccount
    ? ready
    : stalled(
        'AccountNotReady',
        'The AWS account of this environment is no longer linked, so SDO cannot delete what is in it. Link it again on the External Resources page.',
        limits.stalledSeconds,
      )

/**
 * Lets processes end by themselves: those that ask their stop endpoint as long as everywhere, the others for a moment. As elsewhere: decided
 * in one pass, told to the agents in the next.
 */
async function stopProcesses(pass: Pass, course: Course, { fleet, processes }: Stoppable): Promise<Outcome> {
  const { limits, environment } = pass
  if (course.status.processes.length === 0) return ready
  const isDecided = course.status.processes.every(({ phase }) => phase === 'Stopping')
  if (!isDecided) {
    const stopping = course.status.processes.map((process) => ({ ...process, phase: 'Stopping' as const }))
    course.status = { ...course.status, processes: stopping }
    return waiting('Deleting', 'Stopping the applications.', limits.actSeconds)
  }
  const recalled = fleet.recall()
  const listed = await course.step(fleet, recalled, (work) => fleet.observe(work, recalled))
  await course.look(processes, listed)
  const seconds = pass.secondsSince(Date.parse(environment.metadata.deletionTimestamp ?? ''))
  const polling = course.status.processes.filter((process) => isAskingWhetherToStop(pass, process))
  const patience = longerStopSeconds(pass, course.status.processes)
  const quickSeconds = limits.removalStopSeconds + patience
  const isOver = seconds > (polling.length > 0 ? limits.removalPollingStopSeconds + patience : quickSeconds)
  if (isOver || course.status.processes.length === 0) {
    course.status = { ...course.status, processes: [] }
    return ready
  }
  const refused = course.outcomeOf(fleet)
  const message =
    seconds > quickSeconds
      ? `Waiting for ${polling.length === 1 ? 'one process' : `${polling.length} processes`} to finish: who asks the stop address gets up to 10 minutes.`
      : 'Waiting for the applications to stop.'
  const stopping = waiting('Deleting', message, limits.pollSeconds)
  return refused.kind === 'ready' ? stopping : refused
}

/** How much longer than by default one of them may take from the signal to end until it is killed. */
const longerStopSeconds = (pass: Pass, processes: ProcessStatus[]): number =>
  Math.max(
    0,
    ...processes.map(
      (process) =>
        containerSettingsOf(applicationOf(pass, process) ?? {}).stopGraceSeconds -
        containerSettingsOf({}).stopGraceSeconds,
    ),
  )

/**
 * Whether a process asks its stop endpoint, by its agent's last answer. One from too long ago does not count: the instance is gone, or
 * nobody can reach it.
 */
const isAskingWhetherToStop = (pass: Pass, { stopPolledEpoch }: ProcessStatus) =>
  stopPolledEpoch !== undefined && pass.secondsSince(stopPolledEpoch) <= pass.limits.unreachableSeconds

/** Two looks that are some time apart must both find nothing: what was just made may not be listed yet. */
async function removeEverything(pass: Pass, draft: Draft, fleet: Fleet, foreign: Outcome): Promise<Outcome> {
  const { limits } = pass
  const remains = await listRemains(pass).catch(async (error: unknown) => {
    // What costs the most goes first.
    await removeKinds(pass.account, { instances: runningKinds.instances }, {}, draft.status)
    throw error
  })
  const left = describeRemains(remains)
  if (left !== '' || isAnythingRecorded(draft)) {
    const isAllThatIsLeft = isConnected(draft)
      ? remains.instances.length + remains.loadBalancers.length === 0
      : left === '' && !isMoreThanForeign(draft)
    const message =
      isAllThatIsLeft && foreign.kind !== 'ready'
        ? foreign.message
        : left === ''
          ? 'Deleting what is recorded.'
          : `Deleting ${left}.`
    const before = findCondition(draft.status.conditions, 'Absent')
    draft.condition({ type: 'Absent', status: 'False', reason: 'Deleting', message })
    const inUse = await removeRemains(pass, draft, remains)
    await fleet.forgetEnded({ pass, draft }, remains.instances)
    return inUse === undefined
      ? waiting('Deleting', message, limits.pollSeconds)
      : sayInUse(pass, draft, { message, inUse, wasSaid: before?.reason === 'DependencyViolation' })
  }
  if (conditionSince(draft.status.conditions, 'Absent', 'True') === undefined)
    draft.condition({
      type: 'Absent',
      status: 'True',
      reason: 'Deleting',
      message: 'Nothing was found.',
    })
  const seconds = limits.absenceSeconds - pass.secondsSince(absentSince(pass, draft) ?? pass.now)
  return seconds > 0 ? waiting('Deleting', 'Checking that nothing is left.', seconds) : ready
}

interface InUse {
  message: string
  /** What AWS says of it. */
  inUse: string
  wasSaid: boolean
}

/** What AWS keeps because something uses it. After some minutes it is somebody else's, who must know what it is. */
async function sayInUse(pass: Pass, draft: Draft, { message, inUse, wasSaid }: InUse): Promise<Outcome> {
  const since = conditionSince(draft.status.conditions, 'Absent', 'False') ?? pass.now
  const { isForeign, seconds } = retryOf(pass, pass.secondsSince(since))
  if (!isForeign) return waiting('Deleting', message, seconds)
  const said = await describeInUse(pass, networksOf(draft.status), inUse)
  if (!wasSaid) draft.event(networkLines.obstructed, { message: said })
  draft.condition({ type: 'Absent', status: 'False', reason: 'DependencyViolation', message: said })
  return waiting('Deleting', said, seconds)
}

const isAnythingRecorded = (draft: Draft) =>
  isMoreThanForeign(draft) ||
  (draft.status.dns?.records.length ?? 0) > 0 ||
  (draft.status.certificates?.length ?? 0) > 0 ||
  isConnected(draft)

const isMoreThanForeign = ({ status }: Draft) =>
  networksOf(status).some(({ vpcId }) => vpcId !== undefined) ||
  status.instances.length > 0 ||
  status.loadBalancers.length > 0

/** The deployments of the environment go with it. */
async function dropFinalizers({ store }: EnvironmentDependencies, environment: Environment): Promise<void> {
  const deployments = await store.list('Deployment', { [environmentLabel]: environment.metadata.name })
  for (const deployment of deployments) {
    await store.dropFinalizer('Deployment', deployment)
    await store.requestDelete('Deployment', deployment.metadata.name)
  }
  await store.dropFinalizer('Environment', environment)
}
