import {
  spotLimitOf,
  type FleetInstance,
  type Plan,
  type Workload,
  type WorkloadOffering,
} from '../../controller/planner/planner'

/** Sums of decimal figures differ by less than this. */
const tolerance = 1e-6

/** USD an hour of an instance whose processes use so many cores, as the format says it. */
export const costByTheFormat = (
  { overhead, instancePerHour = 0 }: Workload,
  { pricePerHour = Number.NaN, ...type }: Partial<WorkloadOffering> | FleetInstance,
  cores: number,
): number =>
  pricePerHour +
  instancePerHour +
  (type.surplusPerVcpuHour ?? 0) * Math.max(0, cores + overhead.cpu - (type.baselineVcpu ?? Infinity))

/**
 * What is wrong with a plan, by the rules of the format alone and in its own units: an independent look, for tests and the benchmark.
 * @returns nothing if the plan is right.
 */
export function faultsOf(workload: Workload, plan: Plan): string[] {
  const { applications, offerings, overhead, fleet = [] } = workload
  const faults: string[] = []
  let cost = 0
  const placed = new Map<string, number>()
  const onSpot = new Map<string, number>()
  const inZone = new Map<string, { application: string; zone: string; count: number; mayStay: number }>()
  plan.instances.forEach((instance, index) => {
    const name = instance.id ?? `launch ${index}`
    const present = fleet.find(({ id }) => id === instance.id)
    if (instance.id !== undefined && !present) faults.push(`${name} is not in the fleet.`)
    for (const same of ['instanceType', 'zone', 'market'] as const)
      if (present && present[same] !== instance[same]) faults.push(`${name} changes its ${same}.`)
    const ofType = offerings.filter(({ instanceType }) => instanceType === instance.instanceType)
    const offered = ofType.find(({ zone, market }) => zone === instance.zone && market === instance.market)
    if (!present && !offered) faults.push(`${name} is not offered.`)
    const size = ofType[0] ?? present
    let cores = 0
    let coresUsed = 0
    let memoryMb = (size?.memoryMib ?? 0) * 1.048576 - overhead.memoryMb
    for (const [application, count] of Object.entries(instance.processes)) {
      const wanted = applications.find((one) => one.name === application)
      if (!wanted || !Number.isInteger(count) || count <= 0)
        faults.push(`${name} runs ${count} × ${application}.`)
      cores += (wanted?.cpu ?? 0) * count
      coresUsed += (wanted?.cpuUsed ?? wanted?.cpu ?? 0) * count
      memoryMb -= (wanted?.memoryMb ?? 0) * count
      const most =
        wanted && (workload.goesOnWithout ?? 'NOTHING') !== 'NOTHING'
          ? Math.max(1, wanted.count - 1)
          : Infinity
      const mayStay = workload.minimumSavingPerMove === Infinity ? (present?.processes[application] ?? 0) : 0
      if (count > Math.max(most, mayStay)) faults.push(`${name} runs all of ${application}.`)
      const { zone } = instance
      const before = inZone.get(`${zone} ${application}`) ?? { application, zone, count: 0, mayStay: 0 }
      inZone.set(`${zone} ${application}`, {
        ...before,
        count: before.count + count,
        mayStay: before.mayStay + Math.min(count, mayStay),
      })
      placed.set(application, (placed.get(application) ?? 0) + count)
      if (instance.market === 'spot') onSpot.set(application, (onSpot.get(application) ?? 0) + count)
    }
    const pricePerHour = offered?.pricePerHour ?? present?.pricePerHour
    cost += costByTheFormat(workload, { ...size, pricePerHour }, coresUsed)
    const cpu = (size?.vcpu ?? 0) - overhead.cpu - cores
    if (cpu < -tolerance || memoryMb < -tolerance) faults.push(`${name} is overfull.`)
  })
  if (workload.goesOnWithout === 'ZONE')
    for (const { application, zone, count, mayStay } of inZone.values()) {
      const all = applications.find(({ name }) => name === application)?.count ?? 0
      if (all > 1 && count > Math.max(all - 1, mayStay)) faults.push(`${zone} has all of ${application}.`)
    }
  const ids = plan.instances.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) faults.push('An instance is listed twice.')
  const gone = fleet.map(({ id }) => id).filter((id) => !ids.includes(id))
  if (gone.sort().join() !== [...plan.retire].sort().join()) faults.push('retire is not what is left out.')
  for (const { name, cpu, memoryMb, count, maxSpotPercentage } of applications) {
    const limit = spotLimitOf(workload.spotStrategy, count, maxSpotPercentage)
    if ((onSpot.get(name) ?? 0) > limit) faults.push(`${name} has too many processes on Spot.`)
    const unplaced = plan.unplaced.find(({ application }) => application === name)
    if ((placed.get(name) ?? 0) + (unplaced?.count ?? 0) !== count) faults.push(`${name} is not complete.`)
    if (unplaced && unplaced.reason === '') faults.push(`${name} has no reason.`)
    const fitting = offerings.filter(
      ({ vcpu, memoryMib }) =>
        vcpu - overhead.cpu + tolerance >= cpu &&
        memoryMib * 1.048576 - overhead.memoryMb + tolerance >= memoryMb,
    )
    const isOnDemand = fitting.some(({ market }) => market === 'on-demand')
    const mayBeUnplaced = isOnDemand ? 0 : fitting.length > 0 ? count - limit : count
    const zones = new Set(
      fitting.flatMap(({ market, zone }) => (market === 'on-demand' || limit > 0 ? [zone] : [])),
    )
    const lacksZone = workload.goesOnWithout === 'ZONE' && count > 1 && zones.size < 2
    if ((unplaced?.count ?? 0) > Math.max(mayBeUnplaced, lacksZone ? 1 : 0))
      faults.push(`${name} could have been placed.`)
  }
  if (!(Math.abs(cost - plan.costPerHour) < tolerance))
    faults.push(`It costs ${cost}, not ${plan.costPerHour}.`)
  if (plan.lowerBoundPerHour > plan.costPerHour + tolerance) faults.push('The bound is above the cost.')
  return faults
}
