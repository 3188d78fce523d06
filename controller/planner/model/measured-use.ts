import { shareUsed, type InstanceClass, type PackingProblem } from './packing-problem'

/** Whether processes use other than what they ask for, which only matters where that costs something. */
export const hasMeasuredUse = ({ groups }: PackingProblem): boolean =>
  groups.some(({ cpu, cpuUsed }) => cpuUsed !== cpu)

/**
 * Where all processes use the same share of what they ask for, the same question as if they used all of it, and a surplus began later and cost
 * less accordingly: then use is no dimension of its own.
 */
export function withUseAsAsked(problem: PackingProblem): PackingProblem {
  const asking = problem.groups.filter(({ cpu }) => cpu > 0)
  const share = asking[0] ? shareUsed(asking[0]) : 1
  if (share === 1 || asking.some((group) => Math.abs(shareUsed(group) - share) > rounding)) return problem
  return {
    classes: problem.classes.map((one) => withShareUsed(one, share)),
    groups: problem.groups.map((group) => ({ ...group, cpuUsed: group.cpu })),
  }
}

function withShareUsed({ surplus, ...instanceClass }: InstanceClass, share: number): InstanceClass {
  if (!surplus || surplus.beyond >= share * instanceClass.cpu) return instanceClass
  const { beyond, pricePerCpu } = surplus
  return { ...instanceClass, surplus: { beyond: beyond / share, pricePerCpu: pricePerCpu * share } }
}

const rounding = 1e-12
