import { isOnItsWayOut } from '../../../core/process/process-phases'
import type { EnvironmentStatus, NetworkStatus, ProcessStatus } from '../../../core/resources/environment'
import { stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { mostProcesses } from '../bound-status'
import { learnedOfRefusal, settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { Draft } from '../draft'
import { saidFailureOf } from '../events'
import type {
  FleetFacts,
  InterruptionsFacts,
  LoadBalancersFacts,
  NetworkFacts,
  ProcessesFacts,
  RefusedLaunch,
  RolloutFacts,
  TrafficFacts,
  Unplaced,
} from '../facts'
import type { Pass } from '../pass'
import { nameOf, type Demand } from '../workload/goal'
import { leadingNetwork } from '../../../core/resources/leading-balancers'
import { filledNetworks, workloadIn } from '../workload/places'
import { selectProcesses, type Selections } from '../workload/selection'
import { askForPlacement, type Decision } from './ask-planner'
import { Consolidation } from './consolidation'
import { failureOfDeployment, isLive } from './deployment-failure'
import { decideDepartures } from './drain'
import { keepTroubles } from './exclusions'
import { setAvailability } from './set-availability'

type Known = NetworkFacts &
  FleetFacts &
  ProcessesFacts &
  LoadBalancersFacts &
  TrafficFacts &
  InterruptionsFacts

/** Rollout: the processes that run, compared with those that are to run. */
export class Rollout implements Concern {
  readonly condition = 'Available'
  readonly intents = ({ servingDeployment }: EnvironmentStatus) => servingDeployment
  private lastRefusal: RefusedLaunch | undefined
  private readonly consolidation = new Consolidation()

  recall(): RolloutFacts {
    return { unplaced: [], verdict: undefined, placementObstacles: [] }
  }

  /**
   * Compares what runs with what is to run and writes down what follows: where new processes go, which old ones leave, whether the
   * deployment under way serves or has failed. Only decides; the next pass carries it out.
   */
  async decide(work: Work, known: Known): Promise<Learned<RolloutFacts>> {
    const { pass, draft } = work
    keepTroubles(work, known)
    this.lastRefusal = known.refusedLaunches.at(-1) ?? this.lastRefusal
    const seconds = settlingSeconds(pass, known)
    if (seconds > 0) return { outcome: waiting('Working', 'Looking for what ran before.', seconds) }
    const { status } = draft
    const { desired, wanted } = pass.goal
    const leading = leadingNetwork(status)
    const forWanted = select(pass, draft, wanted, leading)
    const isOldOut = forWanted.surplus.every(isOnItsWayOut)
    if (desired && isServing(forWanted) && !saidFailureOf(status, desired))
      status.servingDeployment = desired.metadata.name
    // From the moment everything new serves there is no way back: what ran before may leave.
    const fallback = isLive(pass, draft) ? [] : pass.goal.fallback
    for (const process of status.processes) assignToNewest(process, wanted)
    const selections = select(pass, draft, [...wanted, ...fallback], leading)
    const { decision, refusal } = await placeUnlessRefused(work, selections, leading)
    const failure = failureOfDeployment(work, known, this.lastRefusal, selections, decision)
    if (failure === undefined) writeDown(draft, decision)
    setAvailability(draft, selections)
    depart(pass, draft, selections)
    const placementObstacles =
      failure === undefined ? await decideElsewhere(work, [...wanted, ...fallback], leading) : []
    await this.consolidation.consolidate(work, selections)
    return {
      ...refusal,
      unplaced: decision.unplaced,
      verdict: { failure, isOldOut },
      placementObstacles,
    }
  }
}

const select = (
  { environment }: Pass,
  { status }: Draft,
  demands: Demand[],
  network: NetworkStatus,
): Selections => selectProcesses(demands, workloadIn(status, network), environment.spec)

function writeDown({ status }: Draft, { instances, processes }: Decision): void {
  status.instances.push(...instances)
  status.processes.push(...processes)
}

/**
 * While the environment moves, all of it runs in both networks until names lead to the new one, each for itself; then what is in the former
 * leaves, as after a deployment. @returns what is in the way of the other network
 */
async function decideElsewhere(work: Work, demands: Demand[], leading: NetworkStatus): Promise<Outcome[]> {
  const { pass, draft } = work
  const { status } = draft
  const obstacles: Outcome[] = []
  for (const network of filledNetworks(status).filter((one) => one !== leading)) {
    const selections = select(pass, draft, demands, network)
    const { decision, refusal } = await placeUnlessRefused(work, selections, network)
    writeDown(draft, decision)
    depart(pass, draft, selections)
    if (refusal?.outcome) obstacles.push(refusal.outcome)
    for (const { demand, reason, message } of decision.unplaced)
      obstacles.push(
        stalled(
          reason,
          `${nameOf(demand)} finds no instance beside the one it has. ${message}`,
          pass.limits.capacityRetrySeconds,
        ),
      )
  }
  if (status.former) {
    const { selections } = select(pass, draft, demands, leading)
    depart(pass, draft, { selections, surplus: workloadIn(status, status.former).processes })
  }
  return obstacles
}

/** A deployment is about what it changes. */
const isServing = ({ selections }: Selections) =>
  selections.every(({ demand, isServed }) => isServed || !demand.isNew)

/** A process that goes on under a newer deployment belongs to that one: the older may be forgotten. */
function assignToNewest(process: ProcessStatus, wanted: Demand[]): void {
  const demand = wanted.find(
    ({ application, releaseId }) =>
      application.applicationId === process.applicationId && releaseId === process.releaseId,
  )
  if (demand) process.deployment = demand.deployment
}

const nothingMissing: Decision = { instances: [], processes: [], unplaced: [], isFinal: true }

/** More processes than the status has room for: none is begun before others are gone. */
function findTooMany({ pass, draft }: Work, { selections }: Selections): Unplaced[] {
  const isRollout =
    !isLive(pass, draft) && selections.some(({ demand, missing }) => demand.isNew && missing > 0)
  const most = isRollout ? mostProcesses.deployed : mostProcesses.replaced
  const missing = selections.filter((selection) => selection.missing > 0)
  const total = missing.reduce((sum, one) => sum + one.missing, draft.status.processes.length)
  if (total <= most) return []
  const message = `An environment has at most ${most} processes at a time, with those that others replace, and this would be ${total}. Deploy fewer at once.`
  return missing.map(({ demand }) => ({ demand, reason: 'Unplaceable', message }))
}

/** Places processes; a refusal stops no surplus process from leaving. */
async function placeUnlessRefused(
  work: Work,
  selections: Selections,
  network: NetworkStatus,
): Promise<{ decision: Decision; refusal?: Learned }> {
  if (selections.selections.every(({ missing }) => missing === 0)) return { decision: nothingMissing }
  const unplaced = findTooMany(work, selections)
  if (unplaced.length > 0) return { decision: { ...nothingMissing, unplaced } }
  try {
    return { decision: await askForPlacement(work, selections, network) }
  } catch (error) {
    const refusal = learnedOfRefusal(error, work.pass.limits)
    return { decision: { ...nothingMissing, isFinal: false }, refusal }
  }
}

function depart(pass: Pass, { status }: Draft, selections: Selections): void {
  if (selections.surplus.length === 0) return
  for (const { process, to } of decideDepartures(selections, status.instances, pass.now, pass.limits)) {
    const wasNeverAsked = process.phase === 'Pending'
    if (wasNeverAsked) status.processes.splice(status.processes.indexOf(process), 1)
    else process.phase = to
  }
}
