import type { Instance } from '../../cloud/cloud'
import type { Memory } from '../memory'

/** Keeps where an instance's agent listens, as soon as the cloud knows it. */
export function rememberAddress(
  { agentAddresses }: Pick<Memory, 'agentAddresses'>,
  { clientToken, agent }: Pick<Instance, 'clientToken' | 'agent'>,
): void {
  if (agent) agentAddresses.set(clientToken, { ...agent, instance: clientToken })
}
