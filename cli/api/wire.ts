import type { ScalingMeasure } from '../../core/application/scaling-measures'
import type { DeploymentKind } from '../../core/deployment/deployment-state'
import type { Level } from '../../core/output/levels'
import type { DeploymentState, StatusType } from '../../core/resources/wire-states'
import type { DeployedChoice } from '../../core/environment/choices'
import type { LogType } from '../../core/resources/events'

/** What the command line reads of the answers of /v1. `tests/architecture/cli-wire.test.ts` holds it against what SDO answers. */
export interface Caller {
  kind: 'human' | 'integration'
  id: string
  name: string
  email?: string
  isAdmin: boolean
  expiresEpoch: number
}

export interface DeviceCode {
  deviceCode: string
  userCode: string
  verificationUri: string
  verificationUriComplete: string
  /** In seconds. */
  expiresIn: number
  interval: number
}

export interface DeviceToken {
  result: 'PENDING' | 'SUCCESS'
  /** With SUCCESS. */
  token?: string
  /** With SUCCESS: has the next login not wait for strangers of the same network. */
  returnTicket?: string
}

export interface ApplicationList {
  applications: {
    id: string
    name: string
    live: {
      environmentName: string
      versionName: string
      numHealthy: number
      numWanted: number
      isUnstable: boolean
    }[]
  }[]
  nextCursor: string | null
}

export interface ApplicationDetail {
  id: string
  name: string
  integrationId: string
}

export interface VersionList {
  versions: { id: string; name: string; dockerTag: string; createdEpoch: number }[]
  nextCursor: string | null
}

export interface VersionDeclared {
  id: string
  autoDeployed: boolean
  deploymentId?: string
  message: string
  costStep?: CostChange
}

export interface EnvironmentList {
  environments: {
    id: string
    name: string
    statusType: StatusType
    statusMessage: string
    needsAttention?: true
    awsAccountName: string
    numHealthy: number
    numProcesses: number
    costPerHour: number
  }[]
}

export interface EnvironmentStatus {
  statusType: StatusType
  statusMessage: string
  needsAttention?: true
  isDeleting: boolean
}

export interface Overview {
  /** Absent from a portal of an earlier release. */
  sleep?: { isAsleep: boolean; isPending?: true; sinceEpoch?: number; by?: string; nextEpoch?: number }
  applications: {
    applicationId: string
    applicationName: string
    liveVersionName?: string
    deployingVersionName?: string
    numHealthy: number
    numWanted: number
    scaling?: {
      min: number
      max: number
      targetPercentage?: number
      targetMemoryPercentage?: number
      usedMeasure?: ScalingMeasure
      targetRequests?: number
      usedPercentage?: number
      usedRequests?: number
      isBlind?: true
      isShort?: true
    }
    schedule?: { processes: number; untilEpoch: number; timeZone: string }
    isUnstable?: true
    restarts?: number
    memoryKills?: number
    downSinceEpoch?: number
    urls: string[]
    wildcards?: string[]
  }[]
  costPerHour: {
    instances: number
    addressesAndDisks?: number
    loadBalancers: number
    total: number
    onDemand?: number
    fargate?: number
  }
  gapPercentage?: number
}

export interface PresentUsage {
  processes: {
    environmentId: string
    environmentName: string
    applicationName: string
    processId: string
    asks: { cpuCount: number; memoryMb: number }
    used: { cores: number; throttled?: number; memoryMb?: number }
  }[]
}

export interface PastDeployment {
  id: string
  sequence: number
  state: DeploymentState
  kind: DeploymentKind
  message: string
  createdEpoch: number
  environmentVersionId?: string
  isRevertible: boolean
  undoneBySequence?: number
}

export interface DeploymentList {
  deployments: PastDeployment[]
}

export interface Progress {
  wanted: number
  placed: number
  pulled: number
  started: number
  healthy: number
  serving: number
  hasPorts: boolean
  launching: number
  leaving: number
  shortage?: string
}

/** Event of a deployment's stream, sent at each change. */
export interface DeploymentNews {
  id: string
  environmentId: string
  environmentName: string
  sequence: number
  state: DeploymentState
  message: string
  progress?: Progress
  output: string[]
  finishedEpoch?: number
  /** Id of the newer automatic deployment that took its place while it waited. */
  supersededBy?: string
}

/** The outcome of a deployment. */
export interface Outcome {
  /** Address of its page. */
  page: string
  /** Addresses of the applications that it brings. */
  urls: string[]
  /** Names with a star that lead to them. */
  wildcards?: string[]
  /** Names that do not lead to them, because somebody else has them. */
  unansweredNames: { name: string; message: string }[]
  costPerHour: number
  /** Present while it is live and is undone where it gets unhealthy. */
  watchSecondsLeft?: number
  /** Present once its undo was asked for. */
  undoneBy?: { sequence: number; reason: string }
}

