import {
  isAllowed,
  leftOfCap,
  needsOfBoth,
  noNeeds,
  type Bin,
  type Needs,
  type PackingProblem,
} from '../model/packing-problem'
import { holds, type Load, type Size } from '../model/sizes'
import { hourlyCost } from '../model/tariff'

interface OpenNode extends Load {
  processes: number
  needs: Needs
  content: Int32Array
}

/**
 * First-fit decreasing (Johnson, "Near-optimal bin packing algorithms", 1973). Packs as Karpenter's scheduler does: the largest process
 * first (CPU, then memory), into the first open node with the fewest processes of which some type still fits, else into a new node; at the
 * end each node becomes the cheapest type that holds it.
 * @param mixes whether a process that must run on-demand may join a node with processes that need not, as it may there.
 * @param isLate asked before each process; where it says so, the packing is given up.
 * @returns undefined where something fits nowhere. Classes with a limit are not used.
 */
export function packFirstFitDecreasing(
  problem: PackingProblem,
  mixes: boolean,
  isLate: () => boolean = () => false,
): Bin[] | undefined {
  const classes = problem.classes
    .map((instanceClass, classIndex) => ({ ...instanceClass, classIndex }))
    .filter(({ limit }) => limit === Infinity)
  const largest = new Map<string, typeof classes>()
  const largestFor = (needs: Needs) => {
    const key = `${needs.isOnDemandOnly} ${needs.side}`
    const known = largest.get(key) ?? largestOf(classes.filter((one) => isAllowed(one, needs)))
    largest.set(key, known)
    return known
  }
  const order = problem.groups
    .map((group, index) => ({ ...group, index }))
    .sort((a, b) => b.cpu - a.cpu || b.memory - a.memory || a.index - b.index)
  const nodes: OpenNode[] = []
  const put = (node: OpenNode, group: (typeof order)[number]): boolean => {
    if (!mixes && node.processes > 0 && node.needs.isOnDemandOnly !== group.isOnDemandOnly) return false
    const grown = {
      cpu: node.cpu + group.cpu,
      memory: node.memory + group.memory,
      cpuUsed: node.cpuUsed + group.cpuUsed,
    }
    const needs = needsOfBoth(node.needs, group)
    if (!needs) return false
    if (leftOfCap(problem, { isSpot: !needs.isOnDemandOnly }, group.index, node.content) <= 0) return false
    if (!largestFor(needs).some((one) => holds(one, grown))) return false
    Object.assign(node, grown, { needs, processes: node.processes + 1 })
    node.content[group.index]! += 1
    return true
  }
  for (const group of order)
    for (let placed = 0; placed < group.count; placed++) {
      if (isLate()) return undefined
      if (!nodes.some((node) => put(node, group))) {
        const node: OpenNode = {
          cpu: 0,
          memory: 0,
          cpuUsed: 0,
          processes: 0,
          needs: noNeeds,
          content: new Int32Array(problem.groups.length),
        }
        if (!put(node, group)) return undefined
        nodes.push(node)
      }
      // Of nodes with equally many the older one is first, as there.
      nodes.sort((a, b) => a.processes - b.processes)
    }
  return nodes.map((node) => {
    const [cheapest] = classes
      .filter((one) => isAllowed(one, node.needs) && one.cpu >= node.cpu && one.memory >= node.memory)
      .sort(
        (a, b) => hourlyCost(a, node.cpuUsed) - hourlyCost(b, node.cpuUsed) || a.classIndex - b.classIndex,
      )
    if (!cheapest) throw new Error('An open node fits no class any more.')
    return { classIndex: cheapest.classIndex, content: node.content }
  })
}

/** Those that no other holds: what fits into any class fits into one of these. */
const largestOf = <Class extends Size>(classes: Class[]): Class[] =>
  classes.filter(
    (one, index) =>
      !classes.some((other, place) => holds(other, one) && (place < index || !holds(one, other))),
  )
