import { createHash } from 'node:crypto'
import type { EnvironmentStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import type { Demand, Goal } from './goal'
import {
  equippedNetworks,
  leadingNetwork,
  networksOf,
  placeOf,
  purposeIn,
  standsIn,
  workloadIn,
} from './places'

/** A port that is exposed; each of an environment's applications has a load balancer for each of its ports. */
export interface ExposedPort {
  applicationId: string
  port: number
}

/** A port of an application in one network. While the environment moves, it is in both. */
interface PlacedPort extends ExposedPort {
  generation?: number
}

export const purposeOf = ({ applicationId, port, generation }: PlacedPort): string =>
  purposeIn({ generation }, `lb/${applicationId}/${port}`)

export function exposedPortOf(purpose: string | undefined): PlacedPort | undefined {
  const [, applicationId, port, generation] = /^lb\/(.+)\/(\d+)(?:@(\d+))?$/.exec(purpose ?? '') ?? []
  if (!applicationId) return undefined
  return { applicationId, port: Number(port), ...(generation && { generation: Number(generation) }) }
}

export const isSamePort = (a: ExposedPort, b: ExposedPort): boolean =>
  a.applicationId === b.applicationId && a.port === b.port

/** Whether two ports are the same one, and in the same network. */
export const isSameBalancer = (a: PlacedPort, b: PlacedPort): boolean => isSamePort(a, b) && standsIn(a)(b)

/** Length of the part of a name in AWS that all load balancers of a port share; the rest tells the first from those that came in its place. */
const stemLength = 'sdo-'.length + 20

/**
 * The name in AWS, where it is unique per account and has at most 32 characters. Those in all networks of an environment begin alike, and all
 * are as long: roles know them by that.
 */
export function loadBalancerNameOf(environment: string, { generation, ...exposed }: PlacedPort): string {
  const identity = `${environment}/${purposeOf(exposed)}`
  const name = `sdo-${createHash('sha256').update(identity).digest('hex').slice(0, 24)}`
  if (generation === undefined) return name
  return name.slice(0, stemLength) + String(generation % 10_000).padStart(4, '0')
}

/** Whether a name of AWS's own is that of a load balancer of this port, in whichever network of the environment. */
export const isAddressOf = (environment: string, exposed: ExposedPort, dnsName: string): boolean =>
  /^sdo-[0-9a-f]{24}-/.test(dnsName) &&
  dnsName.startsWith(loadBalancerNameOf(environment, exposed).slice(0, stemLength))

export const exposedPortsOf = (demands: Demand[]): (ExposedPort & { applicationName: string })[] =>
  demands.flatMap(({ application }) =>
    application.ports.map(({ port }) => ({
      applicationId: application.applicationId,
      applicationName: application.name,
      port,
    })),
  )

type Places = Pick<EnvironmentStatus, 'network' | 'next' | 'former' | 'instances' | 'processes'>

/** The load balancers that what is to run needs, in each network that is to have them. */
export const wantedBalancers = (goal: Goal, status: Places): (PlacedPort & { applicationName: string })[] =>
  equippedNetworks(status).flatMap((network) =>
    exposedPortsOf([...goal.wanted, ...goal.fallback]).map((port) => ({ ...port, ...placeOf(network) })),
  )

/** Ports that need a load balancer: of processes that are to run, and of those that run until they have been drained. */
export function neededBalancers(goal: Goal, status: Places): PlacedPort[] {
  const running = networksOf(status).flatMap((network) =>
    workloadIn(status, network).processes.flatMap(({ applicationId, ports }) =>
      ports.map(({ port }) => ({ applicationId, port, ...placeOf(network) })),
    ),
  )
  return [...wantedBalancers(goal, status), ...running]
}

/** The load balancers that names lead to. */
export const leadingBalancers = (status: Places & Pick<EnvironmentStatus, 'loadBalancers'>) =>
  status.loadBalancers.filter(standsIn(leadingNetwork(status)))

/** Forgets a target group, also after AWS said that it does not exist: one that does is found again by its name. */
export function forgetTargetGroup(entry: LoadBalancerStatus): void {
  delete entry.targetGroupId
  delete entry.healthCheck
  delete entry.url
}
