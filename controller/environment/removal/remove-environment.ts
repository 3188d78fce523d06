import { environmentLabel, mirroredEventsAnnotation } from '../../../core/resources/metadata'
import { noteCloudAccess } from '../cloud-access'
import { conditionSince, findCondition } from '../../runtime/conditions'
import { observeInstances } from '../fleet/observe'
import type { Pass } from '../pass'
import { talkToAgents } from '../processes/carry-out'
import { ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { attempt, runSteps, type Step } from '../run-concerns'
import { describeRemains, listRemains } from './remains'
import { removeInstances, removeRemains } from './remove-remains'

const steps: Step<Pass>[] = [reachAccount, stopProcesses, removeEverything]

/**
 * Takes away everything the environment consists of, and lets go of the resource only on proof that nothing is left. Whatever stands in
 * the way, the environment stays, and says what it is.
 */
export async function removeEnvironment(pass: Pass): Promise<{ requeueAfterSeconds?: number }> {
  if (pass.status.phase !== 'Deleting') pass.event('network', 'Deleting the environment.')
  pass.status.phase = 'Deleting'
  const outcome = hasBegun(pass) ? await attempt((context) => runSteps(steps, context), pass) : ready
  noteCloudAccess(pass, outcome)
  pass.status.message = outcome.kind === 'ready' ? 'Deleted.' : outcome.message
  if (outcome.kind === 'ready') noteProof(pass)
  await pass.persist()
  if (outcome.kind !== 'ready') return { requeueAfterSeconds: outcome.seconds }
  if (!isProofKept(pass)) return { requeueAfterSeconds: pass.limits.pollSeconds }
  await letGo(pass)
  return {}
}

const proof = 'Nothing of the environment is left.'

/** Without it nobody could tell later whether the resource was let go or lost. */
function noteProof(pass: Pass): void {
  if (findCondition(pass.status.conditions, 'Absent')?.reason === 'Ready') return
  pass.event('network', proof)
  pass.condition({ type: 'Absent', status: 'True', reason: 'Ready', message: proof })
}

/** Postgres has it, or takes too long: then it is looked for once more at worst. */
function isProofKept({ environment, status, limits, now }: Pass): boolean {
  const event = status.events.findLast(({ message }) => message === proof)
  const mirrored = Number(environment.metadata.annotations[mirroredEventsAnnotation]) || 0
  return !event || mirrored >= event.sequence || (now - event.epoch) / 1000 >= limits.farewellSeconds
}

/** Before the network was begun there is nothing in the account, and perhaps no account. */
const hasBegun = ({ status }: Pass) => findCondition(status.conditions, 'NetworkReady') !== undefined

async function reachAccount(pass: Pass): Promise<Outcome> {
  const { dependencies, environment, limits } = pass
  const account = await dependencies.store.get('AwsAccount', environment.spec.awsAccount)
  if (!account)
    return stalled(
      'AccountNotReady',
      'The AWS account of this environment is not linked any more, so what is in it cannot be deleted. Link it again on the External Resources page.',
      limits.stalledSeconds,
    )
  const { accountNumber, externalId } = account.spec
  pass.account = dependencies.cloud.account({ accountNumber, externalId })
  return ready
}

/** Lets processes end by themselves for a moment. As elsewhere: decided in one pass, told to the agents in the next. */
async function stopProcesses(pass: Pass): Promise<Outcome> {
  const { status, limits, environment } = pass
  if (status.processes.length === 0) return ready
  const isDecided = status.processes.every(({ phase }) => phase === 'Stopping')
  for (const process of status.processes) process.phase = 'Stopping'
  if (!isDecided) return waiting('Deleting', 'Stopping the applications.', limits.actSeconds)
  const observed = await attempt(observeInstances, pass)
  await talkToAgents(pass)
  const askedEpoch = Date.parse(environment.metadata.deletionTimestamp ?? '')
  if (pass.secondsSince(askedEpoch) > limits.removalStopSeconds) status.processes = []
  if (status.processes.length === 0) return ready
  return observed.kind === 'ready'
    ? waiting('Deleting', 'Waiting for the applications to stop.', limits.pollSeconds)
    : observed
}

/** Two looks that are some time apart must both find nothing: what was just made may not be listed yet. */
async function removeEverything(pass: Pass): Promise<Outcome> {
  const { limits, status } = pass
  const remains = await listRemains(pass).catch(async (error: unknown) => {
    // What costs the most goes first.
    await removeInstances(pass, [])
    throw error
  })
  const left = describeRemains(remains)
  if (left !== '' || isAnythingRecorded(pass)) {
    const message = left === '' ? 'Deleting what is recorded.' : `Deleting ${left}.`
    pass.condition({ type: 'Absent', status: 'False', reason: 'Deleting', message })
    await removeRemains(pass, remains)
    return waiting('Deleting', message, limits.pollSeconds)
  }
  if (conditionSince(status.conditions, 'Absent', 'True') === undefined)
    pass.condition({
      type: 'Absent',
      status: 'True',
      reason: 'Deleting',
      message: 'Nothing was found any more.',
    })
  const absentSince = conditionSince(status.conditions, 'Absent', 'True') ?? pass.now
  const seconds = limits.absenceSeconds - pass.secondsSince(absentSince)
  return seconds > 0 ? waiting('Deleting', 'Making sure that nothing is left.', seconds) : ready
}

const isAnythingRecorded = ({ status }: Pass) =>
  status.network.vpcId !== undefined || status.instances.length > 0 || status.loadBalancers.length > 0

/** The deployments of the environment go with it. */
async function letGo({ dependencies: { store }, environment }: Pass): Promise<void> {
  const deployments = await store.list('Deployment', { [environmentLabel]: environment.metadata.name })
  for (const deployment of deployments) {
    await store.dropFinalizer('Deployment', deployment)
    await store.requestDelete('Deployment', deployment.metadata.name)
  }
  await store.dropFinalizer('Environment', environment)
}
