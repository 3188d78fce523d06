import { launch, terminate } from './instances-policy'
import { changeOwned, createPart, createWhole } from './network-policy'

/**
 * What the role may change in EC2, but for tags: those are given only with something that is made.
 * `whole` needs nothing, `part` a network of ours, `launch` its parts as well, and `change` what it changes.
 */
export const ec2Writes = {
  whole: createWhole,
  part: createPart,
  launch,
  change: [...changeOwned, ...terminate],
} as const

export type Ec2Write = (typeof ec2Writes)[keyof typeof ec2Writes][number]

/** AWS can be asked about no other call without doing it: this one has no dry run. */
export type DryRunWrite = Exclude<Ec2Write, 'ec2:ModifyVpcAttribute'>

export const hasDryRun = (write: Ec2Write): write is DryRunWrite => write !== 'ec2:ModifyVpcAttribute'
