import { instancePerHour, surplusChargeOf } from '../../../core/charges/charges'
import type { ApplicationSpec } from '../../../core/resources/application'
import type {
  EnvironmentStatus,
  GoesOnWithout,
  ProcessStatus,
  SpotStrategy,
} from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import type { FleetInstance, Workload, WorkloadApplication } from '../../planner/planner'
import { instanceOverhead } from '../policy'
import { demandKeyOf, type Demand } from '../workload/goal'
import { isLeaving, type Selections } from '../workload/selection'

/** The facts of an environment that the planner needs. */
export interface PlacementQuestion extends Selections {
  status: Pick<EnvironmentStatus, 'instances' | 'processes'>
  /** What was measured of all processes, wherever they run. */
  cpuUse?: EnvironmentStatus['cpuUse']
  spotStrategy: SpotStrategy
  goesOnWithout?: GoesOnWithout
  offerings: Offering[]
  /** The application of a process that is no longer wanted, for the room it takes, if still known. */
  applicationOf(process: ProcessStatus): ApplicationSpec | undefined
}

/**
 * The question in the planner's terms; instances are known by client token, applications by the key of their demand. It names everything
 * that takes up space: what is kept as the demands themselves, and what is on its way out as applications of their own.
 */
export const workloadOf = (question: PlacementQuestion): Workload & { fleet: FleetInstance[] } => ({
  spotStrategy: question.spotStrategy,
  goesOnWithout: question.goesOnWithout,
  applications: [
    ...question.selections.map(({ demand }) => applicationOf(demand, question)),
    ...occupantsOf(question),
  ],
  offerings: question.offerings.map((offering) => ({ ...offering, ...surplusChargeOf(offering) })),
  overhead: instanceOverhead,
  instancePerHour,
  fleet: fleetOf(question),
})

const applicationOf = ({ key, application }: Demand, question: PlacementQuestion): WorkloadApplication => ({
  name: key,
  ...cpuOf(application, question),
  memoryMb: application.memoryMb,
  count: application.count,
  maxSpotPercentage: application.maxSpotPercentage,
})

const stepsOfUse = 20

/** In few steps, so that processes of one size stay alike to the planner, and never less than was measured. */
function cpuOf({ applicationId, cpu }: ApplicationSpec, { cpuUse }: PlacementQuestion) {
  const cores = cpuUse?.find((one) => one.applicationId === applicationId)?.cores
  if (cores === undefined) return { cpu }
  const steps = Math.min(stepsOfUse, Math.ceil((cores / cpu) * stepsOfUse))
  return { cpu, cpuUsed: (cpu * steps) / stepsOfUse }
}

const occupantKeyOf = ({ applicationId, releaseId }: ProcessStatus) =>
  `${demandKeyOf(applicationId, releaseId)} leaving`

/** Surplus processes on instances that stay: they only take up space. */
function occupantsOf(question: PlacementQuestion): WorkloadApplication[] {
  const { surplus, status, applicationOf } = question
  const staying = new Set(stayingInstances(status).map(({ clientToken }) => clientToken))
  const occupants = new Map<string, WorkloadApplication>()
  for (const process of surplus) {
    const application = applicationOf(process)
    if (!staying.has(process.clientToken) || !application) continue
    const name = occupantKeyOf(process)
    const count = (occupants.get(name)?.count ?? 0) + 1
    occupants.set(name, { name, ...cpuOf(application, question), memoryMb: application.memoryMb, count })
  }
  return [...occupants.values()]
}

const stayingInstances = ({ instances }: Pick<EnvironmentStatus, 'instances'>) =>
  instances.filter((instance) => !isLeaving(instance))

function fleetOf({ selections, surplus, status, applicationOf }: PlacementQuestion): FleetInstance[] {
  const names = new Map<string, string>()
  for (const { demand, kept } of selections) for (const { id } of kept) names.set(id, demand.key)
  for (const process of surplus) if (applicationOf(process)) names.set(process.id, occupantKeyOf(process))
  const processesOn = new Map<string, Record<string, number>>()
  for (const { id, clientToken } of status.processes) {
    const name = names.get(id)
    if (!name) continue
    const counts = processesOn.get(clientToken) ?? {}
    counts[name] = (counts[name] ?? 0) + 1
    processesOn.set(clientToken, counts)
  }
  return stayingInstances(status).map((instance) => {
    const { clientToken, instanceType, zone, market, pricePerHour, vcpu, memoryMib } = instance
    const processes = processesOn.get(clientToken) ?? {}
    const size = { vcpu, memoryMib, ...surplusChargeOf(instance) }
    return { id: clientToken, instanceType, zone, market, processes, pricePerHour, ...size }
  })
}
