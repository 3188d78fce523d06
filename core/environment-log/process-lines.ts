import { durationText } from '../time/duration-text'
import { declareLines } from './declare-lines'

interface OfProcess {
  /** The application and its version, as people know them. */
  name: string
}

/** How processes do. */
export const processLines = declareLines('processes', {
  progress: {
    type: 'deployment',
    text: ({ name, version, steps, count }: OfProcess & { version: string; steps: string; count: number }) =>
      `Process ${name} is healthy (version ${version}, ${steps} of ${count}).`,
  },
  healthy: {
    type: 'deployment',
    text: ({ name, count }: OfProcess & { count: number }) =>
      count === 1 ? `A process of ${name} is healthy.` : `${count} processes of ${name} are healthy.`,
  },
  unhealthy: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/application-integration#health',
    text: ({ name, why }: OfProcess & { why: string }) =>
      `A process of ${name} is no longer healthy. ${why}`.trim(),
  },
  restarted: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ name }: OfProcess) => `A process of ${name} ended, was started again and is healthy.`,
  },
  programKilled: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/applications#size',
    text: ({ name, memoryMb }: OfProcess & { memoryMb: number | undefined }) =>
      `A program in a process of ${name} was killed because its memory${memoryMb === undefined ? '' : ` of ${memoryMb} MB`} ran out. The process continues without it: give it more memory, or fewer programs.`,
  },
  crashLoop: {
    type: 'deployment',
    severity: 'ERROR',
    news: 'crash-loop',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ name, often, why }: OfProcess & { often: string; why: string }) =>
      `A process of ${name} crashed ${often} and is started again each time. ${why}`.trim(),
  },
  memoryLoop: {
    type: 'deployment',
    severity: 'ERROR',
    news: 'crash-loop',
    docs: '/docs/applications#size',
    text: ({ name, often, why }: OfProcess & { often: string; why: string }) =>
      `A process of ${name} lost programs or crashed ${often} because its memory ran out: give it more, or fewer programs. ${why}`.trim(),
  },
  down: {
    type: 'deployment',
    severity: 'ERROR',
    news: 'outage',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ name, count, why }: OfProcess & { count: number; why: string }) =>
      `${name} is down: ${count === 1 ? 'its only process is not healthy.' : `none of its ${count} processes is healthy.`} ${why}`.trim(),
  },
  upAgain: {
    type: 'deployment',
    news: 'recovered',
    text: ({ name, milliseconds }: OfProcess & { milliseconds: number }) =>
      `${name} is up again. It was down for ${durationText(milliseconds)}.`,
  },
  image: {
    type: 'deployment',
    text: ({ name, image }: OfProcess & { image: string }) => `${name} is the image ${image}.`,
  },
  refusedByBalancer: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ name, why }: OfProcess & { why: string }) => `A process of ${name} gets no requests. ${why}`,
  },
})

/** Where the output of processes goes. */
export const outputLines = declareLines('output', {
  unheard: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/environments#what-processes-print',
    text: ({ name, why }: OfProcess & { why: string }) =>
      `What ${name} prints does not reach CloudWatch Logs. It stays on the instance: ${why}`,
  },
  groupMade: {
    type: 'network',
    text: ({ group }: { group: string }) =>
      `The log group ${group} was created in CloudWatch Logs. It keeps the output of processes for a week, unless you change that.`,
  },
  groupGone: {
    type: 'network',
    text: ({ group }: { group: string }) =>
      `The log group ${group} is gone from CloudWatch Logs. SDO creates it again.`,
  },
  refused: {
    type: 'deployment',
    severity: 'ERROR',
    docs: '/docs/environments#what-processes-print',
    text: ({ why }: { why: string }) =>
      `SDO could not create the log groups for the output of processes. Processes keep running, and their output stays on their instances. Apply the current CloudFormation template if it has more permissions than the one in your account. ${why}`,
  },
  madeAgain: {
    type: 'deployment',
    text: () => 'SDO can create the log groups for the output of processes again.',
  },
})
