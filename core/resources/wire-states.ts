import type { AwsAccountStatus } from './aws-account'
import type { DeploymentStatus } from './deployment'
import type { EnvironmentStatus } from './environment'

/**
 * The vocabularies of states that programs know from /v1, each another one. Inside, a resource says its `phase`; what people and programs
 * are told follows from it here and nowhere else, where the mirror writes it into the row.
 */

/** States of a deployment: a number each, also in its row. */
export const deploymentStates = {
  QUEUED: 0,
  DEPLOYING: 1,
  LIVE: 2,
  FAILED: 3,
  RETIRED: 4,
  AWAITING_APPROVAL: 5,
} as const
export type DeploymentState = (typeof deploymentStates)[keyof typeof deploymentStates]

const stateByPhase: Record<DeploymentStatus['phase'], DeploymentState> = {
  Deploying: deploymentStates.DEPLOYING,
  Live: deploymentStates.LIVE,
  Failed: deploymentStates.FAILED,
  Retired: deploymentStates.RETIRED,
}

export const deploymentStateOf = (phase: DeploymentStatus['phase']): DeploymentState => stateByPhase[phase]

/** How a step of some work stands: a number each. */
export const outcomes = { IN_PROGRESS: 0, SUCCESS: 1, FAILURE: 2, FUTURE: 3 } as const
export type Outcome = (typeof outcomes)[keyof typeof outcomes]

/** States of an environment: its `statusType`. */
export const statusTypes = ['INITIAL', 'READY', 'WORKING', 'FAILURE'] as const
export type StatusType = (typeof statusTypes)[number]

const statusTypeByPhase: Record<EnvironmentStatus['phase'], StatusType> = {
  Initial: 'INITIAL',
  Ready: 'READY',
  Working: 'WORKING',
  Failure: 'FAILURE',
  Deleting: 'WORKING',
}

export const statusTypeOf = (phase: EnvironmentStatus['phase']): StatusType => statusTypeByPhase[phase]

/** States of an AWS account: its `status`. */
export const awsAccountStates = [
  'INITIALIZING',
  'INITIAL_SETUP',
  'CONFIGURATION_CHANGE',
  'UPDATING_STATUS',
  'DELETING',
  'FAILURE',
  'SUCCESS',
] as const
export type AwsAccountState = (typeof awsAccountStates)[number]

const awsAccountStateByPhase: Record<AwsAccountStatus['phase'], AwsAccountState> = {
  Initializing: 'INITIALIZING',
  SetupNeeded: 'INITIAL_SETUP',
  UpdateNeeded: 'CONFIGURATION_CHANGE',
  Examining: 'UPDATING_STATUS',
  Deleting: 'DELETING',
  Failure: 'FAILURE',
  Ready: 'SUCCESS',
}

export const awsAccountStateOf = (phase: AwsAccountStatus['phase']): AwsAccountState =>
  awsAccountStateByPhase[phase]

/** States of a hosted zone: its phases are spelled so as well. */
export const hostedZoneStates = [
  'INITIAL_SETUP',
  'UPDATING_RECORDS',
  'DELETING',
  'DELETION_FAILURE',
  'INITIAL_SETUP_FAILURE',
  'HEALTHY',
  'DNS_MISSMATCH',
] as const
export type HostedZoneState = (typeof hostedZoneStates)[number]

/** States of an external network: its phases are spelled so as well. */
export const externalNetworkStates = [
  'INITIAL_SETUP',
  'DELETING',
  'DELETION_FAILURE',
  'INITIAL_SETUP_FAILURE',
  'HEALTHY',
] as const
export type ExternalNetworkState = (typeof externalNetworkStates)[number]

/** States of a hosted zone at an environment. */
export const hostedZoneLinkStates = ['ASSOCIATED', 'IN_PROGRESS', 'QUEUED', 'REMOVING'] as const
export type HostedZoneLinkState = (typeof hostedZoneLinkStates)[number]