export interface LogLine {
  id: number
  type: LogType
  createdEpoch: number
  message: string
  severity: 'INFO' | 'ERROR'
}

/** A line that a process printed. */
export interface PrintedLine {
  epoch: number
  processId: string
  applicationId: string
  applicationName: string
  level?: Level
  text: string
}

export interface FoundLines {
  /** Oldest first. */
  lines: PrintedLine[]
  fromEpoch: number
  /** Exclusive. */
  untilEpoch: number
  /** All lines from here on are in `lines`; before, only where it is the start. */
  reachedEpoch: number
  /** Applications that one search could not cover. */
  unsearched?: { name: string }[]
}

/** The answer to whatever queues a deployment. */
export interface Queued {
  /** Absent when nothing was queued because the warning has to be confirmed first. */
  result?: 'SUCCESS' | 'STATE_MISSMATCH'
  id?: string
  showFirstDeployWarning: boolean
  costStep?: CostChange
  atMostPerHour?: CostChange
  /** What the vCPU quotas do not leave room for. */
  vcpuShortage?: string
}

/** USD an hour at most. */
export interface CostChange {
  before: number
  after: number
}

/** The answer to a change of settings. */
export interface SettingsChange {
  /** Present where nothing was changed, because somebody has to confirm what it costs. */
  costStep?: CostChange
  /** Present where another admin has to approve it first. */
  awaitsApproval?: true
  deploymentId?: string
  vcpuShortage?: string
}

export interface Overridden extends SettingsChange {
  /** By scaling or a schedule; absent where nothing was changed. */
  mostProcesses?: number
}

export interface PromoteView {
  environmentName: string
  environmentVersionsState: string
  promoteCandidates: { environmentId: string; environmentName: string; environmentVersionId: string }[]
}

export interface RevertView {
  environmentVersionId: string
  environmentVersionsState: string
  sequence: number
  refusal?: string
}

export interface DeploymentView {
  environmentName: string
  deployment: { sequence: number; requestedBy?: string }
  difference: {
    applications: {
      applicationName: string
      type: 'add' | 'change' | 'remove' | 'same'
      versionName?: string
      previousVersionName?: string
      facts: { fact: string; before?: string; after?: string }[]
      lostPorts: number[]
    }[]
  } & { [Choice in DeployedChoice]?: { before: string; after: string } }
  /** USD an hour. */
  atMostPerHour?: CostChange
  vcpuShortage?: string
  /** Present while it waits for approval. */
  approval?: {
    environmentVersionsState: string
    canDecline: boolean
    canApprove: boolean
    whyNot?: string
    unresolvedImages: { applicationName: string; image: string; tag: string; message?: string }[]
  }
  earlier?: { sequence: number; environmentVersionId: string }
}

export interface Approved {
  result: 'SUCCESS' | 'STATE_MISSMATCH'
}

/** Values by the names of variables, and ARNs of secrets by those that they stand for. */
export interface Variables {
  environmentVariables: Record<string, string>
  secrets: Record<string, string>
}

export interface ApplicationConfig extends Variables {
  revision: string
}

export interface EnvironmentProcesses {
  deployedApplications: EnvironmentApplication[]
  undeployedApplications: EnvironmentApplication[]
  excludedApplications: EnvironmentApplication[]
}

export interface EnvironmentApplication {
  applicationId: string
  overrideConfig?: Variables & { numProcesses?: number }
  revision: string
}

export interface AccountList {
  awsAccount: { id: string; name: string; accountNumber: string; statusType: string }[]
}

export interface AccountRoles {
  name: string
  status: string
  statusMessage: string
  checks: { name: string; outcome: 'good' | 'attention' | 'unknown'; found: string; remedy?: string }[]
  checkedEpoch?: number
}

export interface UserList {
  /** The same in each part of the list. */
  integrationUsers: { id: string; name: string; tokens: IntegrationToken[] }[]
  nowEpoch: number
}

export interface IntegrationToken {
  id: string
  maskedToken: string
  createdEpoch: number
  expirationEpoch: number
  lastUsedEpoch: number | null
}

interface Spent {
  usd: number
  lines: {
    spot: number
    onDemand: number
    surplusCpu: number
    addresses: number
    disks: number
    loadBalancers: number
    capacityUnits?: number
    logs?: number
    notSplit: number
  }
}

export interface MonthCost {
  month: string
  spent: Spent
  projected: Spent
  leavesOut: string[]
}
