import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '../../core/resources/deployment'
import type { Environment, EnvironmentStatus, NetworkStatus } from '../../core/resources/environment'
import type { Clock } from '../../core/time/clock'
import { createReconciler } from '../reconcile/create-reconciler'
import { isTrue } from '../runtime/conditions'
import { SharedLooks } from '../cloud/shared-looks'
import type { Paces } from '../zone-records/pace'
import { ZoneRecords } from '../zone-records/zone-records'
import type { ReconcileResult } from '../runtime/controller-loop'
import { advance } from './advance'
import { createConcerns, intentsOf, type Concerns } from './concerns'
import type { EnvironmentDependencies } from './dependencies'
import { findDeployments } from './deployments/find-deployments'
import { dropFinalizersOfDeleted, writeDeployments } from './deployments/write'
import { LaunchPace } from './launch-pace'
import { initialStatus } from './initial-status'
import { findMissingRecord } from './missing-record'
import { endOf, logDeployments } from './change-log'
import { nextLook } from './next-look'
import { Pass, type Hints } from './pass'
import { defaultLimits, type Limits } from './policy'
import { Grounds } from './rest/grounds'
import { nothingHeard, Rest } from './rest/rest'
import { tracePass } from './traces/trace-pass'
import { removeEnvironment } from './removal/remove-environment'
import { withUnrecorded } from './network/parts'
import { readLinkedResources } from './linked/linked-resources'
import { networksOf } from './workload/places'
import { writeStatus } from './write-status'

export type EnvironmentReconcilerOptions = Omit<
  EnvironmentDependencies,
  'limits' | 'controlCidrs' | 'zoneRecords' | 'launchPace' | 'clock' | 'sharedLooks'
> & {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** Default: its own. */
  sharedLooks?: SharedLooks
  /** Default: its own. */
  zonePaces?: Paces
  limits?: Partial<Limits>
  controlCidrs?: string[]
}

/** Memory of one environment from pass to pass, besides that of its concerns: nothing but hints. */
interface Memory {
  readonly concerns: Concerns
  hints: Omit<Hints, 'heard'>
  /** Passes in a row that waited for something and had nothing to decide. */
  looksInVain: number
  /** Networks made in a pass whose status could not be written, because the resource had changed. */
  unrecorded: NetworkStatus[]
  /** Begins after a pass that changed nothing, and ends with the next one. */
  rest: Rest | undefined
}

interface PassResult extends ReconcileResult {
  isStillExamining: boolean
  /** Whether it changed nothing, and another one could not before anything else has. */
  isAtRest: boolean
}

/** Brings one environment, by resource name, towards what it should be. */
export function createEnvironmentReconciler(
  options: EnvironmentReconcilerOptions,
): (name: string) => Promise<ReconcileResult> {
  const limits = { ...defaultLimits, ...options.limits }
  const zoneRecords = new ZoneRecords(options.cloud, options.clock, options.zonePaces)
  const launchPace = new LaunchPace(options.clock)
  const sharedLooks = options.sharedLooks ?? new SharedLooks(options.clock)
  const dependencies = {
    ...options,
    limits,
    zoneRecords,
    launchPace,
    sharedLooks,
    controlCidrs: options.controlCidrs ?? [],
  }
  const { store } = dependencies
  const memories = new Map<string, Memory>()

  const recall = ({ metadata }: Environment): Memory => {
    const memory = memories.get(metadata.name) ?? {
      concerns: createConcerns(),
      hints: { surveyedEpoch: 0, isNetworkInDoubt: false },
      looksInVain: 0,
      unrecorded: [],
      rest: undefined,
    }
    memories.set(metadata.name, memory)
    return memory
  }
  const beginPass = async (
    ports: EnvironmentDependencies,
    environment: Environment,
    deployments: Deployment[],
    memory: Memory,
  ) => {
    const heard = memory.rest ?? nothingHeard
    memory.rest = undefined
    const linked = await readLinkedResources(environment, store)
    const grounds = new Grounds(options.clock.now())
    const observed = grounds.observe(ports)
    return new Pass(observed, { environment, deployments, linked }, { ...memory.hints, heard }, grounds)
  }

  const { agents, spotWarnings, clock } = options
  const beginRest = ({ grounds }: Pass) =>
    new Rest({ grounds, agents, spotWarnings, clock, longestSeconds: limits.restSeconds })

  return createReconciler<'Environment', Deployment>(dependencies, {
    kind: 'Environment',
    initialStatus,
    readRelated: (environment) => findDeployments(store, environment),
    findMissing: findMissingRecord,
    // Until one that somebody deletes is gone, it cannot be made again.
    whileMissing: (deployments) => dropFinalizersOfDeleted(store, deployments),
    forget: (name) => memories.delete(name),
    async advance(environment, deployments) {
      const memory = recall(environment)
      return tracePass(dependencies, deployments, async (ports) => {
        const pass = await beginPass(ports, environment, deployments, memory)
        const { isAtRest, ...result } = await runPass(pass, memory)
        const rest = isAtRest ? beginRest(pass) : undefined
        memory.rest = rest
        return { ...result, isSpared: rest && (() => rest.isUndisturbed()) }
      })
    },
    async remove(environment, deployments) {
      const memory = recall(environment)
      return removeEnvironment(
        await beginPass(dependencies, environment, deployments, memory),
        memory.concerns,
      )
    },
  })
}

async function runPass(pass: Pass, memory: Memory): Promise<PassResult> {
  const { environment, deployments, dependencies, hints } = pass
  const before = environment.status ?? initialStatus(environment)
  const result = await advance(pass, withUnrecorded(before, memory.unrecorded), memory.concerns)
  const { status, outcome, isSomethingMissing } = result
  const isComplete = outcome.kind === 'ready'
  memory.unrecorded = networksOf(status)
  await writeStatus(pass, status)
  memory.unrecorded = []
  dependencies.metrics?.record(environment.status, status)
  memory.hints = {
    surveyedEpoch: isComplete && pass.isSurveyDue ? pass.stamp : hints.surveyedEpoch,
    isNetworkInDoubt:
      isSomethingMissing || (hints.isNetworkInDoubt && !isTrue(status.conditions, 'NetworkReady')),
  }
  await writeDeployments(dependencies.store, result.deployments)
  for (const end of result.deployments.map(endOf)) if (end) dependencies.metrics?.recordEnd(end)
  logDeployments(pass, result.deployments)
  await dropFinalizersOfDeleted(dependencies.store, deployments)
  const intents = (one: EnvironmentStatus) => intentsOf(memory.concerns, one)
  const hasDecided =
    result.deployments.some(({ deployment, status }) => deployment.status?.phase !== status.phase) ||
    !isDeepStrictEqual(intents(status), environment.status && intents(environment.status))
  const seconds = nextLook(pass, result, hasDecided, memory)
  const isSettled = status.phase === 'Ready' && seconds === dependencies.limits.resyncSeconds
  return {
    requeueAfterSeconds: seconds,
    isStillExamining: !isComplete,
    isAtRest: isSettled && isComplete && !pass.isExaminationDue && !pass.grounds.isAnythingElse,
  }
}
