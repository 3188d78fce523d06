import { spotLimitOf, type Workload } from '../../controller/planner/planner'
import { costByTheFormat } from './plan-faults'

/**
 * The least cost by trying every way to share the processes among instances. For tests: a few processes only.
 * @returns undefined if something fits nowhere.
 */
export function leastCostByTrying(workload: Workload): number | undefined {
  const processes = workload.applications.flatMap((application, index) =>
    Array.from({ length: application.count }, () => ({ ...application, index })),
  )
  const limits = workload.applications.map(({ count, maxSpotPercentage }) =>
    spotLimitOf(workload.spotStrategy, count, maxSpotPercentage),
  )
  const hasZones = workload.goesOnWithout === 'ZONE'
  const zones = hasZones ? [...new Set(workload.offerings.map(({ zone }) => zone))] : ['']
  const cheapest = (block: typeof processes, market: string, zone: string) => {
    const cpu = block.reduce((sum, one) => sum + one.cpu, 0)
    const cpuUsed = block.reduce((sum, one) => sum + (one.cpuUsed ?? one.cpu), 0)
    const memoryMb = block.reduce((sum, one) => sum + one.memoryMb, 0)
    const prices = workload.offerings.flatMap((offering) =>
      offering.market === market &&
      (!hasZones || offering.zone === zone) &&
      offering.vcpu - workload.overhead.cpu + 1e-9 >= cpu &&
      offering.memoryMib * 1.048576 - workload.overhead.memoryMb + 1e-9 >= memoryMb
        ? [costByTheFormat(workload, offering, cpuUsed)]
        : [],
    )
    return prices.length > 0 ? Math.min(...prices) : Infinity
  }
  let least = Infinity
  const price = (
    blocks: (typeof processes)[],
    from: number,
    cost: number,
    onSpot: number[],
    /** Of each application, where it is. */
    zonesOf: Set<string>[],
  ): void => {
    if (cost >= least) return
    const block = blocks[from]
    if (!block) {
      const isApart = ({ count }: { count: number }, index: number) =>
        count < 2 || (zonesOf[index]?.size ?? 0) > 1
      if (!hasZones || workload.applications.every(isApart)) least = cost
      return
    }
    for (const zone of zones) {
      const added = zonesOf.map((known, index) =>
        block.some((one) => one.index === index) ? new Set([...known, zone]) : known,
      )
      price(blocks, from + 1, cost + cheapest(block, 'on-demand', zone), onSpot, added)
      const more = onSpot.map((count, index) => count + block.filter((one) => one.index === index).length)
      if (more.every((count, index) => count <= (limits[index] ?? 0)))
        price(blocks, from + 1, cost + cheapest(block, 'spot', zone), more, added)
    }
  }
  const share = (from: number, blocks: (typeof processes)[]): void => {
    const process = processes[from]
    if (!process)
      return price(
        blocks,
        0,
        0,
        limits.map(() => 0),
        limits.map(() => new Set()),
      )
    const isToSurvive = (workload.goesOnWithout ?? 'NOTHING') !== 'NOTHING'
    const most = isToSurvive && process.count > 1 ? process.count - 1 : Infinity
    blocks.forEach((block, index) => {
      if (block.filter((one) => one.index === process.index).length === most) return
      share(
        from + 1,
        blocks.map((other, place) => (place === index ? [...block, process] : other)),
      )
    })
    share(from + 1, [...blocks, [process]])
  }
  share(0, [])
  return least < Infinity ? least : undefined
}
