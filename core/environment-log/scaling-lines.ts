import { scalingMeasures, type ScalingMeasure } from '../application/scaling-measures'
import { declareLines } from './declare-lines'

interface ByTime {
  /** Of the application. */
  name: string
  from: number
  to: number
}

interface Scaled extends ByTime {
  /** What set the number. */
  measure: ScalingMeasure
  /** Of what processes ask for of it. */
  usedPercentage: number
  targetPercentage: number
}

const scheduleDocs = '/docs/usage#schedule'
const docs = '/docs/usage#auto-scaling'

const processesOf = (number: number) => `${number} ${number === 1 ? 'process' : 'processes'}`

const namesOf = (measures: ScalingMeasure[]) => measures.map((one) => scalingMeasures[one]).join(' and ')

/** How numbers of processes follow what they use, and schedules. */
export const scalingLines = declareLines('scaling', {
  out: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, measure, usedPercentage, targetPercentage }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}: they used ${usedPercentage} % of their ${scalingMeasures[measure]}, the target is ${targetPercentage} %.`,
  },
  in: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, measure, usedPercentage, targetPercentage }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}. In five minutes they used at most ${usedPercentage} % of their ${scalingMeasures[measure]}, the target is ${targetPercentage} %.`,
  },
  scheduled: {
    type: 'deployment',
    costCause: 'scaling',
    docs: scheduleDocs,
    text: ({ name, from, to, until }: ByTime & { until: string }) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)} by its schedule, until ${until}.`,
  },
  scheduleEnded: {
    type: 'deployment',
    costCause: 'scaling',
    docs: scheduleDocs,
    text: ({ name, from, to }: ByTime) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}: its schedule asks for no more at this time.`,
  },
  short: {
    type: 'deployment',
    severity: 'ERROR',
    docs,
    text: ({
      name,
      count,
      measure,
      usedPercentage,
      targetPercentage,
    }: Omit<Scaled, 'from' | 'to'> & { count: number }) =>
      `${name} may have ${processesOf(count)} and needs more: they used ${usedPercentage} % of their ${scalingMeasures[measure]}, the target is ${targetPercentage} %.`,
  },
  blind: {
    type: 'deployment',
    severity: 'ERROR',
    docs,
    text: ({ name, count, unknown }: { name: string; count: number; unknown: ScalingMeasure[] }) =>
      `SDO cannot scale ${name}: nothing has told how much ${namesOf(unknown)} it uses for three minutes. It keeps ${processesOf(count)}.`,
  },
  sighted: {
    type: 'deployment',
    docs,
    text: ({ name }: { name: string }) => `SDO can scale ${name} again.`,
  },
})
