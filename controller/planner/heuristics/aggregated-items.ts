import { contentsOf, type AggregatedItem } from './set-partitioning'
import { contentOf, needsOf, noNeeds, worthOf, type Bin, type PackingProblem } from '../model/packing-problem'
import { totalLoad } from '../model/sizes'
import { tuned } from '../search/strategy'

const { mostContents, mostParcels } = tuned.largeNeighbourhoods

/**
 * What the instances hold, in parcels to be packed anew: single processes as long as these make no more than so many contents, otherwise with
 * some of each instance's processes tied together at random.
 */
export function aggregatedItemsOf(
  problem: PackingProblem,
  bins: Bin[],
  duals: ArrayLike<number>,
  random: () => number,
): AggregatedItem[] {
  const total = contentOf(problem, bins)
  const isEasy = contentsOf(total) <= mostContents
  const contents = isEasy
    ? singly(total)
    : bins.flatMap(({ content }) => tied(content, Math.max(2, Math.floor(mostParcels / bins.length)), random))
  const parcels = new Map<string, AggregatedItem>()
  for (const { content, count } of contents) {
    const key = content.join()
    const known = parcels.get(key)
    if (known) known.count += count
    else parcels.set(key, parcelOf(problem, content, count, duals))
  }
  return [...parcels.values()]
}

interface Alike {
  content: Int32Array
  count: number
}

function singly(total: Int32Array): Alike[] {
  return [...total.keys()].flatMap((group) => {
    const count = total[group]!
    if (count === 0) return []
    const content = new Int32Array(total.length)
    content[group] = 1
    return [{ content, count }]
  })
}

/** Deals the processes to so many parcels, either evenly or with all but one of them single. */
function tied(content: Int32Array, most: number, random: () => number): Alike[] {
  const processes: number[] = []
  content.forEach((count, group) => {
    for (let process = 0; process < count; process++) processes.push(group)
  })
  shuffle(processes, random)
  const isEven = random() < 0.5
  const number = Math.min(most, processes.length)
  const parcels = Array.from({ length: number }, () => ({
    content: new Int32Array(content.length),
    count: 1,
  }))
  processes.forEach((group, index) => {
    const parcel = parcels[isEven ? index % number : Math.min(index, number - 1)]!
    parcel.content[group]! += 1
  })
  return parcels
}

function shuffle(list: number[], random: () => number): void {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const one = list[index]!
    list[index] = list[other]!
    list[other] = one
  }
}

function parcelOf(
  { groups }: PackingProblem,
  content: Int32Array,
  count: number,
  duals: ArrayLike<number>,
): AggregatedItem {
  return {
    content,
    count,
    ...totalLoad(groups, content),
    // One instance has it.
    needs: needsOf({ groups }, content) ?? noNeeds,
    value: worthOf(content, duals),
  }
}
