import type { FakeAgents } from './fake-agents'
import { MemoryTraffic } from './memory-traffic'

/** Health checks reach the processes of the fake agents. */
export class AgentTraffic extends MemoryTraffic {
  constructor(private readonly agents: FakeAgents) {
    super()
  }
  override probe(_host: string, port: number): Promise<boolean> {
    return Promise.resolve(this.agents.answersOn(port))
  }
}
