import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import type { ContainerRuntime, FoundContainer } from '../containers/runtime'
import type { ProcessCredentials } from '../credentials/process-credentials'
import type { ProcessOutput } from '../output/process-output'
import type { ProcessSecrets } from '../secrets/process-secrets'
import type { KeptProcess } from '../state/agent-state'
import type { UsageMinutes } from '../usage/usage-minutes'
import type { HealthProbe } from './health-probe'
import type { HostPorts } from './host-ports'
import type { StopRequest, StopRequests } from './stop-requests'

export interface SupervisionDependencies {
  runtime: ContainerRuntime
  clock: Clock
  log: Logger
  hostPorts: HostPorts
  probe: HealthProbe
  stopRequests: StopRequests
  /** The address of a stop request, for the process to poll. */
  stopUrl: (stopRequest: StopRequest) => string
  credentials: ProcessCredentials
  secrets: ProcessSecrets
  output: ProcessOutput
  usage: UsageMinutes
  /** Something changed that the next agent has to know. */
  keep: () => void
}

/** The beginning of a supervision: a definition alone, or the facts of an earlier agent that left the process running. */
export interface Beginning extends Omit<KeptProcess, 'stopToken'> {
  stopToken?: string
  found?: FoundContainer
}
