import {
  isAllowed,
  leftOfCap,
  timesIn,
  type Counts,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'

/** Puts processes into one instance, as many as seem good, and notes them in `content`. Takes nothing out of `remaining`. */
export type Fill = (
  problem: PackingProblem,
  instanceClass: InstanceClass,
  remaining: Counts,
  content: Int32Array,
) => void

/** Group by group in a fixed order, as many of each as fit. */
export const fillInOrder =
  (order: number[]): Fill =>
  (problem, instanceClass, remaining, content) => {
    const { groups } = problem
    let { cpu, memory } = instanceClass
    for (const index of order) {
      const left = Math.min(
        remaining[index]! - content[index]!,
        leftOfCap(problem, instanceClass, index, content),
      )
      if (left <= 0) continue
      const group = groups[index]!
      if (group.cpu > cpu || group.memory > memory || !isAllowed(instanceClass, group)) continue
      const count = Math.min(left, timesIn(cpu, group.cpu), timesIn(memory, group.memory))
      content[index]! += count
      cpu -= group.cpu * count
      memory -= group.memory * count
    }
  }

/**
 * Always the process that points most where room is left, weighed by its value, so that CPU and memory run out together. Takes half of
 * what fits at a time: as good as one by one, and fast where there are many.
 */
export const fillBalanced =
  (values: ArrayLike<number>): Fill =>
  (problem, instanceClass, remaining, content) => {
    const { groups } = problem
    let { cpu, memory } = instanceClass
    const fitting = groupsLeft(remaining, content)
    let length = fitting.length
    for (;;) {
      let best = -1
      let bestScore = -1
      let kept = 0
      for (let place = 0; place < length; place++) {
        const index = fitting[place]!
        if (remaining[index]! <= content[index]!) continue
        const group = groups[index]!
        if (group.cpu > cpu || group.memory > memory || !isAllowed(instanceClass, group)) continue
        if (group.cap && leftOfCap(problem, instanceClass, index, content) <= 0) continue
        // What does not fit now will not fit later.
        fitting[kept++] = index
        const cpuSize = group.cpu / instanceClass.cpu
        const memorySize = group.memory / instanceClass.memory
        const strain =
          cpuSize * (1 - cpu / instanceClass.cpu) + memorySize * (1 - memory / instanceClass.memory)
        const size = cpuSize + memorySize
        const score = (values[index]! * (0.05 + size)) / (0.05 * size + strain + 1e-9)
        if (score > bestScore) {
          bestScore = score
          best = index
        }
      }
      length = kept
      if (best < 0) return
      const group = groups[best]!
      const most = Math.min(
        remaining[best]! - content[best]!,
        timesIn(cpu, group.cpu),
        timesIn(memory, group.memory),
        leftOfCap(problem, instanceClass, best, content),
      )
      const count = Math.max(1, most >> 1)
      content[best]! += count
      cpu -= group.cpu * count
      memory -= group.memory * count
    }
  }

function groupsLeft(remaining: Counts, content: Int32Array): Int32Array {
  const left = new Int32Array(remaining.length)
  let length = 0
  for (let index = 0; index < remaining.length; index++)
    if (remaining[index]! > content[index]!) left[length++] = index
  return left.subarray(0, length)
}
