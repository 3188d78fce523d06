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

interface KindDefinition {
  /** Description that `kubectl explain` shows. */
  description: string
  plural: string
  singular: string
  shortNames: string[]
  spec: z.ZodType
  status: z.ZodType
  summary: Summary<StatusOf<Kind>>
  /** Kinds of what it stands in or is linked with, which comes before it. */
  needs: Kind[]
  /** Fields of the spec (no field: all of it) that stay as they were created; the message says what to do instead. */
  immutable?: { field?: string; message: string }[]
}

/** Custom resources by kind: the CRDs, both stores and the mirror are derived from it. */
export const kinds: Record<Kind, KindDefinition> = {
  Environment: {
    description:
      "Applications of one team that run together on instances in one AWS account. The portal's mirror writes the spec; the controller brings AWS there and says in the status how far it is.",
    plural: 'environments',
    singular: 'environment',
    shortNames: ['env'],
    spec: environmentSpecSchema,
    status: environmentStatusSchema,
    summary: environmentSummary,
    needs: ['AwsAccount', 'HostedZone', 'ExternalNetwork'],
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
    needs: ['Environment'],
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
    needs: [],
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
    needs: ['AwsAccount'],
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
    needs: ['AwsAccount'],
    immutable: [{ message: 'An external network never changes. Delete this one and add the other one.' }],
  },
}

const depthOf = (kind: Kind): number => Math.max(0, ...kinds[kind].needs.map((one) => depthOf(one) + 1))

/** All kinds, each after those that it needs. */
export const kindsInOrder = (Object.keys(kinds) as Kind[]).sort((a, b) => depthOf(a) - depthOf(b))
