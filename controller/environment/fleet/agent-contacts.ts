import type { AgentAddress } from '../../agents/agents'
import type { Instance } from '../../cloud/cloud'

/** What is remembered of the agents of a fleet, by client token of their instance. */
export class AgentContacts {
  readonly addresses = new Map<string, AgentAddress>()
  /** First of the unanswered calls in a row. */
  readonly silentSince = new Map<string, number>()

  /** Keeps where an instance's agent listens, as soon as the cloud knows it. */
  remember({ clientToken, agent }: Instance): void {
    if (agent) this.addresses.set(clientToken, { ...agent, instance: clientToken })
  }

  forget(clientToken: string): void {
    this.addresses.delete(clientToken)
    this.silentSince.delete(clientToken)
  }
}
