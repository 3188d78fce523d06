import { at, isAllowed, timesIn, type Counts, type InstanceClass, type PackingProblem } from './problem'

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
  ({ groups }, instanceClass, remaining, content) => {
    let { cpu, memory } = instanceClass
    for (const index of order) {
      const left = at(remaining, index) - at(content, index)
      if (left <= 0) continue
      const group = at(groups, index)
      if (group.cpu > cpu || group.memory > memory || !isAllowed(instanceClass, group)) continue
      const count = Math.min(left, timesIn(cpu, group.cpu), timesIn(memory, group.memory))
      content[index] = at(content, index) + count
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
  ({ groups }, instanceClass, remaining, content) => {
    let { cpu, memory } = instanceClass
    for (;;) {
      let best = -1
      let bestScore = -1
      for (let index = 0; index < groups.length; index++) {
        if (at(remaining, index) <= at(content, index)) continue
        const group = at(groups, index)
        if (group.cpu > cpu || group.memory > memory || !isAllowed(instanceClass, group)) continue
        const strain =
          (group.cpu / instanceClass.cpu) * (1 - cpu / instanceClass.cpu) +
          (group.memory / instanceClass.memory) * (1 - memory / instanceClass.memory)
        const size = group.cpu / instanceClass.cpu + group.memory / instanceClass.memory
        const score = (at(values, index) * (0.05 + size)) / (0.05 * size + strain + 1e-9)
        if (score > bestScore) {
          bestScore = score
          best = index
        }
      }
      if (best < 0) return
      const group = at(groups, best)
      const most = Math.min(
        at(remaining, best) - at(content, best),
        timesIn(cpu, group.cpu),
        timesIn(memory, group.memory),
      )
      const count = Math.max(1, most >> 1)
      content[best] = at(content, best) + count
      cpu -= group.cpu * count
      memory -= group.memory * count
    }
  }
