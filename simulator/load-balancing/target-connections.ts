import { Agent } from 'node:http'
import type { Endpoint } from './target-pool'

interface Connections {
  /** Kept open between requests. */
  kept: Agent
  /** For requests that must not meet a connection which the target is just closing. */
  fresh: Agent
}

const connectionsByEndpoint = new WeakMap<Endpoint, Connections>()

/** The connections to a target; none outlives the target's registration. */
export function connectionsTo(endpoint: Endpoint): Connections {
  const present = connectionsByEndpoint.get(endpoint)
  if (present) return present
  const connections = { kept: new Agent({ keepAlive: true }), fresh: new Agent({ keepAlive: false }) }
  connectionsByEndpoint.set(endpoint, connections)
  const end = () => {
    connections.kept.destroy()
    connections.fresh.destroy()
  }
  if (endpoint.gone.aborted) end()
  else endpoint.gone.addEventListener('abort', end, { once: true })
  return connections
}
