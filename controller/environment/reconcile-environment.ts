import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../../core/resources/environment'
import type { Deployment } from '../../core/resources/deployment'
import { createReconciler } from '../reconcile/create-reconciler'
import type { ReconcileResult } from '../runtime/controller-loop'
import { ConflictError } from '../store/store'
import { ensureAccount } from './account'
import { findMissingRecord } from './missing-record'
import { failureByRefusal, noteCloudAccess } from './cloud-access'
import type { EnvironmentDependencies } from './dependencies'
import { judgeDeployments, letGoOfDeleted, writeDeployments } from './deployments/decide'
import { findDeployments } from './deployments/find-deployments'
import { heedInterruptions } from './interruptions/observe'
import { launchInstances } from './fleet/carry-out'
import { observeInstances } from './fleet/observe'
import { retireInstances } from './fleet/decide'
import { emptyMemory, type Memory } from './memory'
import { ensureNetwork } from './network/carry-out'
import { nextLook, summarize } from './outlook'
import { initialStatus, Pass } from './pass'
import { defaultLimits, type Limits } from './policy'
import { talkToAgents } from './processes/carry-out'
import { removeEnvironment } from './removal/remove-environment'
import { decideRollout } from './rollout/decide'
import { joinOutcomes, waiting, type Outcome } from '../reconcile/outcome'
import { attempt, runConcerns, type Step } from './run-concerns'
import { ensureLoadBalancers, removeLoadBalancers } from './load-balancers/carry-out'
import { routeTraffic } from './traffic/carry-out'

export type EnvironmentReconcilerOptions = Omit<EnvironmentDependencies, 'limits' | 'controlCidrs'> & {
  limits?: Partial<Limits>
  controlCidrs?: string[]
}

/**
 * Carries out what was decided before and looks at what became of it; then decides, and writes the decision down. See `Pass` for why in
 * this order.
 */
const acts: Step<Pass>[] = [
  ensureLoadBalancers,
  launchInstances,
  observeInstances,
  heedInterruptions,
  talkToAgents,
  routeTraffic,
]
const decisions: Step<Pass>[] = [decideRollout, retireInstances, removeLoadBalancers]

/** Brings one environment, by resource name, towards what it should be. May be called any number of times, one at a time per name. */
export function createEnvironmentReconciler(
  options: EnvironmentReconcilerOptions,
): (name: string) => Promise<ReconcileResult> {
  const dependencies: EnvironmentDependencies = {
    ...options,
    limits: { ...defaultLimits, ...options.limits },
    controlCidrs: options.controlCidrs ?? [],
  }
  const { store } = dependencies
  const memories = new Map<string, Memory>()

  const runPass = async (
    run: (pass: Pass) => Promise<ReconcileResult>,
    environment: Environment,
    deployments: Deployment[],
  ): Promise<ReconcileResult> => {
    const { name } = environment.metadata
    const memory = memories.get(name) ?? emptyMemory()
    memories.set(name, memory)
    const pass = new Pass(dependencies, memory, environment, deployments)
    try {
      return await run(pass)
    } catch (error) {
      if (error instanceof ConflictError) memory.unrecordedNetwork = pass.status.network
      throw error
    }
  }

  return createReconciler<'Environment', Deployment>(dependencies, {
    kind: 'Environment',
    initialStatus,
    readRelated: (environment) => findDeployments(store, environment),
    findMissing: findMissingRecord,
    // Until one that somebody deletes is gone, it cannot be made again.
    whileMissing: (deployments) => letGoOfDeleted(store, deployments),
    advance: (environment, deployments) => runPass(advance, environment, deployments),
    remove: (environment, deployments) => runPass(removeEnvironment, environment, deployments),
    forget: (name) => memories.delete(name),
  })
}

async function advance(pass: Pass): Promise<ReconcileResult> {
  const before = intentsOf(pass.environment.status)
  const outcome = await runSteps(pass)
  const isComplete = outcome.kind === 'ready'
  noteCloudAccess(pass, outcome)
  pass.failure ??= failureByRefusal(pass, outcome)
  const changes = pass.isDecided || pass.failure !== undefined ? judgeDeployments(pass) : []
  if (isComplete && pass.isExaminationDue)
    pass.status.examinedEpoch = pass.environment.spec.examineRequestedEpoch
  summarize(pass, outcome)
  await pass.persist()
  pass.memory.unrecordedNetwork = undefined
  if (isComplete && pass.isSurveyDue) pass.memory.surveyedEpoch = pass.now
  await writeDeployments(pass, changes)
  const hasDecided = changes.length > 0 || !isDeepStrictEqual(intentsOf(pass.status), before)
  return { requeueAfterSeconds: nextLook(pass, outcome, hasDecided) }
}

/** Without an account and a network there is nothing else to do; a part of the network that is missing holds up nobody who does not need it. */
async function runSteps(pass: Pass): Promise<Outcome> {
  const account = await attempt(ensureAccount, pass)
  if (account.kind !== 'ready') return account
  const network = await attempt(ensureNetwork, pass)
  if (network.kind !== 'ready' && !pass.status.network.vpcId) return network
  const acted = await runConcerns(acts, pass)
  const seconds = pass.settlingSeconds
  const decided =
    seconds > 0
      ? waiting('Working', 'Looking for what ran before.', seconds)
      : await runConcerns(decisions, pass)
  return joinOutcomes([network, acted, decided])
}

/** What the next pass acts on. */
const intentsOf = (status: Environment['status']) => ({
  instances: status?.instances.map(({ clientToken, phase, instanceId }) => [clientToken, phase, instanceId]),
  processes: status?.processes.map(({ id, phase }) => [id, phase]),
  liveDeployment: status?.liveDeployment,
})
