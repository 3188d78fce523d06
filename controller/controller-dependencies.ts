import type { AgentRelease } from '../core/agent/protocol'
import type { Logger } from '../core/logging/logger'
import type { Clock } from '../core/time/clock'
import type { Tracing } from '../core/tracing/span'
import type { Agents } from './agents/agents'
import type { Cloud } from './cloud/cloud'
import type { Delegations } from './delegation/delegations'
import type { Limits } from './environment/policy'
import type { PortalDatabase } from './mirror/portal-database'
import type { AsyncPlanner } from './planner/planner-pool'
import type { Elect } from './runtime/elect-in-thread'
import type { ControllerMetrics } from './runtime/metrics'
import type { LeasePace } from './runtime/run-shards'
import type { ResourceStore } from './store/store'

export interface ControllerDependencies {
  store: ResourceStore
  cloud: Cloud
  delegations: Delegations
  agents: Agents
  planner: AsyncPlanner
  /** The portal's database, which the mirror bridges to the store. Open and migrated; stays open. */
  database: PortalDatabase
  clock: Clock
  log: Logger
  /** 32 bytes, from which the key of each new instance is derived. */
  masterKey: Buffer
  /** The account in which SDO itself runs, 12 digits. */
  platformAccountNumber: string
  /** IPv4 ranges from which the provider reaches the agents. */
  controlCidrs: string[]
  limits?: Partial<Limits>
  /** The release that agents are replaced by. Absent: no agent is replaced. */
  agentRelease?: AgentRelease
  /** Unlike any other controller process's, also unlike that of this one before it was restarted. */
  identity: string
  /** Holds the leases and says which shards to lead; default: this thread, by the leases of the store. */
  elect?: Elect
  election?: LeasePace
  /** Address on which health and metrics are served; absent, none. */
  health?: { host?: string; port: number }
  /** Metrics of whoever measures the controller; default: its own. */
  metrics?: ControllerMetrics
  /** Given where somebody collects traces. Whoever gives it stops it. */
  tracing?: Tracing
}
