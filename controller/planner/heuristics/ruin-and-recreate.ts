import type { Effort } from '../search/effort'
import { fillBalanced, fillInOrder } from '../pricing/greedy-fill'
import type { LargeNeighbourhoodsInput } from './large-neighbourhood'
import { packGreedily } from './greedy'
import { byValue } from './initial-packings'
import {
  contentOf,
  costOf,
  costOfBin,
  costTolerance,
  countsOf,
  isAllowed,
  leftOfCap,
  numbersOf,
  worthOf,
  type Bin,
  type PackingProblem,
} from '../model/packing-problem'
import { totalLoad } from '../model/sizes'
import { usableInPrice } from '../model/tariff'
import { tuned } from '../search/strategy'

const { most, candidates, shaking } = tuned.ruinAndRecreate

/**
 * Ruin and recreate (Schrimpf et al., "Record breaking optimization results using the ruin and recreate principle", 2000): dissolves a few
 * instances at a time and packs their processes anew: first into the room that is left on others, the rest greedily
 * under shaken duals, into as many instances of whatever classes that takes. Keeps what is not dearer.
 */
export function ruinAndRecreate(input: LargeNeighbourhoodsInput): Bin[] {
  const { problem, effort } = input
  let bins: Bin[] = input.bins.map(({ classIndex, content }) => ({
    classIndex,
    content: Int32Array.from(content),
  }))
  while (bins.length > 0 && effort.spend(problem.groups.length / 4 + bins.length)) {
    const picked = pickBins(input, bins)
    const removed = bins.filter((_, index) => picked.has(index))
    const kept = bins.filter((_, index) => !picked.has(index))
    const anew = recreate(input, removed, kept)
    if (!anew) continue
    bins = [...anew.kept, ...anew.added]
  }
  return bins
}

/** Some that hold little for their price, and some at random. */
function pickBins({ problem, duals, random }: LargeNeighbourhoodsInput, bins: Bin[]): Set<number> {
  const number = Math.min(bins.length, 1 + Math.floor(random() ** 2 * most))
  const picked = new Set<number>()
  const waste = (index: number) => {
    const bin = bins[index]!
    return 1 - worthOf(bin.content, duals) / costOfBin(problem, bin)
  }
  while (picked.size < number) {
    let choice = Math.floor(random() * bins.length)
    let worst = waste(choice)
    const tries = random() < 0.5 ? candidates - 1 : 0
    for (let round = 0; round < tries; round++) {
      const other = Math.floor(random() * bins.length)
      const otherWaste = waste(other)
      if (otherWaste > worst) {
        choice = other
        worst = otherWaste
      }
    }
    picked.add(choice)
  }
  return picked
}

function recreate(
  { problem, duals, effort, random }: LargeNeighbourhoodsInput,
  removed: Bin[],
  kept: Bin[],
): { kept: Bin[]; added: Bin[] } | undefined {
  const used = numbersOf(problem, kept)
  const total = contentOf(problem, removed)
  const filledUp = random() < 0.5 ? fillUp(problem, kept, total, effort) : kept
  const present = [...total.keys()].filter((group) => total[group]! > 0)
  const part: PackingProblem = {
    classes: problem.classes,
    groups: present.map((group) => ({ ...problem.groups[group]!, count: total[group]! })),
  }
  const shaken = present.map((group) => duals[group]! * (1 - shaking + 2 * shaking * random()))
  const fill = random() < 0.5 ? fillBalanced(shaken) : fillInOrder(byValue(shaken))
  effort.spend(problem.classes.length * (present.length + 2))
  const packed = present.length === 0 ? [] : packGreedily(part, countsOf(part), shaken, fill, used)
  if (!packed) return undefined
  if (costOf(problem, packed) > costOf(problem, removed) + costTolerance) return undefined
  const added = packed.map(({ classIndex, content }) => {
    const whole = new Int32Array(problem.groups.length)
    present.forEach((group, index) => {
      whole[group] = content[index]!
    })
    return { classIndex, content: whole }
  })
  return { kept: filledUp, added }
}

/** Moves what fits from `total` into the room of the kept instances where that costs nothing; answers copies of those. */
function fillUp(problem: PackingProblem, kept: Bin[], total: Int32Array, effort: Effort): Bin[] {
  const present = [...total.keys()].filter((group) => total[group]! > 0)
  effort.spend((kept.length * problem.groups.length) / 16)
  return kept.map((bin) => {
    const instanceClass = problem.classes[bin.classIndex]!
    const used = totalLoad(problem.groups, bin.content)
    let cpu = instanceClass.cpu - used.cpu
    let inPrice = usableInPrice(instanceClass) - used.cpuUsed
    let memory = instanceClass.memory - used.memory
    let content: Int32Array | undefined
    for (const group of present) {
      const size = problem.groups[group]!
      while (
        total[group]! > 0 &&
        size.cpu <= cpu &&
        size.memory <= memory &&
        size.cpuUsed <= inPrice &&
        (!size.cap || leftOfCap(problem, instanceClass, group, content ?? bin.content) > 0) &&
        isAllowed(instanceClass, size)
      ) {
        content ??= Int32Array.from(bin.content)
        content[group]! += 1
        total[group]! -= 1
        cpu -= size.cpu
        memory -= size.memory
        inPrice -= size.cpuUsed
      }
    }
    return content ? { classIndex: bin.classIndex, content } : bin
  })
}
