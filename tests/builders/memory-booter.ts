import type { BootedAgent, InstanceBooter } from '../../simulator/booter'
import type { LaunchRequest } from '../../controller/cloud/cloud'

/** Boots nothing: keeps in memory which instances would have an agent, and under which address. */
export class MemoryBooter implements InstanceBooter {
  /** Instance id to its agent, of those that are up. */
  readonly agents = new Map<string, BootedAgent & { bootstrap: LaunchRequest['bootstrap'] }>()
  private boots = 0

  /** `host` is where all agents, and so all processes, are said to be. */
  constructor(private readonly host = '127.0.0.1') {}

  boot({ instanceId, bootstrap }: Parameters<InstanceBooter['boot']>[0]): Promise<BootedAgent> {
    this.boots += 1
    const agent = { host: this.host, port: 20_000 + this.boots }
    this.agents.set(instanceId, { ...agent, bootstrap })
    return Promise.resolve(agent)
  }

  adopt(instanceId: string): Promise<BootedAgent | undefined> {
    const agent = this.agents.get(instanceId)
    return Promise.resolve(agent && { host: agent.host, port: agent.port })
  }

  halt(instanceId: string): Promise<void> {
    this.agents.delete(instanceId)
    return Promise.resolve()
  }
}
