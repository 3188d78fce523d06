import type { LoadBalancerState } from '../state'
import type { TargetGroups } from './target-groups'
import type { OpenPort, Traffic } from './traffic'
import type { World } from '../world'

/** The local ports of load balancers: each has one, which serves its first listener and stays the same over restarts. */
export class LoadBalancerPorts {
  private readonly openPorts = new Map<string, OpenPort>()

  constructor(
    private readonly world: World,
    private readonly traffic: Traffic,
    private readonly targetGroups: TargetGroups,
  ) {}

  /** Opens the port of a load balancer that exists or is about to. `wish` 0 takes any port. */
  async open(loadBalancerId: string, wish: number): Promise<OpenPort> {
    const open = await this.traffic.open(wish, () => {
      const loadBalancer = this.find(loadBalancerId)
      const listener = loadBalancer?.listeners[0]
      const isActive = loadBalancer && loadBalancer.activeEpoch <= this.world.clock.now()
      return isActive && listener ? this.targetGroups.poolOf(listener.targetGroupId) : undefined
    })
    this.openPorts.set(loadBalancerId, open)
    return open
  }

  /** Opens the ports of all load balancers again after a restart. */
  async resume(): Promise<void> {
    for (const { loadBalancers } of Object.values(this.world.state.accounts))
      for (const loadBalancer of Object.values(loadBalancers)) {
        const { port, url } = await this.open(loadBalancer.id, loadBalancer.localPort)
        loadBalancer.localPort = port
        loadBalancer.url = url
      }
  }

  /** Closes the port of a load balancer that is gone or never came to be. */
  async closeUnused(loadBalancerId: string): Promise<void> {
    if (this.find(loadBalancerId)) return
    const open = this.openPorts.get(loadBalancerId)
    this.openPorts.delete(loadBalancerId)
    await open?.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.openPorts.values()].map((open) => open.close()))
    this.openPorts.clear()
  }

  private find(id: string): LoadBalancerState | undefined {
    for (const { loadBalancers } of Object.values(this.world.state.accounts))
      if (loadBalancers[id]) return loadBalancers[id]
    return undefined
  }
}
