import type { HealthAnswer, HealthQuestion } from '../../simulator/load-balancing/traffic'
import type { FakeAgents } from './fake-agents'
import { MemoryTraffic } from './memory-traffic'

/** Health checks reach the processes of the fake agents. */
export class AgentTraffic extends MemoryTraffic {
  constructor(private readonly agents: FakeAgents) {
    super()
  }
  override probe(question: HealthQuestion): Promise<HealthAnswer> {
    return Promise.resolve(this.agents.answerTo(question))
  }
}
