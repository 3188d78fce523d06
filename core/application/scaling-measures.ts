/** What the number of processes follows, and as sentences call it. */
export const scalingMeasures = { cpu: 'CPU', memory: 'memory' } as const
export type ScalingMeasure = keyof typeof scalingMeasures
export const scalingMeasureNames = Object.keys(scalingMeasures) as ScalingMeasure[]

/** How much of each measure processes should use, in percent, as `/v1` has it. */
interface TargetPercentages {
  targetPercentage?: number | undefined
  targetMemoryPercentage?: number | undefined
}

/** `target 60 % CPU and 70 % memory`, of those that count. */
export function targetsInWords({ targetPercentage, targetMemoryPercentage }: TargetPercentages): string {
  const percentages = { cpu: targetPercentage, memory: targetMemoryPercentage }
  const told = scalingMeasureNames.flatMap((measure) => {
    const percentage = percentages[measure]
    return percentage === undefined ? [] : `${percentage} % ${scalingMeasures[measure]}`
  })
  return `target ${told.join(' and ')}`
}
