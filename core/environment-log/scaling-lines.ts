import {
  figureInWords,
  unknownInWords,
  useInWords,
  type ScalingMeasure,
} from '../application/scaling-measures'
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
  /** What each process had of it, and should have; see `figureOf`. */
  used: number
  target: number
}

const scheduleDocs = '/docs/usage#schedule'
const docs = '/docs/usage#auto-scaling'

const processesOf = (number: number) => `${number} ${number === 1 ? 'process' : 'processes'}`

const beside = ({ measure, used, target }: Pick<Scaled, 'measure' | 'used' | 'target'>, bound = '') =>
  `they ${useInWords(measure, used, bound)}, the target is ${figureInWords(measure, target)}.`

/** How numbers of processes follow what they use, and schedules. */
export const scalingLines = declareLines('scaling', {
  out: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, ...scaled }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}: ${beside(scaled)}`,
  },
  in: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, ...scaled }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}. In five minutes ${beside(scaled, 'at most ')}`,
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
    text: ({ name, count, ...scaled }: Omit<Scaled, 'from' | 'to'> & { count: number }) =>
      `${name} may have ${processesOf(count)} and needs more: ${beside(scaled)}`,
  },
  blind: {
    type: 'deployment',
    severity: 'ERROR',
    docs,
    text: ({ name, count, unknown }: { name: string; count: number; unknown: ScalingMeasure[] }) =>
      `SDO cannot scale ${name}: nothing has told ${unknown.map(unknownInWords).join(' and ')} for three minutes. It keeps ${processesOf(count)}.`,
  },
  sighted: {
    type: 'deployment',
    docs,
    text: ({ name }: { name: string }) => `SDO can scale ${name} again.`,
  },
})
