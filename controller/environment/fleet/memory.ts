import type { AgentAddress } from '../../agents/agents'
import type { Instance } from '../../cloud/cloud'
import type { Observation } from '../concern'

/** Memory of a fleet, by client token. */
export interface FleetMemory {
  agentAddresses: Map<string, AgentAddress>
  /** First of the unanswered calls in a row. */
  silentSince: Map<string, number>
}

export const emptyMemory = (): FleetMemory => ({ agentAddresses: new Map(), silentSince: new Map() })

/** Keeps where an instance's agent listens, as soon as the cloud knows it. */
export function rememberAddress({ agentAddresses }: FleetMemory, { clientToken, agent }: Instance): void {
  if (agent) agentAddresses.set(clientToken, { ...agent, instance: clientToken })
}

export const recall = (_status: unknown, memory: FleetMemory): Partial<Observation> => ({
  agentAddresses: new Map(memory.agentAddresses),
  silentSince: new Map(memory.silentSince),
})
