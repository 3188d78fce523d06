import type { TargetPool } from '../../simulator/load-balancing/target-pool'
import type {
  HealthAnswer,
  HealthQuestion,
  OpenPort,
  PortOptions,
  Traffic,
} from '../../simulator/load-balancing/traffic'

/** Carries no requests: ports are numbers, and whether a target passes its health check is for the test to say. */
export class MemoryTraffic implements Traffic {
  /** What targets answer to their checks, by `host:port`; all others pass. */
  readonly failing = new Map<string, HealthAnswer>()
  /** Pools by the URL of their load balancer, to see where a request would go. */
  readonly pools = new Map<string, (host?: string) => TargetPool | undefined>()
  /** Every health check so far. */
  readonly asked: HealthQuestion[] = []
  private ports = 0

  open(
    wish: number,
    pool: (host?: string) => TargetPool | undefined,
    options: PortOptions = {},
  ): Promise<OpenPort> {
    this.ports += 1
    const port = wish || 40_000 + this.ports
    const url = `${options.identityOf ? 'https' : 'http'}://127.0.0.1:${port}`
    this.pools.set(url, pool)
    const close = () => {
      this.pools.delete(url)
      return Promise.resolve()
    }
    return Promise.resolve({ port, url, close })
  }

  probe(question: HealthQuestion): Promise<HealthAnswer> {
    this.asked.push(question)
    const { host, port } = question
    return Promise.resolve(this.failing.get(`${host}:${port}`) ?? { status: 200 })
  }
}
