import type { AwsAccountStatus } from '../../core/resources/aws-account'
import type { DeploymentStatus } from '../../core/resources/deployment'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { ResourceEvent } from '../../core/resources/events'

export const buildAwsAccountStatus = (changes: Partial<AwsAccountStatus> = {}): AwsAccountStatus => ({
  observedGeneration: 1,
  phase: 'Ready',
  message: '',
  conditions: [],
  answeredVerifyRequest: 0,
  isExaminationRoleIncorrect: false,
  roles: [],
  ...changes,
})

export const buildEnvironmentStatus = (changes: Partial<EnvironmentStatus> = {}): EnvironmentStatus => ({
  observedGeneration: 1,
  phase: 'Ready',
  message: 'Healthy',
  conditions: [],
  network: { subnets: [] },
  instances: [],
  processes: [],
  loadBalancers: [],
  costPerHour: 0,
  events: [],
  lastEventSequence: 0,
  ...changes,
})

export const buildDeploymentStatus = (changes: Partial<DeploymentStatus> = {}): DeploymentStatus => ({
  observedGeneration: 1,
  phase: 'Live',
  message: '',
  conditions: [],
  ...changes,
})

export const buildEvent = (sequence: number, message = `Line ${sequence}`): ResourceEvent => ({
  sequence,
  epoch: 1_700_000_000_000 + sequence,
  severity: 'INFO',
  type: 'network',
  message,
})
