import { randomUUID } from 'node:crypto'
import type { ProcessStatus } from '../../../core/resources/environment'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import { conditionSince } from '../../runtime/conditions'
import type { Pass } from '../pass'
import { ready, type Outcome } from '../../reconcile/outcome'
import { consolidate } from './consolidate'
import { decideDepartures } from './drain'
import type { Demand } from '../workload/goal'
import { placeMissing, type Placement } from './placement'
import { noteAvailability, noteFleet } from './note-conditions'
import { isOnItsWayOut, selectProcesses, type Selections } from '../workload/selection'
import { questionOf } from './question'
import { findFailure } from './verdict'

/**
 * Compares what runs with what is to run and writes down what follows: where new processes go, which old ones leave, whether the
 * deployment under way serves or has failed. Only decides; the next pass carries it out.
 */
export async function decideRollout(pass: Pass): Promise<Outcome> {
  const { goal, status } = pass
  pass.isOldOut = select(pass, goal.wanted).surplus.every(isOnItsWayOut)
  noteServing(pass)
  for (const process of status.processes) assignToNewest(process, goal.wanted)
  const selections = select(pass, [...goal.wanted, ...goal.fallback])
  const { placement, refusal } = await placeUnlessRefused(pass, selections)
  judge(pass, selections, placement)
  if (pass.failure === undefined) {
    status.instances.push(...placement.instances)
    status.processes.push(...placement.processes)
  }
  noteFleet(pass, placement)
  noteAvailability(pass, selections)
  depart(pass, selections)
  pass.isDecided = true
  await consolidate(pass, selections)
  return refusal ?? ready
}

const select = ({ status, environment }: Pass, demands: Demand[]): Selections =>
  selectProcesses(demands, status, environment.spec.spotStrategy)

/** From the moment everything new serves there is no way back: what ran before may leave. */
function noteServing(pass: Pass): void {
  const { goal, status } = pass
  const { desired } = goal
  if (!desired || status.liveDeployment === desired.metadata.name) return
  const { selections } = select(pass, goal.wanted)
  if (selections.some(({ demand, isServed }) => demand.isNew && !isServed)) return
  status.liveDeployment = desired.metadata.name
  goal.fallback = []
}

/** A process that goes on under a newer deployment belongs to that one: the older may be forgotten. */
function assignToNewest(process: ProcessStatus, wanted: Demand[]): void {
  const demand = wanted.find(
    ({ application, releaseId }) =>
      application.applicationId === process.applicationId && releaseId === process.releaseId,
  )
  if (demand) process.deployment = demand.deployment
}

interface Decision extends Placement {
  /** Whether nothing that could be launched was left out when this was decided: then waiting changes nothing. */
  isFinal: boolean
}

const nothingMissing: Decision = { instances: [], processes: [], unplaced: [], isFinal: true }

/** What cannot be placed now stops nothing else from leaving. */
async function placeUnlessRefused(
  pass: Pass,
  selections: Selections,
): Promise<{ placement: Decision; refusal?: Outcome }> {
  try {
    return { placement: await place(pass, selections) }
  } catch (error) {
    const refusal = outcomeOfRefusal(error, pass.limits)
    return { placement: { ...nothingMissing, isFinal: false }, refusal }
  }
}

async function place(pass: Pass, selections: Selections): Promise<Decision> {
  if (selections.selections.every(({ missing }) => missing === 0)) return nothingMissing
  const question = await questionOf(pass, selections)
  const placement = await placeMissing(question, pass.dependencies.planner, {
    now: pass.now,
    newId: randomUUID,
  })
  return { ...placement, isFinal: pass.memory.exclusions.length === 0 && question.offerings.length > 0 }
}

/** A deployment can fail only until it served. Afterwards the same troubles are those of the environment. */
function judge(pass: Pass, { selections }: Selections, { unplaced, isFinal }: Decision): void {
  const { goal, status, memory, reports } = pass
  const { desired } = goal
  if (!desired || desired.metadata.name === status.liveDeployment) return
  const isNew = ({ demand }: { demand: Demand }) => demand.isNew
  const startedEpoch = desired.status?.startedEpoch
  const fleetShortSince = conditionSince(status.conditions, 'FleetReady', 'False')
  pass.failure = findFailure(
    selections.filter(isNew),
    {
      now: pass.now,
      reportOf: ({ id, clientToken }) => reports.get(clientToken)?.processes.find((one) => one.id === id),
      registeredSince: ({ id }) => memory.registeredSince.get(id),
      lastRefusal: memory.lastRefusal,
      failedLoadBalancers: pass.failedLoadBalancers,
      unplaced: unplaced.filter(isNew).map((one) => ({ ...one, isFinal })),
      fleetShortSince:
        fleetShortSince === undefined || startedEpoch === undefined
          ? undefined
          : Math.max(fleetShortSince, startedEpoch),
    },
    pass.limits,
  )
}

function depart(pass: Pass, selections: Selections): void {
  const { status, now, limits } = pass
  for (const { process, to } of decideDepartures(selections, status.instances, now, limits)) {
    const wasNeverAsked = process.phase === 'Pending'
    if (wasNeverAsked) status.processes.splice(status.processes.indexOf(process), 1)
    else process.phase = to
  }
}
