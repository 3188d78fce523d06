import { randomBytes } from 'node:crypto'
import type { AwsAccountSpec } from '../../../core/resources/aws-account'
import type { DeploymentSpec } from '../../../core/resources/deployment'
import type { EnvironmentSpec, EnvironmentStatus } from '../../../core/resources/environment'

export const uniqueName = (prefix: string) => `${prefix}-${randomBytes(4).toString('hex')}`

export const buildEnvironmentSpec = (changes: Partial<EnvironmentSpec> = {}): EnvironmentSpec => ({
  displayName: 'Production',
  awsAccount: 'main',
  spotStrategy: 'ALL_BUT_ONE',
  overrides: [{ applicationId: 'web', count: 3, roles: { default: 'arn:aws:iam::111122223333:role/web' } }],
  ...changes,
})

export const buildEnvironmentStatus = (changes: Partial<EnvironmentStatus> = {}): EnvironmentStatus => ({
  observedGeneration: 1,
  phase: 'Working',
  message: 'Creating the network.',
  conditions: [],
  network: { vpcId: 'vpc-1', subnets: [{ id: 'subnet-1', zone: 'us-east-1a', cidr: '10.0.0.0/20' }] },
  instances: [],
  processes: [],
  loadBalancers: [],
  costPerHour: 0.0416,
  events: [],
  lastEventSequence: 0,
  ...changes,
})

export const buildDeploymentSpec = (changes: Partial<DeploymentSpec> = {}): DeploymentSpec => ({
  environment: 'production',
  sequence: 1,
  applications: [
    {
      applicationId: 'web',
      name: 'Web',
      versionId: 'v1',
      versionName: '1.0',
      image: 'sdo/sample',
      tag: '1',
      cpu: 0.25,
      memoryMb: 256,
      count: 2,
      maxSpotPercentage: 100,
      ports: [{ port: 8080 }],
      roles: {},
      environmentVariables: { LOG_LEVEL: 'debug', MOTTO: 'two\nlines' },
      secrets: { DATABASE_URL: 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/secrets/database' },
    },
  ],
  ...changes,
})

export const buildAwsAccountSpec = (changes: Partial<AwsAccountSpec> = {}): AwsAccountSpec => ({
  displayName: 'Main',
  accountNumber: '111122223333',
  externalId: 'external-1',
  isEnvironmentHolder: true,
  verifyRequest: 0,
  forceDelete: false,
  ...changes,
})
