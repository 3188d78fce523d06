import type { HumanActor } from '../../../app/services/actor/actor'
import type { Services } from '../../../app/services/services'
import type { AgentRelease } from '../../../core/agent/protocol'

/** The product, which runs in this process, and the person who uses it. */
export interface TrialProduct {
  services: Services
  actor: HumanActor
  /** Has the controller work from now on with agents of this release; the first time, it starts. */
  useAgents(release: AgentRelease): Promise<void>
  /** Whether there is a controller. */
  isRunning(): boolean
}
