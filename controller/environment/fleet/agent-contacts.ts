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

  /** Takes over which calls were not answered since the last pass. */
  noteSilence(since: ReadonlyMap<string, number>): void {
    for (const [clientToken, epoch] of since)
      if (this.addresses.has(clientToken) && !this.silentSince.has(clientToken))
        this.silentSince.set(clientToken, epoch)
  }

  forget(clientToken: string): void {
    this.addresses.delete(clientToken)
    this.silentSince.delete(clientToken)
  }
}
