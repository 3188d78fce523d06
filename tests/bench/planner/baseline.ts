import { launchableClasses } from '../../../controller/planner/model/instance-classes'
import { demandsOf, sizedOfferings } from '../../../controller/planner/model/demand'
import { groupBySize } from '../../../controller/planner/model/group-by-size'
import { packFirstFitDecreasing } from '../../../controller/planner/heuristics/first-fit-decreasing'
import { costOf } from '../../../controller/planner/model/packing-problem'
import type { Workload } from '../../../controller/planner/planner'

/** What first-fit-decreasing costs where processes that must run on-demand join the others' nodes, as in Karpenter, or where they do not. */
export function firstFitCost(workload: Workload, mixes: boolean): number {
  const offerings = sizedOfferings(workload)
  const { groups } = groupBySize(demandsOf(workload, offerings))
  const problem = { classes: launchableClasses(offerings), groups }
  const bins = packFirstFitDecreasing(problem, mixes)
  return bins ? costOf(problem, bins) : Infinity
}

/** The cheaper of the two, so that the baseline is never dearer than Karpenter. */
export const baselineCost = (workload: Workload) =>
  Math.min(firstFitCost(workload, true), firstFitCost(workload, false))
