import type { Demand } from '../model/demand'
import type { Effort } from '../search/effort'
import { costTolerance } from '../model/packing-problem'
import { tuned } from '../search/strategy'
import {
  costOfDrafts,
  costWith,
  inOrder,
  leavingCount,
  roomOn,
  weightOfDrafts,
  type Draft,
  type RunningInstance,
} from './draft'
import { placeMissing, type Launching } from './place-missing'
import type { Inertia } from './worthwhile'

interface DissolvingInput extends Launching, Inertia {
  drafts: Draft[]
  fleet: RunningInstance[]
  demands: Demand[]
  effort: Effort
}

/**
 * Dissolves instances, one or two at a time, into the room on others and new ones, as long as that saves enough for every running
 * process that moves and every instance that is launched. Tries in an order that does not depend on names, and stops only where nothing is left to gain (or the effort is spent),
 * so that a second run on the outcome changes nothing.
 */
export function dissolveInstances(input: DissolvingInput): Draft[] {
  const { fleet, demands, classes, savingPerMove, launchPremium, effort } = input
  let drafts = inOrder(input.drafts)
  const burden = (some: Draft[]) =>
    weightOfDrafts(some, demands, launchPremium) + savingPerMove * leavingCount(some, fleet)
  let least = burden(drafts)
  for (let hasGained = true; hasGained;) {
    hasGained = false
    for (const chosen of choices(drafts, demands)) {
      if (!effort.spend(drafts.length * demands.length * 6 + classes.length * 200)) return drafts
      const spare = chosen.map((index) => drafts[index]!)
      const rest = drafts
        .filter((draft) => !spare.includes(draft))
        .map((draft) => ({ ...draft, processes: Int32Array.from(draft.processes) }))
      const anew = placeMissing(rest, spare, demands, input)
      if (!anew) continue
      const burdenNow = burden(anew)
      if (
        burdenNow >= least - costTolerance ||
        costOfDrafts(anew, demands) >= costOfDrafts(drafts, demands) - costTolerance
      )
        continue
      drafts = inOrder(anew)
      least = burdenNow
      hasGained = true
      break
    }
  }
  return drafts
}

/** Each alone, and pairs of those with most room to spare. */
function* choices(drafts: Draft[], demands: Demand[]): Generator<number[]> {
  const indexes = drafts.map((_, index) => index)
  const idle = drafts.map((draft) => {
    const room = roomOn(draft, demands)
    return costWith(draft, demands) * Math.min(room.cpu / (draft.cpu || 1), room.memory / (draft.memory || 1))
  })
  const idlest = [...indexes].sort((a, b) => idle[b]! - idle[a]! || a - b)
  for (const index of idlest) yield [index]
  const few = idlest.slice(0, tuned.dissolving.paired)
  for (const first of few) for (const second of few) if (first < second) yield [first, second]
}
