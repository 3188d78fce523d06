import { createServer } from 'node:net'
import type { PortMapping } from '../containers/runtime'

/** The ports that the instance's security group opens to its network. */
export const firstHostPort = 49_555
export const lastHostPort = 65_535

export interface HostPorts {
  /**
   * A free host port for each container port. Ports of `previous` are taken again where they are still free, so that
   * a restarted process keeps its address. Rejects when none is left.
   */
  allocate(ports: number[], previous: PortMapping[]): Promise<PortMapping[]>
  /** Ports that a running container holds already. */
  claim(mappings: PortMapping[]): PortMapping[]
  release(mappings: PortMapping[]): void
}

interface HostPortsOptions {
  isFree?: (port: number) => Promise<boolean>
  /** Port at which the search begins: a random one, so that agents that share a machine do not run after each other. */
  firstCandidate?: () => number
}

const randomHostPort = () => firstHostPort + Math.floor(Math.random() * (lastHostPort - firstHostPort + 1))

export function createHostPorts(options: HostPortsOptions = {}): HostPorts {
  const { isFree = isPortFree, firstCandidate = randomHostPort } = options
  const taken = new Set<number>()

  async function take(port: number): Promise<boolean> {
    if (taken.has(port)) return false
    taken.add(port)
    if (await isFree(port)) return true
    taken.delete(port)
    return false
  }

  async function takeAny(): Promise<number> {
    const count = lastHostPort - firstHostPort + 1
    const offset = firstCandidate() - firstHostPort
    for (let step = 0; step < count; step++) {
      const candidate = firstHostPort + ((offset + step) % count)
      if (await take(candidate)) return candidate
    }
    throw new Error(`no port between ${firstHostPort} and ${lastHostPort} is free`)
  }

  const release = (mappings: PortMapping[]) => {
    for (const { hostPort } of mappings) taken.delete(hostPort)
  }

  return {
    async allocate(ports, previous) {
      const mappings: PortMapping[] = []
      try {
        for (const port of ports) {
          const before = previous.find((mapping) => mapping.port === port)?.hostPort
          const hostPort = before !== undefined && (await take(before)) ? before : await takeAny()
          mappings.push({ port, hostPort })
        }
        return mappings
      } catch (error) {
        release(mappings)
        throw error
      }
    },
    claim(mappings) {
      for (const { hostPort } of mappings) taken.add(hostPort)
      return mappings
    },
    release,
  }
}

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
