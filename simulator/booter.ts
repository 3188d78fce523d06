import type { LaunchRequest } from '../controller/cloud/cloud'

export interface BootedAgent {
  host: string
  port: number
  /** Id of the agent's process, where it has one, and of its process group. */
  pid?: number
}

/** Boots launched instances: each becomes a machine with an agent on it. */
export interface InstanceBooter {
  /** Starts the agent and resolves once it listens. Replaces what an earlier boot of the instance may have left. */
  boot(instance: { instanceId: string; bootstrap: LaunchRequest['bootstrap'] }): Promise<BootedAgent>
  /** Finds the agent that an earlier process booted, if it still lives. */
  adopt?(instanceId: string): Promise<BootedAgent | undefined>
  /** Ends the agent and all it started, at once. `forget`: the instance never comes back. Nothing there is fine. */
  halt(instanceId: string, options: { forget: boolean }): Promise<void>
}
