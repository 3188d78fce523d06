/** What the number of processes follows, and as sentences call it. */
const scalingMeasures = { cpu: 'CPU', memory: 'memory', requests: 'requests' } as const
export type ScalingMeasure = keyof typeof scalingMeasures
export const scalingMeasureNames = Object.keys(scalingMeasures) as ScalingMeasure[]

/** Measures of which processes use a share of what they ask for. Of the others each has so many a minute. */
export type SharedMeasure = Exclude<ScalingMeasure, 'requests'>
const isShared = (measure: ScalingMeasure): measure is SharedMeasure => measure !== 'requests'

/** What is told of a measure, whole: per cent of a share, or requests of each process in a minute. */
export const figureOf = (measure: ScalingMeasure, value: number): number =>
  Math.round(isShared(measure) ? 100 * value : value)

/** `60 %`, or `1,200`. */
export const figureInWords = (measure: ScalingMeasure, figure: number): string =>
  isShared(measure) ? `${figure} %` : figure.toLocaleString('en')

/** `60 % CPU`, or `1,200 requests per process and minute`. */
export const measureInWords = (measure: ScalingMeasure, figure: number): string =>
  `${figureInWords(measure, figure)} ${scalingMeasures[measure]}${isShared(measure) ? '' : ' per process and minute'}`

/** What processes did in a minute: `used 88 % of their CPU`, or `had 1,200 requests each`. */
export function useInWords(measure: ScalingMeasure, figure: number, bound = ''): string {
  const told = figureInWords(measure, figure)
  return isShared(measure)
    ? `used ${bound}${told} of their ${scalingMeasures[measure]}`
    : `had ${bound}${told} ${figure === 1 ? 'request' : 'requests'} each in a minute`
}

/** What is not known of an application: `how much CPU it uses`. */
export const unknownInWords = (measure: ScalingMeasure): string =>
  isShared(measure) ? `how much ${scalingMeasures[measure]} it uses` : 'how many requests it gets'

/** How much of each measure processes should have, as `/v1` has it. */
interface Targets {
  targetPercentage?: number | undefined
  targetMemoryPercentage?: number | undefined
  targetRequests?: number | undefined
}

/** `target 60 % CPU and 70 % memory`, of those that count. */
export function targetsInWords({
  targetPercentage,
  targetMemoryPercentage,
  targetRequests,
}: Targets): string {
  const figures = { cpu: targetPercentage, memory: targetMemoryPercentage, requests: targetRequests }
  const told = scalingMeasureNames.flatMap((measure) => {
    const figure = figures[measure]
    return figure === undefined ? [] : measureInWords(measure, figure)
  })
  return `target ${listFormat.format(told)}`
}

const listFormat = new Intl.ListFormat('en-GB')

/** What set the number, as statuses and `/v1` have it. */
interface DecidedBy {
  usedMeasure?: ScalingMeasure | undefined
  usedPercentage?: number | undefined
  usedRequests?: number | undefined
}

/** `88 % memory`; undefined where use did not set the number. */
export function decidedInWords({
  usedMeasure = 'cpu',
  usedPercentage,
  usedRequests,
}: DecidedBy): string | undefined {
  const figure = isShared(usedMeasure) ? usedPercentage : usedRequests
  return figure === undefined ? undefined : measureInWords(usedMeasure, figure)
}

/** That for a status or a view. */
export const decidedBy = (measure: ScalingMeasure, used: number) => ({
  usedMeasure: measure,
  [isShared(measure) ? 'usedPercentage' : 'usedRequests']: figureOf(measure, used),
})
