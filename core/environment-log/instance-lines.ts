import { declareLines } from './declare-lines'

interface OfInstance {
  id: string | undefined
}

/** How instances come, go and do. */
export const instanceLines = declareLines('instances', {
  launched: {
    type: 'network',
    costCause: 'instance',
    fleetChange: 'launch',
    text: ({ id, pool, why }: OfInstance & { pool: string; why: string }) => `Launched ${id}, ${pool}${why}.`,
  },
  found: {
    type: 'network',
    text: ({ id }: OfInstance) => `Found ${id}, which SDO launched before a record was lost.`,
  },
  up: { type: 'network', text: ({ id }: OfInstance) => `${id} is up.` },
  ofUse: {
    type: 'network',
    text: ({ id, seconds, steps }: OfInstance & { seconds: number | undefined; steps: string }) =>
      `${id} was ready ${seconds} s after launch: ${steps}.`,
  },
  neverUp: {
    type: 'network',
    costCause: 'failure',
    severity: 'ERROR',
    fleetChange: 'move',
    text: ({ id }: OfInstance) => `${id} did not start. Its processes are replaced.`,
  },
  late: {
    type: 'network',
    text: ({ id }: OfInstance) =>
      `${id} is not up yet, and AWS soon takes what it replaces. An on-demand instance is launched beside it. The first that serves stays.`,
  },
  hidden: {
    type: 'network',
    text: ({ id }: OfInstance) =>
      `AWS does not list ${id} yet, and soon takes what it replaces. Another instance is launched beside it. The first that serves stays.`,
  },
  silent: {
    type: 'network',
    costCause: 'failure',
    severity: 'ERROR',
    fleetChange: 'move',
    text: ({ id }: OfInstance) => `${id} no longer answers. Its processes are replaced.`,
  },
  gone: {
    type: 'network',
    costCause: 'failure',
    severity: 'ERROR',
    fleetChange: 'retire',
    text: ({ id, why }: OfInstance & { why: string }) => `${id} is gone${why}. Its processes are replaced.`,
  },
  unlisted: {
    type: 'network',
    costCause: 'failure',
    severity: 'ERROR',
    fleetChange: 'retire',
    text: ({ id }: OfInstance) => `${id} is gone (AWS does not list it). Its processes are replaced.`,
  },
  endedAtLaunch: {
    type: 'network',
    costCause: 'failure',
    severity: 'ERROR',
    fleetChange: 'retire',
    docs: '/docs/external-resources#what-aws-refuses',
    text: ({ id, why }: OfInstance & { why: string }) => `AWS ended ${id} before it was up. ${why}`,
  },
  unavailable: {
    type: 'network',
    text: ({ pool, why }: { pool: string; why: string }) =>
      `No ${pool} is available now. ${why} Looking for others.`,
  },
  warned: {
    type: 'network',
    costCause: 'interruption',
    fleetChange: 'move',
    news: 'interrupted',
    text: ({ id, when, plan }: OfInstance & { when: string; plan: string }) =>
      `AWS reclaims ${id} ${when}. Its processes are replaced. ${plan}`,
  },
  replaced: {
    type: 'network',
    text: ({ id, asked, served, end }: OfInstance & { asked: string; served: string; end: string }) =>
      `${id}: ${asked} at ${served}. Its processes are asked to stop.${end}`,
  },
  takenBack: {
    type: 'network',
    costCause: 'interruption',
    fleetChange: 'retire',
    text: ({ id }: OfInstance) => `AWS reclaimed ${id}.`,
  },
  cheaper: {
    type: 'network',
    costCause: 'price',
    fleetChange: 'move',
    text: ({ why }: { why: string }) => why,
  },
  unused: {
    type: 'network',
    costCause: 'instance',
    fleetChange: 'retire',
    text: ({ id }: OfInstance) => `Terminating ${id}, which nothing in the environment uses.`,
  },
  empty: {
    type: 'network',
    costCause: 'instance',
    fleetChange: 'retire',
    text: ({ id, more }: OfInstance & { more: string }) => `Terminating ${id}: nothing runs on it.${more}`,
  },
  outdated: {
    type: 'network',
    costCause: 'patch',
    fleetChange: 'move',
    text: ({ id, imageId, newer }: OfInstance & { imageId: string | undefined; newer: string }) =>
      `Replacing ${id}: its machine image ${imageId} is older than ${newer}. Its processes are replaced first.`,
  },
  staysOutdated: {
    type: 'network',
    text: ({ id, why }: OfInstance & { why: string }) =>
      `${id} stays for now with its older machine image. ${why}`,
  },
  agentGaveWay: {
    type: 'network',
    text: ({ id, release }: OfInstance & { release: string }) =>
      `The agent of ${id} was updated to release ${release}. Its containers kept running.`,
  },
  agentStays: {
    type: 'network',
    text: ({ id, release, why }: OfInstance & { release: string; why: string }) =>
      `The agent of ${id} stays for now and was not updated to release ${release}. ${why}`,
  },
})
