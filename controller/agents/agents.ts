import type {
  AgentReplacement,
  AgentStatus,
  AgentUsage,
  DesiredProcesses,
  ImageDigests,
  ImageQuestions,
} from '../../core/agent/protocol'

export interface AgentAddress {
  host: string
  port: number
  /** Client token of the instance: says which key both sides must hold. */
  instance: string
}

/** The agent did not answer, or what answered could not prove to be it. */
export class AgentUnreachableError extends Error {
  override name = 'AgentUnreachableError'
}

/** What an agent says, and whether it could not be given the key of the first master key. */
export type AgentAnswer = AgentStatus & { holdsOlderKey?: boolean }

/** The client of the agent protocol. Rejects with AgentUnreachableError only. */
export interface Agents {
  apply(address: AgentAddress, desired: DesiredProcesses): Promise<AgentAnswer>
  status(address: AgentAddress): Promise<AgentAnswer>
  /** Asks the agent to give way to another release; its next status says what becomes of it. */
  replace(address: AgentAddress, replacement: AgentReplacement): Promise<AgentAnswer>
  /** Has registries asked, with the rights of the instance, what tags mean now. The answers are in the order of the questions. */
  resolveImages(address: AgentAddress, questions: ImageQuestions): Promise<ImageDigests>
  /** What processes used in minutes after one, oldest first. There may be more than are answered. An agent of an older release cannot tell. */
  usage(address: AgentAddress, afterEpoch: number): Promise<AgentUsage>
}
