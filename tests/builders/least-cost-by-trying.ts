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
  const cheapest = (block: typeof processes, market: string) => {
    const cpu = block.reduce((sum, one) => sum + one.cpu, 0)
    const cpuUsed = block.reduce((sum, one) => sum + (one.cpuUsed ?? one.cpu), 0)
    const memoryMb = block.reduce((sum, one) => sum + one.memoryMb, 0)
    const prices = workload.offerings.flatMap((offering) =>
      offering.market === market &&
      offering.vcpu - workload.overhead.cpu + 1e-9 >= cpu &&
      offering.memoryMib * 1.048576 - workload.overhead.memoryMb + 1e-9 >= memoryMb
        ? [costByTheFormat(workload, offering, cpuUsed)]
        : [],
    )
    return prices.length > 0 ? Math.min(...prices) : Infinity
  }
  let least = Infinity
  const price = (blocks: (typeof processes)[], from: number, cost: number, onSpot: number[]): void => {
    if (cost >= least) return
    const block = blocks[from]
    if (!block) {
      least = cost
      return
    }
    price(blocks, from + 1, cost + cheapest(block, 'on-demand'), onSpot)
    const more = onSpot.map((count, index) => count + block.filter((one) => one.index === index).length)
    if (more.every((count, index) => count <= (limits[index] ?? 0)))
      price(blocks, from + 1, cost + cheapest(block, 'spot'), more)
  }
  const share = (from: number, blocks: (typeof processes)[]): void => {
    const process = processes[from]
    if (!process)
      return price(
        blocks,
        0,
        0,
        limits.map(() => 0),
      )
    const most = workload.goesOnWithout === 'INSTANCE' && process.count > 1 ? process.count - 1 : Infinity
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
