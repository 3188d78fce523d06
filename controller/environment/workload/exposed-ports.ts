import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { heldKinds, kindOf, standsIn } from '../../../core/resources/leading-balancers'
import type { Demand, Goal } from './goal'
import { equippedNetworks, networksOf, placeOf, purposeIn, workloadIn } from './places'
import { listenerPortsFor } from './listener-ports'

export { leadingBalancers } from '../../../core/resources/leading-balancers'

/** A port that is exposed; each of an environment's applications has a load balancer for each, or is behind the one that all share. */
export interface ExposedPort {
  applicationId: string
  port: number
}

/** A port of an application in one network. While the environment moves, it is in both. */
export interface PlacedPort extends ExposedPort {
  generation?: number
  /** Where the shared load balancer answers for it; absent where the load balancer is its own. */
  listenerPort?: number
}

export const purposeOf = ({ applicationId, port, generation, listenerPort }: PlacedPort): string =>
  purposeIn(
    { generation },
    listenerPort === undefined
      ? `lb/${applicationId}/${port}`
      : `shared-lb/${applicationId}/${port}/${listenerPort}`,
  )

export function exposedPortOf(purpose = ''): PlacedPort | undefined {
  const { applicationId, port, listenerPort, generation } =
    (
      /^lb\/(?<applicationId>.+)\/(?<port>\d+)(?:@(?<generation>\d+))?$/.exec(purpose) ??
      /^shared-lb\/(?<applicationId>.+)\/(?<port>\d+)\/(?<listenerPort>\d+)(?:@(?<generation>\d+))?$/.exec(
        purpose,
      )
    )?.groups ?? {}
  if (!applicationId) return undefined
  return {
    applicationId,
    port: Number(port),
    ...(listenerPort && { listenerPort: Number(listenerPort) }),
    ...(generation && { generation: Number(generation) }),
  }
}

export const isSamePort = (a: ExposedPort, b: ExposedPort): boolean =>
  a.applicationId === b.applicationId && a.port === b.port

/** Whether two ports are the same one, in the same network, and each has a load balancer of its own or both the same listener of the shared one. */
export const isSameBalancer = (a: PlacedPort, b: PlacedPort): boolean =>
  isSamePort(a, b) && standsIn(a)(b) && a.listenerPort === b.listenerPort

export const exposedPortsOf = (demands: Demand[]): (ExposedPort & { applicationName: string })[] =>
  demands.flatMap(({ application }) =>
    application.ports.map(({ port }) => ({
      applicationId: application.applicationId,
      applicationName: application.name,
      port,
    })),
  )

type Places = Pick<
  EnvironmentStatus,
  'network' | 'next' | 'former' | 'instances' | 'processes' | 'loadBalancers' | 'balancing'
>

/** The load balancers that what is to run needs, in each network that is to have them. */
export const wantedBalancers = (goal: Goal, status: Places): (PlacedPort & { applicationName: string })[] =>
  equippedNetworks(status).flatMap((network) => {
    const demands = [...goal.wanted, ...goal.fallback]
    const ports = exposedPortsOf(demands).map((port) => ({ ...port, ...placeOf(network) }))
    return heldKinds(status).flatMap((kind) => {
      if (kind === 'OWN') return ports
      const listenerPortOf = listenerPortsFor(demands, status.loadBalancers.filter(standsIn(network)))
      return ports.map((port) => ({ ...port, listenerPort: listenerPortOf(port) }))
    })
  })

/** Tells the entries that are needed: for processes that are to run, and for those that run until they have been drained. */
export function isNeededBy(goal: Goal, status: Places): (entry: LoadBalancerStatus) => boolean {
  const wanted = wantedBalancers(goal, status)
  const kinds = heldKinds(status)
  const running = networksOf(status).flatMap((network) =>
    workloadIn(status, network).processes.flatMap(({ applicationId, ports }) =>
      ports.map(({ port }) => ({ applicationId, port, ...placeOf(network) })),
    ),
  )
  return (entry) => {
    if (wanted.some((exposed) => isSameBalancer(exposed, entry))) return true
    const isHere = (port: PlacedPort) => isSamePort(port, entry) && standsIn(port)(entry)
    // Behind the shared one it has another listener by now.
    if (wanted.some((exposed) => isHere(exposed) && kindOf(exposed) === kindOf(entry))) return false
    return kinds.includes(kindOf(entry)) && running.some(isHere)
  }
}

/** Forgets a target group, also after AWS said that it does not exist: one that does is found again by its name. */
export function forgetTargetGroup(entry: LoadBalancerStatus): void {
  delete entry.targetGroupId
  delete entry.healthCheck
  delete entry.hosts
  delete entry.url
}
