import type { Agents } from '../../controller/agents/agents'
import type { Cloud } from '../../controller/cloud/cloud'
import type { ResourceStore } from '../../controller/store/store'

/** What a controller sees of its own death: nothing can be caught and handled any more. */
export class Death extends Error {
  override name = 'Death'
}

interface Ports {
  store: ResourceStore
  cloud: Cloud
  agents: Agents
}

/**
 * The ports of a controller that dies at its `callsToLive`th call to the outside, before or after the call took effect. Once dead, none of
 * its calls does anything. Watching is no call: what the dead one hears makes it try, in vain.
 */
export function mortal(ports: Ports, callsToLive: number, diesBeforeEffect: boolean): Ports {
  let calls = 0
  let isDead = false
  const requireLife = () => {
    if (isDead) throw new Death('The controller is dead.')
  }

  async function call<T>(effect: () => Promise<T>): Promise<T> {
    requireLife()
    calls += 1
    const isLast = calls === callsToLive
    if (isLast && diesBeforeEffect) isDead = true
    requireLife()
    const result = await effect()
    if (isLast) isDead = true
    requireLife()
    return result
  }

  /** Wraps all methods, however deep. */
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property)
        if (typeof value === 'function')
          return (...parameters: unknown[]) =>
            call(async () => Reflect.apply(value, object, parameters) as unknown)
        return typeof value === 'object' && value !== null ? wrap(value) : value
      },
    })

  const store = wrap(ports.store)
  const watch = ports.store.watch.bind(ports.store)
  return {
    store: new Proxy(store, {
      get: (target, property) => (property === 'watch' ? watch : (Reflect.get(target, property) as unknown)),
    }),
    agents: wrap(ports.agents),
    cloud: { account: (access) => wrap(ports.cloud.account(access)) },
  }
}
