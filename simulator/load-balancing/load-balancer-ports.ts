import { httpsPort } from '../../controller/cloud/cloud'
import { CertificateKeys } from '../certificates/certificate-keys'
import type { ListenerState, LoadBalancerState } from '../state'
import { routeOf, type Route } from './route-request'
import type { TargetGroups } from './target-groups'
import type { OpenPort, Traffic } from './traffic'
import type { World } from '../world'

/**
 * The local ports of load balancers, which stay the same over restarts: each has one, which serves its first listener, another one while it
 * listens on HTTPS, and one for each further listener that forwards HTTP.
 */
export class LoadBalancerPorts {
  private readonly openPorts = new Map<string, OpenPort>()
  private readonly httpsPorts = new Map<string, OpenPort>()
  /** Of further listeners, by load balancer and port. */
  private readonly furtherPorts = new Map<string, OpenPort>()
  private readonly keys: CertificateKeys
  private turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly world: World,
    private readonly traffic: Traffic,
    private readonly targetGroups: TargetGroups,
  ) {
    this.keys = new CertificateKeys(world)
  }

  /** Opens the port of a load balancer that exists or is about to. `wish` 0 takes any port. */
  async open(loadBalancerId: string, wish: number): Promise<OpenPort> {
    const first = (host?: string) => this.routeOf(this.findActive(loadBalancerId)?.listeners[0], host)
    const open = await this.traffic.open(wish, (host) => this.poolOf(first(host)), {
      redirectPort: (host) =>
        first(host)?.action === 'redirect' ? this.httpsPorts.get(loadBalancerId)?.port : undefined,
      isUnknown: (host) => first(host)?.action === 'not-found',
    })
    this.openPorts.set(loadBalancerId, open)
    return open
  }

  /** Opens and closes the ports of further listeners and of HTTPS, as the listeners say; one call after the other, so that none is opened twice. */
  sync(loadBalancerId: string): Promise<void> {
    const done = this.turn.then(async () => {
      await this.syncFurther(loadBalancerId)
      await this.syncHttps(loadBalancerId)
    })
    this.turn = done.catch(() => undefined)
    return done
  }

  private async syncFurther(loadBalancerId: string): Promise<void> {
    const balancer = this.find(loadBalancerId)
    const further =
      balancer?.listeners.filter((one, index) => isPlain(one) && (index > 0 || one.localPort)) ?? []
    for (const listener of further) {
      const key = keyOf(loadBalancerId, listener)
      if (this.furtherPorts.has(key)) continue
      const present = () =>
        this.findActive(loadBalancerId)?.listeners.find(({ port }) => port === listener.port)
      const open = await this.traffic.open(listener.localPort ?? 0, (host) =>
        this.poolOf(this.routeOf(present(), host)),
      )
      this.furtherPorts.set(key, open)
      Object.assign(listener, { localPort: open.port, url: open.url })
      await this.world.save()
    }
    const wanted = new Set(further.map((listener) => keyOf(loadBalancerId, listener)))
    for (const [key, open] of this.furtherPorts)
      if (key.startsWith(keyOf(loadBalancerId)) && !wanted.has(key)) {
        this.furtherPorts.delete(key)
        await open.close()
      }
  }

  private async syncHttps(loadBalancerId: string): Promise<void> {
    const loadBalancer = this.find(loadBalancerId)
    const isWanted = loadBalancer && listenerOf(loadBalancer)
    const present = this.httpsPorts.get(loadBalancerId)
    if (isWanted && !present) {
      const open = await this.openHttps(loadBalancerId, loadBalancer.localHttpsPort ?? 0)
      Object.assign(loadBalancer, { localHttpsPort: open.port, httpsUrl: open.url })
      await this.world.save()
    } else if (isWanted) await present?.renew?.()
    else if (present) {
      this.httpsPorts.delete(loadBalancerId)
      await present.close()
    }
    if (loadBalancer && !isWanted) delete loadBalancer.httpsUrl
  }

  /** Opens the ports of all load balancers again after a restart. */
  async resume(): Promise<void> {
    for (const { loadBalancers } of Object.values(this.world.state.accounts))
      for (const loadBalancer of Object.values(loadBalancers)) {
        const { port, url } = await this.open(loadBalancer.id, loadBalancer.localPort)
        loadBalancer.localPort = port
        loadBalancer.url = url
        await this.sync(loadBalancer.id)
      }
  }

  /** Closes the ports of a load balancer that is gone or never came to be. */
  async closeUnused(loadBalancerId: string): Promise<void> {
    await this.sync(loadBalancerId)
    if (this.find(loadBalancerId)) return
    const open = this.openPorts.get(loadBalancerId)
    this.openPorts.delete(loadBalancerId)
    await open?.close()
  }

  async close(): Promise<void> {
    const ports = [this.openPorts, this.httpsPorts, this.furtherPorts]
    await Promise.all(ports.flatMap((open) => [...open.values()]).map((one) => one.close()))
    for (const open of ports) open.clear()
  }

  private async openHttps(loadBalancerId: string, wish: number): Promise<OpenPort> {
    const listener = () => {
      const loadBalancer = this.findActive(loadBalancerId)
      return loadBalancer && listenerOf(loadBalancer)
    }
    const open = await this.traffic.open(wish, (host) => this.poolOf(this.routeOf(listener(), host)), {
      isUnknown: (host) => this.routeOf(listener(), host)?.action === 'not-found',
      identityOf: (name) => this.keys.choose(listener()?.certificateIds ?? [], name),
    })
    this.httpsPorts.set(loadBalancerId, open)
    return open
  }

  private routeOf(listener: ListenerState | undefined, host: string | undefined): Route | undefined {
    return listener && routeOf(listener, host, this.world.clock.now())
  }

  private poolOf({ targetGroupId }: Route = { action: 'not-found' }) {
    return targetGroupId === undefined ? undefined : this.targetGroups.poolOf(targetGroupId)
  }

  private findActive(id: string): LoadBalancerState | undefined {
    const loadBalancer = this.find(id)
    return loadBalancer && loadBalancer.activeEpoch <= this.world.clock.now() ? loadBalancer : undefined
  }

  private find(id: string): LoadBalancerState | undefined {
    for (const { loadBalancers } of Object.values(this.world.state.accounts))
      if (loadBalancers[id]) return loadBalancers[id]
    return undefined
  }
}

/** Whether a listener forwards HTTP. */
export const isPlain = ({ protocol, action }: ListenerState): boolean =>
  protocol === 'HTTP' && action === 'forward'

const keyOf = (loadBalancerId: string, listener?: ListenerState): string =>
  `${loadBalancerId} ${listener?.port ?? ''}`

const listenerOf = ({ listeners }: LoadBalancerState) =>
  listeners.find(({ port, protocol }) => port === httpsPort && protocol === 'HTTPS')
