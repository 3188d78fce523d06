import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../../core/resources/environment'
import { environmentLabel, pausedAnnotation } from '../../core/resources/metadata'
import { ConflictError } from '../store/store'
import { ensureAccount } from './account'
import { outcomeOfRefusal } from './cloud-refusal'
import type { EnvironmentDependencies } from './dependencies'
import { judgeDeployments, writeDeployments } from './deployments'
import { heedInterruptions } from './fleet/interruptions'
import { launchInstances } from './fleet/launch'
import { observeInstances } from './fleet/observe'
import { retireInstances } from './fleet/retire'
import { emptyMemory, type Memory } from './memory'
import { ensureNetwork } from './network'
import { nextLook, summarize } from './outlook'
import { Pass } from './pass'
import { defaultLimits, type Limits } from './policy'
import { talkToAgents } from './processes/talk-to-agents'
import { removeEnvironment } from './removal/remove-environment'
import { decideRollout } from './rollout/decide-rollout'
import { runSteps, type Outcome, type Step } from './step'
import { ensureLoadBalancers, removeLoadBalancers } from './traffic/load-balancers'
import { routeTraffic } from './traffic/targets'

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
const steps: Step<Pass>[] = [
  ensureAccount,
  ensureNetwork,
  ensureLoadBalancers,
  launchInstances,
  observeInstances,
  heedInterruptions,
  talkToAgents,
  routeTraffic,
  decideRollout,
  retireInstances,
  removeLoadBalancers,
]

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
      if (!environment || environment.metadata.annotations[pausedAnnotation] === 'true') return {}
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
  const { name, deletionTimestamp } = environment.metadata
  const deployments = await dependencies.store.list('Deployment', { [environmentLabel]: name })
  const pass = new Pass(dependencies, memory, environment, deployments)
  try {
    return deletionTimestamp ? await removeEnvironment(pass) : await advance(pass)
  } catch (error) {
    if (error instanceof ConflictError) memory.unrecordedNetwork = pass.status.network
    throw error
  }
}

async function advance(pass: Pass): Promise<ReconcileResult> {
  const before = intentsOf(pass.environment.status)
  const outcome = await runUntilRefused(pass)
  const isComplete = outcome.kind === 'ready'
  const changes = isComplete ? judgeDeployments(pass) : []
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

/** What the cloud refuses ends the pass but not the world: what was done until then is written down. */
async function runUntilRefused(pass: Pass): Promise<Outcome> {
  try {
    return await runSteps(steps, pass)
  } catch (error) {
    return outcomeOfRefusal(error, pass.limits)
  }
}

/** What the next pass acts on. */
const intentsOf = (status: Environment['status']) => ({
  instances: status?.instances.map(({ clientToken, phase, instanceId }) => [clientToken, phase, instanceId]),
  processes: status?.processes.map(({ id, phase }) => [id, phase]),
  liveDeployment: status?.liveDeployment,
})
