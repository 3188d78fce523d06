import { it } from 'vitest'
import type { Tags } from '../../../core/aws/ownership'
import type { AccountAccess, Cloud } from '../../../controller/cloud/cloud'
import type { ServedRequests } from '../../../simulator/state'

/** What the suite needs to know of one side of the cloud port. */
export interface CloudHarness {
  cloud: Cloud
  /** An account of its own for every test, with the required stack installed under this external ID. Default: it holds environments. */
  newAccount(options?: { isEnvironmentHolder: boolean }): Promise<AccountAccess>
  /** Makes a role as the customer would, without a path; who is trusted is an ARN. */
  createRole(accountNumber: string, role: { name: string; trusted: string; tags: Tags }): Promise<void>
  /** Makes a hosted zone as the customer would; answers its id without a prefix. */
  createHostedZone(accountNumber: string, zone: { name: string; isPrivate?: boolean }): Promise<string>
  /** Makes a record as the customer would. */
  putRecord(
    accountNumber: string,
    record: { zoneId: string; name: string; type: 'A' | 'CNAME' | 'TXT'; value: string },
  ): Promise<void>
  /** Makes a VPC as the customer would, with a range of IPv6 where that is possible; answers its id. */
  createVpc(accountNumber: string, vpc: { cidr: string; otherCidr?: string }): Promise<string>
  /** For how many days a log group keeps what it gets, as its owner sees it; undefined for ever. */
  retentionOf(accountNumber: string, logGroup: string): Promise<number | undefined>
  /** Puts lines into a stream, which is made for them, as an instance does. The group is there. */
  putLines(
    accountNumber: string,
    stream: { group: string; stream: string },
    lines: { epoch: number; text: string }[],
  ): Promise<void>
  /** Has CloudWatch measure that a load balancer consumed LCU-hours at a time; its id is an ARN. */
  consumeCapacity(
    accountNumber: string,
    consumed: { id: string; epoch: number; units: number },
  ): Promise<void>
  /** Has CloudWatch measure that a target group answered requests, each within so many milliseconds; ids are ARNs. */
  serveRequests(accountNumber: string, served: ServedRequests): Promise<void>
  /** Resolves once `condition` gives something; lets time pass meanwhile. Rejects after a while, naming `what`. */
  eventually<T>(what: string, condition: () => Promise<T | undefined | false>): Promise<T>
  close(): Promise<void>
}

/** Where a stand-in for AWS is kinder than AWS. Nothing of it is set for the simulated account. */
export interface CloudKindness {
  /** Launches twice for the same client token. */
  ignoresClientToken?: boolean
  /** Makes a second listener on the same port. */
  duplicatesListeners?: boolean
  /** Makes a second load balancer of the same name. */
  ignoresNames?: boolean
  /** Tells no percentiles of metrics. */
  lacksPercentiles?: boolean
  /** Lets anybody assume a role. */
  ignoresExternalId?: boolean
  /** Lets a role do what its policies do not allow. */
  ignoresPolicies?: boolean
  /** Deletes subnets, gateways and security groups that are still in use. */
  ignoresDependencies?: boolean
  /** Takes what AWS refuses as invalid. */
  ignoresValidity?: boolean
  /** Makes a second load balancer of the same name. */
  duplicatesLoadBalancers?: boolean
  /** Makes records over present ones, and deletes them whatever they say. */
  ignoresPresentRecords?: boolean
  /** Issues certificates whatever the zone says. */
  issuesUnasked?: boolean
  /** Does some of what it is asked about in a dry run. */
  ignoresDryRun?: boolean
  /** Knows the quotas of VPCs alone. */
  knowsFewQuotas?: boolean
  /** Does not tell which key encrypts disks. */
  knowsNoDiskKey?: boolean
  /** Knows nothing about the health of targets. */
  ignoresTargetHealth?: boolean
}

/** A test of what the side under test must get right, unless it is a stand-in that is known not to. */
export const itUnless = (
  isKinder: boolean | undefined,
): typeof it | ((name: string, run: () => Promise<void>) => void) => (isKinder ? () => undefined : it)
