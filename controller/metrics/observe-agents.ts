import { Counter, Histogram, type Registry } from 'prom-client'
import type { AgentAddress, AgentAnswer, Agents } from '../agents/agents'

/** Last report of an instance's agent. */
export interface AgentReport {
  address: AgentAddress
  heardAt: number
  status: AgentAnswer
}

export interface ObservedAgents extends Agents {
  /** By the client token of the instance. Whoever knows that an instance is gone deletes it here. */
  readonly reports: Map<string, AgentReport>
}

/** The client of the agents, whose calls are measured and whose answers are kept until the next one. */
export function observeAgents(agents: Agents, registry: Registry, clock: { now(): number }): ObservedAgents {
  const reports = new Map<string, AgentReport>()
  const calls = new Counter({
    name: 'sdo_agent_calls_total',
    help: 'Calls of agents by outcome.',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'sdo_agent_call_duration_seconds',
    help: 'How long calls of agents took.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  async function observe<Answer>(operation: keyof Agents, call: () => Promise<Answer>): Promise<Answer> {
    const endTimer = duration.startTimer({ operation })
    try {
      const answer = await call()
      calls.inc({ operation, outcome: 'success' })
      return answer
    } catch (error) {
      calls.inc({ operation, outcome: 'error' })
      throw error
    } finally {
      endTimer()
    }
  }
  async function keep(address: AgentAddress, asked: Promise<AgentAnswer>): Promise<AgentAnswer> {
    const status = await asked
    reports.set(address.instance, { address, heardAt: clock.now(), status })
    return status
  }
  return {
    reports,
    apply: (address, desired) =>
      keep(
        address,
        observe('apply', () => agents.apply(address, desired)),
      ),
    status: (address) =>
      keep(
        address,
        observe('status', () => agents.status(address)),
      ),
    replace: (address, replacement) =>
      keep(
        address,
        observe('replace', () => agents.replace(address, replacement)),
      ),
    resolveImages: (address, questions) =>
      observe('resolveImages', () => agents.resolveImages(address, questions)),
    usage: (address, afterEpoch) => observe('usage', () => agents.usage(address, afterEpoch)),
  }
}
