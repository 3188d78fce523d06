import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../../core/resources/environment'
import { editedSpecMessage, isAsApplied } from '../../core/resources/fingerprint'
import { isPaused, isToGo } from '../../core/resources/metadata'
import { ensureHeld } from '../store/ensure-held'
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
import { noteHands, notePause } from './holds'
import { emptyMemory, type Memory } from './memory'
import { ensureNetwork } from './network/carry-out'
import { nextLook, summarize } from './outlook'
import { Pass } from './pass'
import { defaultLimits, type Limits } from './policy'
import { talkToAgents } from './processes/carry-out'
import { removeEnvironment } from './removal/remove-environment'
import { decideRollout } from './rollout/decide'
import { attempt, gravestOf, runConcerns } from './run-concerns'
import { waiting, type Outcome, type Step } from '../reconcile/outcome'
import { ensureLoadBalancers, removeLoadBalancers } from './load-balancers/carry-out'
import { routeTraffic } from './traffic/carry-out'

/** What the work queue does with the key: look again after so many seconds, or only when something changes. */
export interface ReconcileResult {
  requeueAfterSeconds?: number
}

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

/** A status may be changed by others (the mirror annotates) while a pass runs; then the pass is run anew, at most so often at once. */
const conflictRetries = 5

/** Brings one environment, by resource name, towards what it should be. May be called any number of times, one at a time per name. */
export function createEnvironmentReconciler(
  options: EnvironmentReconcilerOptions,
): (name: string) => Promise<ReconcileResult> {
  const dependencies: EnvironmentDependencies = {
    ...options,
    limits: { ...defaultLimits, ...options.limits },
    controlCidrs: options.controlCidrs ?? [],
  }
  const memories = new Map<string, Memory>()

  return async (name) => {
    for (let attempt = 1; ; attempt++) {
      const environment = await dependencies.store.get('Environment', name)
      if (!environment) memories.delete(name)
      if (!environment) return {}
      const memory = memories.get(name) ?? emptyMemory()
      memories.set(name, memory)
      try {
        const result = await runPass(dependencies, memory, environment)
        if (result.requeueAfterSeconds === undefined) memories.delete(name)
        return result
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt > conflictRetries) throw error
      }
    }
  }
}

async function runPass(
  dependencies: EnvironmentDependencies,
  memory: Memory,
  environment: Environment,
): Promise<ReconcileResult> {
  const { store, log, limits } = dependencies
  const { name } = environment.metadata
  const deployments = await findDeployments(store, environment)
  // First of all: nothing may be written in the place of what was lost.
  const missing = findMissingRecord(environment, deployments)
  if (missing !== undefined) {
    log.warn({ environment: name, missing }, 'Waiting for what was lost to be written back')
    // Until one that somebody deletes is gone, it cannot be made again.
    await letGoOfDeleted(store, deployments)
    return { requeueAfterSeconds: limits.retrySeconds }
  }
  if (isPaused(environment.metadata)) {
    await notePause(new Pass(dependencies, memory, environment, []))
    return {}
  }
  if (!isAsApplied(environment)) {
    log.warn({ environment: name }, editedSpecMessage)
    return { requeueAfterSeconds: limits.retrySeconds }
  }
  const held = await ensureHeld(store, 'Environment', environment)
  const pass = new Pass(dependencies, memory, held, deployments)
  try {
    return isToGo(held.metadata) ? await removeEnvironment(pass) : await advance(pass)
  } catch (error) {
    if (error instanceof ConflictError) memory.unrecordedNetwork = pass.status.network
    throw error
  }
}

async function advance(pass: Pass): Promise<ReconcileResult> {
  noteHands(pass)
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
  return gravestOf([network, acted, decided])
}

/** What the next pass acts on. */
const intentsOf = (status: Environment['status']) => ({
  instances: status?.instances.map(({ clientToken, phase, instanceId }) => [clientToken, phase, instanceId]),
  processes: status?.processes.map(({ id, phase }) => [id, phase]),
  liveDeployment: status?.liveDeployment,
})
