import type { AgentReplacement } from '../../../core/agent/protocol'
import { AgentUnreachableError, type AgentAddress } from '../../agents/agents'
import type { Learned, Work } from '../concern'
import type { PatchesMemory } from './memory'

/** Asks agents to give way to the present release, where that stood in the status when it was read. */
export async function carryOut({ pass, draft, observed }: Work<PatchesMemory>): Promise<Learned> {
  const { agentRelease } = pass.dependencies
  for (const { clientToken, agentPatch } of draft.status.instances) {
    const address = observed.agentAddresses.get(clientToken)
    const running = observed.reports.get(clientToken)?.release
    if (!agentRelease || !address || !running || agentPatch?.sha256 !== agentRelease.sha256) continue
    const isOver = running.sha256 === agentPatch.sha256 || running.refused?.attempt === agentPatch.epoch
    if (!isOver) await ask(pass, address, { ...agentRelease, attempt: agentPatch.epoch })
  }
  return {}
}

/** Asks an agent to give way. One that does not answer is asked again by the next pass. */
async function ask(
  { dependencies: { agents, log } }: Work['pass'],
  address: AgentAddress,
  replacement: AgentReplacement,
): Promise<void> {
  try {
    await agents.replace(address, replacement)
  } catch (error) {
    if (!(error instanceof AgentUnreachableError)) throw error
    log.debug({ err: error }, 'agent was not asked to give way')
  }
}
