import type { AgentRelease } from '../../core/agent/protocol'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { Tracing } from '../../core/tracing/span'
import type { Agents } from '../agents/agents'
import type { Cloud } from '../cloud/cloud'
import type { SharedLooks } from '../cloud/shared-looks'
import type { AsyncPlanner } from '../planner/planner-pool'
import type { Outcome } from '../reconcile/outcome'
import type { ResourceStore } from '../store/store'
import type { ZoneRecords } from '../zone-records/zone-records'
import type { EnvironmentMetrics } from './environment-metrics'
import type { LaunchPace } from './launch-pace'
import type { Limits } from './policy'

/** All that the environment reconciler needs from others. */
export interface EnvironmentDependencies {
  store: ResourceStore
  cloud: Cloud
  /** Shared by all environments. */
  zoneRecords: ZoneRecords
  /** Shared by all environments. */
  sharedLooks: SharedLooks
  /** Shared by all environments. */
  launchPace: LaunchPace
  agents: Agents
  planner: AsyncPlanner
  clock: Pick<Clock, 'now'>
  /** Whether the Spot warnings of an account are heard, by resource name. */
  spotWarnings: { of(awsAccount: string): Outcome }
  /** 32 bytes, from which each instance's key is derived. */
  masterKey: Buffer
  /** The release that agents are replaced by. Absent: no agent is replaced. */
  agentRelease?: AgentRelease
  metrics?: EnvironmentMetrics
  /** Given where somebody collects traces. */
  tracing?: Tracing
  log: Logger
  limits: Limits
  /** IPv4 ranges from which the provider reaches the agents. */
  controlCidrs: string[]
}
