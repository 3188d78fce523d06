import { Agent, type RequestOptions } from 'node:https'

/** Less than the 65 seconds after which the agent of an instance closes an idle connection. */
const idleMilliseconds = 45_000

/** Options of a connection to one instance. */
export interface InstanceConnection extends RequestOptions {
  instance: string
}

/**
 * Kept connections, one or two for each instance: the key of an instance proved it when it was made, so it is used again for that instance
 * only, whatever else may listen at its address by then.
 */
export class AgentConnections extends Agent {
  constructor() {
    super({
      keepAlive: true,
      maxSockets: 2,
      maxFreeSockets: 1,
      timeout: idleMilliseconds,
      // A session resumed would be a connection that the key did not prove.
      maxCachedSessions: 0,
      // There is no certificate: the key is the proof. Said here, as newer Nodes keep no connection of a request that brings a check of its own.
      checkServerIdentity: () => undefined,
    })
  }

  override getName(options?: RequestOptions): string {
    return `${super.getName(options)}:${(options as InstanceConnection | undefined)?.instance ?? ''}`
  }
}
