import { resourceDuals } from '../bound/resource-prices'
import { greedyPackings } from '../heuristics/initial-packings'
import { demandsOf, sizedOfferings } from '../model/demand'
import { groupBySize } from '../model/group-by-size'
import { launchableClasses } from '../model/instance-classes'
import { costOf, shareUsed } from '../model/packing-problem'
import type { Workload } from '../model/plan'
import { listSides, type Sides } from '../model/zones'

/**
 * The sides of the zones with which most processes find a place, and of these the ones with which a greedy packing costs least. What runs is
 * of no account, so that the sides stay as they are once a plan is carried out.
 */
export function chooseSides(workload: Workload): Sides {
  const [first = [[], []], ...others] = listSides(workload.offerings)
  if (others.length === 0) return first
  return [first, ...others]
    .map((sides) => ({ sides, ...promiseOf(workload, sides) }))
    .reduce((best, one) =>
      one.placed > best.placed || (one.placed === best.placed && one.cost < best.cost) ? one : best,
    ).sides
}

function promiseOf(workload: Workload, sides: Sides): { placed: number; cost: number } {
  const offerings = sizedOfferings(workload, sides)
  const demands = demandsOf(workload, offerings, sides)
  const share = Math.max(0, ...demands.map(shareUsed))
  const problem = { classes: launchableClasses(offerings, share), groups: groupBySize(demands).groups }
  const costs = [...greedyPackings(problem, resourceDuals(problem))].map((bins) => costOf(problem, bins))
  return { placed: demands.reduce((sum, { count }) => sum + count, 0), cost: Math.min(Infinity, ...costs) }
}
