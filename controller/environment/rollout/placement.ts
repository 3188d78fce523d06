import type { ApplicationSpec } from '../../../core/resources/application'
import type {
  EnvironmentStatus,
  InstanceStatus,
  ProcessStatus,
  SpotStrategy,
} from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import type { FleetInstance, PlannedInstance, Planner, WorkloadApplication } from '../../planner/plan'
import { instanceOverhead } from '../policy'
import { demandKeyOf, type Demand } from './goal'
import { isLeaving, type Selections } from './selection'

export interface PlacementQuestion extends Selections {
  status: Pick<EnvironmentStatus, 'instances' | 'processes'>
  spotStrategy: SpotStrategy
  offerings: Offering[]
  /** What a process that is no longer wanted takes up, if it is still known. */
  applicationOf(process: ProcessStatus): ApplicationSpec | undefined
}

export interface Placement {
  /** Launches to intend. */
  instances: InstanceStatus[]
  processes: ProcessStatus[]
  unplaced: { demand: Demand; reason: string }[]
}

/** Fresh names and the time, so that the decision itself is pure. */
export interface Registrar {
  now: number
  newId(): string
}

/**
 * Asks the planner where the missing processes go. It sees everything that takes up space: what is kept as the demands themselves, and
 * what is on its way out as applications of their own. Of its answer only the additions are used: nothing is moved here.
 */
export function placeMissing(question: PlacementQuestion, planner: Planner, registrar: Registrar): Placement {
  const fleet = fleetOf(question)
  const plan = planner({
    spotStrategy: question.spotStrategy,
    applications: [...question.selections.map(({ demand }) => workloadOf(demand)), ...occupantsOf(question)],
    offerings: question.offerings,
    overhead: instanceOverhead,
    fleet,
  })
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

const workloadOf = ({ key, application }: Demand): WorkloadApplication => ({
  name: key,
  cpu: application.cpu,
  memoryMb: application.memoryMb,
  count: application.count,
  maxSpotPercentage: application.maxSpotPercentage,
})

const occupantKeyOf = ({ applicationId, releaseId }: ProcessStatus) =>
  `${demandKeyOf(applicationId, releaseId)} leaving`

/** Surplus processes on instances that stay: they only take up space. */
function occupantsOf({ surplus, status, applicationOf }: PlacementQuestion): WorkloadApplication[] {
  const staying = new Set(stayingInstances(status).map(({ clientToken }) => clientToken))
  const occupants = new Map<string, WorkloadApplication>()
  for (const process of surplus) {
    const application = applicationOf(process)
    if (!staying.has(process.clientToken) || !application) continue
    const name = occupantKeyOf(process)
    const count = (occupants.get(name)?.count ?? 0) + 1
    occupants.set(name, { name, cpu: application.cpu, memoryMb: application.memoryMb, count })
  }
  return [...occupants.values()]
}

const stayingInstances = ({ instances }: Pick<EnvironmentStatus, 'instances'>) =>
  instances.filter((instance) => !isLeaving(instance))

function fleetOf({ selections, surplus, status, applicationOf }: PlacementQuestion): FleetInstance[] {
  const names = new Map<string, string>()
  for (const { demand, kept } of selections) for (const { id } of kept) names.set(id, demand.key)
  for (const process of surplus) if (applicationOf(process)) names.set(process.id, occupantKeyOf(process))
  return stayingInstances(status).map((instance) => {
    const { clientToken, instanceType, zone, market, pricePerHour, vcpu, memoryMib } = instance
    const processes: Record<string, number> = {}
    for (const process of status.processes) {
      const name = names.get(process.id)
      if (process.clientToken === clientToken && name) processes[name] = (processes[name] ?? 0) + 1
    }
    return { id: clientToken, instanceType, zone, market, processes, pricePerHour, vcpu, memoryMib }
  })
}

function intentOf(
  { instanceType, zone, market }: PlannedInstance,
  offerings: Offering[],
  clientToken: string,
  { now }: Registrar,
): InstanceStatus {
  const offering = offerings.find(
    (one) => one.instanceType === instanceType && one.zone === zone && one.market === market,
  )
  if (!offering) throw new Error(`The plan launches ${instanceType} in ${zone}, which is not offered.`)
  const { pricePerHour, vcpu, memoryMib } = offering
  return {
    clientToken,
    instanceType,
    zone,
    market,
    pricePerHour,
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
