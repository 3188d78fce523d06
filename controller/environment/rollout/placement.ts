import { isSamePool } from '../../../core/catalogue/pool'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import type { PlannedInstance } from '../../planner/planner'
import type { AsyncPlanner } from '../../planner/planner-pool'
import type { Demand } from '../workload/goal'
import { workloadOf, type PlacementQuestion } from './workload'

export interface Placement {
  /** Launches to intend. */
  instances: InstanceStatus[]
  processes: ProcessStatus[]
  unplaced: { demand: Demand; reason: string }[]
}

/** Fresh names and the time, so that the decision itself is pure. */
interface Registrar {
  now: number
  newId(): string
}

/** Asks the planner where the missing processes go. Nothing is moved here: see `reviewFleet`. */
export async function placeMissing(
  question: PlacementQuestion,
  planner: AsyncPlanner,
  registrar: Registrar,
): Promise<Placement> {
  const workload = workloadOf(question)
  const { fleet } = workload
  const plan = await planner({ ...workload, minimumSavingPerMove: Infinity, withoutProof: true })
  const placement: Placement = { instances: [], processes: [], unplaced: [] }
  const missing = new Map(question.selections.map(({ demand, missing: count }) => [demand.key, count]))
  for (const planned of plan.instances) {
    const present = fleet.find(({ id }) => id === planned.id)
    const additions = question.selections.flatMap(({ demand }) => {
      const added = (planned.processes[demand.key] ?? 0) - (present?.processes[demand.key] ?? 0)
      const count = Math.max(0, Math.min(added, missing.get(demand.key) ?? 0))
      missing.set(demand.key, (missing.get(demand.key) ?? 0) - count)
      return Array.from({ length: count }, () => demand)
    })
    if (additions.length === 0) continue
    const clientToken = present?.id ?? registrar.newId()
    if (!present) placement.instances.push(intentOf(planned, question.offerings, clientToken, registrar))
    for (const demand of additions) placement.processes.push(processOf(demand, clientToken, registrar))
  }
  for (const { demand } of question.selections) {
    const unplaced = plan.unplaced.find(({ application }) => application === demand.key)
    if (unplaced) placement.unplaced.push({ demand, reason: unplaced.reason })
  }
  return placement
}

function intentOf(
  planned: PlannedInstance,
  offerings: Offering[],
  clientToken: string,
  { now }: Registrar,
): InstanceStatus {
  const { instanceType, zone, market } = planned
  const offering = offerings.find((one) => isSamePool(one, planned))
  if (!offering) throw new Error(`The plan launches ${instanceType} in ${zone}, which is not offered.`)
  const { pricePerHour, vcpu, memoryMib } = offering
  const onDemand = offerings.find((one) => isSamePool(one, { ...planned, market: 'on-demand' }))
  return {
    clientToken,
    instanceType,
    zone,
    market,
    pricePerHour,
    ...(market === 'spot' && onDemand && { onDemandPricePerHour: onDemand.pricePerHour }),
    vcpu,
    memoryMib,
    phase: 'Launching',
    lastSeenEpoch: now,
  }
}

const processOf = (demand: Demand, clientToken: string, { now, newId }: Registrar): ProcessStatus => ({
  id: newId(),
  applicationId: demand.application.applicationId,
  releaseId: demand.releaseId,
  deployment: demand.deployment,
  clientToken,
  phase: 'Pending',
  requestedEpoch: now,
  ports: [],
  restarts: 0,
})
