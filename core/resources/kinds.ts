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

export interface KindDefinition {
  plural: string
  singular: string
  shortNames: string[]
  spec: z.ZodType
  status: z.ZodType
  /** Fields of the spec (no field: all of it) that stay as they were created; the message says what to do instead. */
  immutable?: { field?: string; message: string }[]
  printerColumns: { name: string; type: 'string' | 'integer' | 'number' | 'date'; jsonPath: string }[]
}

/** Whether somebody keeps the controller's hands off it. */
const paused = { name: 'Paused', type: 'string', jsonPath: '.metadata.annotations.sdo\\.dev/paused' } as const
const age = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' } as const

/** One entry per custom resource: the CRDs, both stores and the mirror are derived from it. */
export const kinds: Record<Kind, KindDefinition> = {
  Environment: {
    plural: 'environments',
    singular: 'environment',
    shortNames: ['env'],
    spec: environmentSpecSchema,
    status: environmentStatusSchema,
    printerColumns: [
      { name: 'Title', type: 'string', jsonPath: '.spec.displayName' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Serving', type: 'string', jsonPath: '.status.servingDeployment' },
      { name: 'USD/h', type: 'number', jsonPath: '.status.costPerHour' },
      { name: 'Message', type: 'string', jsonPath: '.status.message' },
      paused,
      age,
    ],
  },
  Deployment: {
    plural: 'deployments',
    singular: 'deployment',
    shortNames: ['sdodeploy'],
    spec: deploymentSpecSchema,
    status: deploymentStatusSchema,
    immutable: [{ message: 'A deployment never changes. Create the next one instead.' }],
    printerColumns: [
      { name: 'Environment', type: 'string', jsonPath: '.spec.environment' },
      { name: 'Sequence', type: 'integer', jsonPath: '.spec.sequence' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Message', type: 'string', jsonPath: '.status.message' },
      age,
    ],
  },
  AwsAccount: {
    plural: 'awsaccounts',
    singular: 'awsaccount',
    shortNames: ['awsacct'],
    spec: awsAccountSpecSchema,
    status: awsAccountStatusSchema,
    immutable: [
      {
        field: 'accountNumber',
        message: 'The account number never changes. Delete this account and add the other one.',
      },
    ],
    printerColumns: [
      { name: 'Title', type: 'string', jsonPath: '.spec.displayName' },
      { name: 'Account', type: 'string', jsonPath: '.spec.accountNumber' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Message', type: 'string', jsonPath: '.status.message' },
      paused,
      age,
    ],
  },
  HostedZone: {
    plural: 'hostedzones',
    singular: 'hostedzone',
    shortNames: ['hzone'],
    spec: hostedZoneSpecSchema,
    status: hostedZoneStatusSchema,
    immutable: [{ message: 'A hosted zone never changes. Delete this one and add the other one.' }],
    printerColumns: [
      { name: 'Name', type: 'string', jsonPath: '.status.zone.name' },
      { name: 'Zone', type: 'string', jsonPath: '.spec.zoneId' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Message', type: 'string', jsonPath: '.status.message' },
      paused,
      age,
    ],
  },
  ExternalNetwork: {
    plural: 'externalnetworks',
    singular: 'externalnetwork',
    shortNames: ['extnet'],
    spec: externalNetworkSpecSchema,
    status: externalNetworkStatusSchema,
    immutable: [{ message: 'An external network never changes. Delete this one and add the other one.' }],
    printerColumns: [
      { name: 'VPC', type: 'string', jsonPath: '.spec.vpcId' },
      { name: 'Region', type: 'string', jsonPath: '.spec.region' },
      { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      { name: 'Message', type: 'string', jsonPath: '.status.message' },
      paused,
      age,
    ],
  },
}
