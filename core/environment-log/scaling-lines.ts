import { declareLines } from './declare-lines'

interface ByTime {
  /** Of the application. */
  name: string
  from: number
  to: number
}

interface Scaled extends ByTime {
  /** Of the CPU that processes ask for. */
  usedPercentage: number
  targetPercentage: number
}

const scheduleDocs = '/docs/usage#schedule'
const docs = '/docs/usage#auto-scaling'

const processesOf = (number: number) => `${number} ${number === 1 ? 'process' : 'processes'}`

/** How numbers of processes follow their use of CPU, and schedules. */
export const scalingLines = declareLines('scaling', {
  out: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, usedPercentage, targetPercentage }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}: they used ${usedPercentage} % of their CPU, the target is ${targetPercentage} %.`,
  },
  in: {
    type: 'deployment',
    costCause: 'scaling',
    docs,
    text: ({ name, from, to, usedPercentage, targetPercentage }: Scaled) =>
      `SDO scaled ${name} from ${from} to ${processesOf(to)}. In five minutes they used at most ${usedPercentage} % of their CPU, the target is ${targetPercentage} %.`,
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
      usedPercentage,
      targetPercentage,
    }: Omit<Scaled, 'from' | 'to'> & { count: number }) =>
      `${name} may have ${processesOf(count)} and needs more: they used ${usedPercentage} % of their CPU, the target is ${targetPercentage} %.`,
  },
  blind: {
    type: 'deployment',
    severity: 'ERROR',
    docs,
    text: ({ name, count }: { name: string; count: number }) =>
      `SDO cannot scale ${name}: nothing has told how much CPU it uses for three minutes. It keeps ${processesOf(count)}.`,
  },
  sighted: {
    type: 'deployment',
    docs,
    text: ({ name }: { name: string }) => `SDO can scale ${name} again.`,
  },
})
