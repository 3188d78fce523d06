import type { Pool } from '../../../core/catalogue/pool'
import type { AgentBootstrap } from '../../../core/agent/protocol'
import type { Tags } from '../../../core/aws/ownership'
import type { Tagged } from './network'

export type InstanceState = 'pending' | 'running' | 'stopping' | 'terminated'

/** Why the cloud ended an instance, in its words: `Client.…` for what the account asked for or does not allow, `Server.…` for the rest. */
export interface EndReason {
  code: string
  message: string
}

export interface Instance extends Tagged, Pool {
  clientToken: string
  state: InstanceState
  /** Address of its agent, once it has one. */
  agent: { host: string; port: number } | undefined
  launchedEpoch: number
  /** The machine image that it was launched from. */
  imageId?: string
  /** Of one that is ending, or has ended. */
  endReason?: EndReason
}

/** The machine image that instances boot from. */
export interface MachineImage {
  id: string
  publishedEpoch: number
}

export interface LaunchRequest extends Pool {
  /** Launches an instance; the same token always gives the same one. */
  clientToken: string
  subnetId: string
  securityGroupIds: string[]
  bootstrap: Omit<AgentBootstrap, 'listenHost' | 'listenPort' | 'runtime'>
  tags: Tags
}

export interface Instances {
  /** All instances with these tags, terminated ones only as long as the cloud still shows them. May lag behind a launch. */
  list(tags: Tags): Promise<Instance[]>
  /** @throws CloudError insufficient-capacity, quota-exceeded */
  launch(request: LaunchRequest): Promise<Instance>
  /** Those of them that AWS knows by their ids, whatever tags they have; it forgets a terminated one after a while. */
  describe(ids: string[]): Promise<Instance[]>
  /** What AWS does not know is taken as done: it may run all the same, since AWS can say so for minutes. */
  terminate(ids: string[]): Promise<void>
  /** The image that is launched now: the newest one published, unless Amazon took it back. */
  currentImage(): Promise<MachineImage>
}
