/** What the number of processes follows, and as sentences call it. */
export const scalingMeasures = { cpu: 'CPU', memory: 'memory' } as const
export type ScalingMeasure = keyof typeof scalingMeasures

/** How much of each measure processes should use, in percent, as `/v1` has it. */
interface TargetPercentages {
  targetPercentage?: number | undefined
  targetMemoryPercentage?: number | undefined
}

/** `target 60 % CPU and 70 % memory`, of those that count. */
export function targetsInWords({ targetPercentage, targetMemoryPercentage }: TargetPercentages): string {
  const percentages = { cpu: targetPercentage, memory: targetMemoryPercentage }
  const told = Object.entries(scalingMeasures).flatMap(([measure, name]) => {
    const percentage = percentages[measure as ScalingMeasure]
    return percentage === undefined ? [] : `${percentage} % ${name}`
  })
  return `target ${told.join(' and ')}`
}
