import { dive, type DivingInput } from './diving'
import { costOfBin, worthOf, type Bin } from '../model/packing-problem'
import { tuned } from '../search/strategy'

const { leastShare, mostShare, mostDissolved } = tuned.diving

interface DivingNeighbourhoodsInput extends Omit<DivingInput, 'kept'> {
  duals: ArrayLike<number>
  random: () => number
}

/**
 * Large neighbourhood search that repairs by diving: keeps most of the best packing and dives anew for the rest, again and again. Another
 * rest each time, but those instances that hold little for their price are likely to be in it.
 */
export function diveInNeighbourhoods(input: DivingNeighbourhoodsInput): void {
  const { problem, master, incumbent, duals, effort, random } = input
  const wasteOf = (bin: Bin) => 1 - worthOf(bin.content, duals) / costOfBin(problem, bin)
  while (effort.spend(problem.groups.length * incumbent.bins.length)) {
    const { bins } = incumbent
    const share = leastShare + random() * (mostShare - leastShare)
    const dissolved = Math.ceil(Math.min(mostDissolved, share * bins.length))
    const chance = random()
    const bestFirst = bins
      .map((bin) => ({ bin, rank: wasteOf(bin) + chance * random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ bin }) => bin)
    dive({ problem, master, incumbent, effort, kept: bestFirst.slice(0, bins.length - dissolved) })
  }
}
