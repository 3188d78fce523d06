import type {
  FleetInstance,
  Workload,
  WorkloadApplication,
  WorkloadOffering,
} from '../../../controller/planner/planner'
import { randomFrom } from '../../../controller/planner/search/random'

/** A fleet that was started when everything might run on Spot, as it no longer may. */
export function overSpotLimit(workload: Workload, seed: number): Workload {
  const spot = workload.offerings.filter(({ market }) => market === 'spot')
  const spotStrategy = (['ALL_BUT_ONE', 'HALF_OR_LESS', 'NONE'] as const)[seed % 3] ?? 'NONE'
  const fleet = startedOneByOne({ ...workload, offerings: spot }, randomFrom(seed))
  return { ...workload, spotStrategy, fleet }
}

/** A fleet of which about half the pools can no longer be launched from. */
export function offeringGone(workload: Workload, seed: number): Workload {
  const random = randomFrom(seed)
  const fleet = startedOneByOne(workload, random)
  const gone = new Set(fleet.filter(() => random() < 0.5).map(poolOf))
  return { ...workload, fleet, offerings: workload.offerings.filter((one) => !gone.has(poolOf(one))) }
}

/** A fleet that ran three times as many processes, of which a third at random is left. */
export function fragmented(workload: Workload, seed: number): Workload {
  const random = randomFrom(seed)
  const grown = workload.applications.map((one) => ({ ...one, count: one.count * 3 }))
  const fleet = startedOneByOne({ ...workload, applications: grown }, random)
  const left = new Map(workload.applications.map(({ name, count }) => [name, count]))
  const running = fleet.flatMap((instance) =>
    Object.entries(instance.processes).flatMap(([name, count]) =>
      Array.from({ length: count }, () => ({ instance, name })),
    ),
  )
  for (const { processes } of fleet) for (const name of Object.keys(processes)) processes[name] = 0
  for (const { instance, name } of shuffled(running, random)) {
    const count = left.get(name) ?? 0
    if (count > 0) instance.processes[name] = (instance.processes[name] ?? 0) + 1
    left.set(name, count - 1)
  }
  return { ...workload, fleet }
}

interface Started {
  offering: WorkloadOffering
  cpu: number
  memoryMb: number
  processes: Record<string, number>
}

/** One process after the other in random order, each where there is room first, else on a new instance with room for up to eight alike. */
function startedOneByOne(workload: Workload, random: () => number): FleetInstance[] {
  const started: Started[] = []
  const processes = workload.applications.flatMap((one) => Array.from({ length: one.count }, () => one))
  for (const application of shuffled(processes, random)) {
    let place = started.find((one) => holds(one, application, 1))
    if (!place) {
      place = emptyFor(workload, application, 1 + Math.floor(random() * 8))
      started.push(place)
    }
    const { name, cpu, memoryMb } = application
    place.cpu -= cpu
    place.memoryMb -= memoryMb
    place.processes[name] = (place.processes[name] ?? 0) + 1
  }
  return started.map(({ offering, processes }, index) => ({ id: `i-${index}`, ...offering, processes }))
}

function emptyFor({ offerings, overhead }: Workload, application: WorkloadApplication, times: number) {
  const fitting = offerings
    .map<Started>((offering) => ({
      offering,
      cpu: offering.vcpu - overhead.cpu,
      memoryMb: offering.memoryMib * 1.048576 - overhead.memoryMb,
      processes: {},
    }))
    .sort((a, b) => a.offering.pricePerHour - b.offering.pricePerHour)
  const first =
    fitting.find((one) => holds(one, application, times)) ?? fitting.find((one) => holds(one, application, 1))
  if (!first) throw new Error(`No offering holds ${application.name}.`)
  return first
}

const holds = (room: Started, { cpu, memoryMb }: WorkloadApplication, times: number) =>
  room.cpu >= cpu * times && room.memoryMb >= memoryMb * times

const poolOf = ({ instanceType, zone, market }: { instanceType: string; zone: string; market: string }) =>
  `${instanceType} ${zone} ${market}`

const shuffled = <Element>(list: Element[], random: () => number): Element[] =>
  list
    .map((element) => ({ element, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ element }) => element)
