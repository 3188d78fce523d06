import {
  corners,
  isAllowed,
  shareUsed,
  type InstanceClass,
  type Needs,
  type PackingProblem,
} from '../model/packing-problem'
import { totalLoad, type Size } from '../model/sizes'
import { hourlyCost } from '../model/tariff'

/**
 * The prices of CPU and memory under which no class is worth more than it costs and the demand is worth most: the dual of renting
 * capacity by fractions of instances. A first guess at what each process should cost.
 * @param share of what they ask for that processes use at least.
 */
function resourcePrices(classes: InstanceClass[], demand: Size, share: number): Size {
  const rooms = classes.flatMap((one) =>
    corners(one, share).map(({ cpu, memory }) => ({ cpu, memory, price: hourlyCost(one, cpu * share) })),
  )
  const priceAlong = (angle: number) => {
    const cpu = Math.cos(angle) / (demand.cpu || 1)
    const memory = Math.sin(angle) / (demand.memory || 1)
    let scale = Infinity
    for (const one of rooms) {
      const worth = cpu * Math.max(0, one.cpu) + memory * Math.max(0, one.memory)
      if (worth > 0) scale = Math.min(scale, one.price / worth)
    }
    if (!Number.isFinite(scale)) scale = 0
    return { cpu: cpu * scale, memory: memory * scale }
  }
  const worthAlong = (angle: number) => {
    const { cpu, memory } = priceAlong(angle)
    return cpu * demand.cpu + memory * demand.memory
  }
  let low = 0
  let high = Math.PI / 2
  for (let round = 0; round < 40; round++) {
    const third = (high - low) / 3
    if (worthAlong(low + third) < worthAlong(high - third)) low += third
    else high -= third
  }
  return priceAlong((low + high) / 2)
}

/** A value for every process: what its room costs where that is cheapest of all places it may use. */
export function resourceDuals({ classes, groups }: PackingProblem): Float64Array {
  const values = new Float64Array(groups.length)
  const isOf = (needs: Needs) => (group: Needs) =>
    group.isOnDemandOnly === needs.isOnDemandOnly && group.side === needs.side
  const kinds = groups.filter((group, index) => groups.findIndex(isOf(group)) === index)
  for (const needs of kinds) {
    const own = groups.filter(isOf(needs))
    const demand = totalLoad(
      own,
      own.map(({ count }) => count),
    )
    const prices = resourcePrices(
      classes.filter((one) => isAllowed(one, needs)),
      demand,
      Math.min(1, ...own.map(shareUsed)),
    )
    for (let group = 0; group < groups.length; group++) {
      const one = groups[group]!
      if (isOf(needs)(one)) values[group] = prices.cpu * one.cpu + prices.memory * one.memory
    }
  }
  return values
}
