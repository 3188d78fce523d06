import type { z } from 'zod'
import { awsAccountSpecSchema, awsAccountStatusSchema, type AwsAccount } from './aws-account'
import { deploymentSpecSchema, deploymentStatusSchema, type Deployment } from './deployment'
import { environmentSpecSchema, environmentStatusSchema, type Environment } from './environment'
import {
  externalNetworkSpecSchema,
  externalNetworkStatusSchema,
  type ExternalNetwork,
} from './external-network'
import { hostedZoneSpecSchema, hostedZoneStatusSchema, type HostedZone } from './hosted-zone'

import {
  awsAccountSummary,
  deploymentSummary,
  environmentSummary,
  externalNetworkSummary,
  hostedZoneSummary,
  type Summary,
} from './summary'

export interface ResourceByKind {
  Environment: Environment
  Deployment: Deployment
  AwsAccount: AwsAccount
  HostedZone: HostedZone
  ExternalNetwork: ExternalNetwork
}

export type Kind = keyof ResourceByKind
export type SpecOf<K extends Kind> = ResourceByKind[K]['spec']
export type StatusOf<K extends Kind> = NonNullable<ResourceByKind[K]['status']>

interface KindDefinition<K extends Kind> {
  /** Description that `kubectl explain` shows. */
  description: string
  plural: string
  singular: string
  shortNames: string[]
  spec: z.ZodType
  status: z.ZodType
  summary: Summary<StatusOf<Kind>>
  /** What it stands in or is linked with, which comes before it: the names of a resource's own, by kind. */
  needs: { [Needed in Kind]?: (resource: ResourceByKind[K]) => string[] }
  /** Fields of the spec (no field: all of it) that stay as they were created; the message says what to do instead. */
  immutable?: { field?: string; message: string }[]
}

const inAccount = ({ spec }: { spec: { awsAccount: string } }) => [spec.awsAccount]

/** Custom resources by kind: the CRDs, both stores, the mirror and who hears of whose changes are derived from it. */
export const kinds: { [K in Kind]: KindDefinition<K> } = {
  Environment: {
    description:
      "Applications of one team that run together on instances in one AWS account. The portal's mirror writes the spec; the controller brings AWS there and says in the status how far it is.",
    plural: 'environments',
    singular: 'environment',
    shortNames: ['env'],
    spec: environmentSpecSchema,
    status: environmentStatusSchema,
    summary: environmentSummary,
    needs: {
      AwsAccount: inAccount,
      HostedZone: ({ spec }) => (spec.hostedZoneLinks ?? []).map(({ hostedZone }) => hostedZone),
      // Also the one it is to be linked with no more, until that is done.
      ExternalNetwork: ({ spec, status }) => [
        ...(spec.linkedNetworks ?? []),
        ...(status?.peerings ?? []).map(({ network }) => network),
      ],
    },
    immutable: [
      {
        field: 'awsAccount',
        message: 'An environment stays in its account. Create another environment in the other account.',
      },
    ],
  },
  Deployment: {
    description:
      'A full snapshot of what an environment is to run. It never changes: the next deployment is another resource. The newest that has not failed is the desired one.',
    plural: 'deployments',
    singular: 'deployment',
    shortNames: ['sdodeploy'],
    spec: deploymentSpecSchema,
    status: deploymentStatusSchema,
    summary: deploymentSummary,
    needs: { Environment: ({ spec }) => [spec.environment] },
    immutable: [{ message: 'A deployment never changes. Create the next one instead.' }],
  },
  AwsAccount: {
    description: 'An AWS account of a team, and whether the roles in it are those that SDO needs.',
    plural: 'awsaccounts',
    singular: 'awsaccount',
    shortNames: ['awsacct'],
    spec: awsAccountSpecSchema,
    status: awsAccountStatusSchema,
    summary: awsAccountSummary,
    needs: {},
    immutable: [
      {
        field: 'accountNumber',
        message: 'The account number never changes. Delete this account and add the other one.',
      },
      {
        field: 'externalId',
        message: 'The external id never changes: the roles in the account ask for it.',
      },
    ],
  },
  HostedZone: {
    description:
      'A zone in Route 53 in which environments may have their names, and whether DNS leads to it.',
    plural: 'hostedzones',
    singular: 'hostedzone',
    shortNames: ['hzone'],
    spec: hostedZoneSpecSchema,
    status: hostedZoneStatusSchema,
    summary: hostedZoneSummary,
    needs: { AwsAccount: inAccount },
    immutable: [{ message: 'A hosted zone never changes. Delete this one and add the other one.' }],
  },
  ExternalNetwork: {
    description: 'A VPC of a team with which environments may be connected, and whether it is there.',
    plural: 'externalnetworks',
    singular: 'externalnetwork',
    shortNames: ['extnet'],
    spec: externalNetworkSpecSchema,
    status: externalNetworkStatusSchema,
    summary: externalNetworkSummary,
    needs: { AwsAccount: inAccount },
    immutable: [{ message: 'An external network never changes. Delete this one and add the other one.' }],
  },
}

/** Kinds of what a resource of this kind stands in or is linked with. */
export const kindsNeededBy = (kind: Kind): Kind[] => Object.keys(kinds[kind].needs) as Kind[]

const depthOf = (kind: Kind): number => Math.max(0, ...kindsNeededBy(kind).map((one) => depthOf(one) + 1))

/** All kinds, each after those that it needs. */
export const kindsInOrder = (Object.keys(kinds) as Kind[]).sort((a, b) => depthOf(a) - depthOf(b))
