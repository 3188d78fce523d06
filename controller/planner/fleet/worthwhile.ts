import type { Demand } from '../model/demand'
import { costTolerance } from '../model/packing-problem'
import { costOfDrafts, isWithinZones, leavingFrom, placedBy, weightOfDrafts, type Draft } from './draft'
import { regroupingsOf } from './transfers'

/** What keeps a fleet as it is, though another would cost a little less. */
export interface Inertia {
  /** USD an hour, for each running process that moves. */
  savingPerMove: number
  /** By that share of its cost an instance to be launched counts as dearer than one that runs. */
  launchPremium: number
}

/**
 * Goes over from one plan to another only where it pays: each set of instances that exchange processes is regrouped if that saves
 * enough for every running process that moves and every instance that is launched. Both plans place the same processes.
 * @param target drafts whose `origin` is among `current` continue that one; all others are additions.
 */
export function takeWhatPays(
  current: Draft[],
  target: Draft[],
  demands: Demand[],
  { savingPerMove, launchPremium }: Inertia,
): Draft[] {
  const pays = (saving: number, weight: number, moved: number) =>
    saving > costTolerance && weight >= savingPerMove * moved
  const nothing = new Int32Array(demands.length)
  const continued = new Map(target.flatMap((draft) => (draft.origin ? [[draft.origin, draft]] : [])))
  const launched = target.filter(({ origin }) => !origin || !current.includes(origin))
  const before = [...current.map(({ processes }) => processes), ...launched.map(() => nothing)]
  const after = [
    ...current.map((draft) => continued.get(draft)?.processes ?? nothing),
    ...launched.map(({ processes }) => processes),
  ]
  const chosen: Draft[] = []
  let [savingInAll, weightInAll, movedInAll] = [0, 0, 0]
  for (const { members } of regroupingsOf(before, after)) {
    const olds = members.flatMap((index) => current[index] ?? [])
    const news = members.flatMap((index) => {
      const old = current[index]
      return old ? (continued.get(old) ?? []) : (launched[index - current.length] ?? [])
    })
    const saving = costOfDrafts(olds, demands) - costOfDrafts(news, demands)
    const weight = weightOfDrafts(olds, demands, launchPremium) - weightOfDrafts(news, demands, launchPremium)
    const moved = olds.reduce(
      (sum, old) => sum + (old.running ? leavingFrom(old.running, continued.get(old)) : 0),
      0,
    )
    savingInAll += saving
    weightInAll += weight
    movedInAll += moved
    chosen.push(...(pays(saving, weight, moved) ? news : olds))
  }
  if (withinSpotLimits(chosen, demands) && isWithinZones(chosen, demands)) return chosen
  // A part of the other plan may need the rest for its limits.
  return pays(savingInAll, weightInAll, movedInAll) ? target : current
}

const withinSpotLimits = (drafts: Draft[], demands: Demand[]) => {
  const { spot } = placedBy(drafts, demands)
  return demands.every(({ spotLimit }, index) => spot[index]! <= spotLimit)
}
