import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { standsIn } from '../../../core/resources/leading-balancers'
import { httpPort } from '../../cloud/cloud'
import type { Demand } from './goal'

/** Where the second exposed port is answered; each further one at the next. */
const firstFurtherPort = 8081

/** Whether two entries are behind one listener of the shared load balancer, and so one target group. */
export const isSameSlot = (a: Placed, b: Placed): boolean =>
  a.listenerPort !== undefined &&
  a.listenerPort === b.listenerPort &&
  a.applicationId === b.applicationId &&
  standsIn(a)(b)

/** Whether something is for a port, or for one that takes its place behind the same listener. */
export const isOfSlot = (
  named: Pick<LoadBalancerStatus, 'applicationId' | 'port'>,
  entry: Placed & { port: number },
  entries: (Placed & { port: number })[],
): boolean =>
  [entry, ...entries.filter((one) => isSameSlot(one, entry))].some(
    ({ applicationId, port }) => named.applicationId === applicationId && named.port === port,
  )

interface Placed {
  applicationId: string
  listenerPort?: number
  generation?: number
}

type ExposedPort = Pick<LoadBalancerStatus, 'applicationId' | 'port'>
type Entry = Pick<LoadBalancerStatus, 'applicationId' | 'port' | 'listenerPort'>

/**
 * The ports at which the shared load balancer of a network answers for exposed ports: those that it answers at stay. A port that an
 * application exposes in the place of another one takes over where that was answered, with the target group, so that its address stays
 * and nobody is refused. The first port of an environment has port 80 of the load balancer.
 *
 * @param entries what is recorded of load balancers in that network, the newest last
 */
export function listenerPortsFor(demands: Demand[], entries: Entry[]): (exposed: ExposedPort) => number {
  const slots = new Map<string, Required<Entry>>()
  for (const { applicationId, port, listenerPort } of entries)
    if (listenerPort !== undefined)
      slots.set(keyOf({ applicationId, port }), { applicationId, port, listenerPort })
  const settled: Required<Entry>[] = []
  for (const { applicationId, port, subdomain } of exposedIn(demands)) {
    const present = slots.get(keyOf({ applicationId, port }))
    if (present && settled.includes(present)) continue
    const isTogether = (other: Entry) =>
      other.applicationId === applicationId && other.port !== port && areTogether(demands, other, port)
    const isKept =
      present && !settled.some((one) => one.listenerPort === present.listenerPort && isTogether(one))
    const former = present
      ? undefined
      : takenOver([...slots.values()], { applicationId, subdomain }, isTogether, demands)
    const slot = isKept
      ? present
      : { applicationId, port, listenerPort: former ?? lowestFree([...slots.values()]) }
    slots.set(keyOf(slot), slot)
    settled.push(slot)
  }
  return (exposed) => slots.get(keyOf(exposed))?.listenerPort ?? lowestFree([...slots.values()])
}

const keyOf = ({ applicationId, port }: ExposedPort): string => `${applicationId}/${port}`

const exposedIn = (demands: Demand[]) =>
  demands.flatMap(({ application: { applicationId, ports } }) =>
    ports.map((port) => ({ applicationId, ...port })),
  )

/** Whether one version of an application exposes both ports: then neither takes the place of the other. */
const areTogether = (demands: Demand[], { applicationId, port }: ExposedPort, other: number): boolean =>
  demands.some(
    ({ application }) =>
      application.applicationId === applicationId &&
      [port, other].every((wanted) => application.ports.some((own) => own.port === wanted)),
  )

/** The listener of a port of the application that this one takes the place of, by its subdomain where there are several. */
function takenOver(
  slots: Required<Entry>[],
  { applicationId, subdomain }: { applicationId: string; subdomain?: string },
  isTogether: (other: Entry) => boolean,
  demands: Demand[],
): number | undefined {
  const own = slots.filter((slot) => slot.applicationId === applicationId)
  const isFree = ({ listenerPort }: Required<Entry>) =>
    !own.some((one) => one.listenerPort === listenerPort && isTogether(one))
  const free = own.filter(isFree)
  const named = exposedIn(demands).filter((one) => one.subdomain === subdomain)
  const alike = free.find((slot) => named.some((one) => keyOf(one) === keyOf(slot)))
  return (alike ?? free[0])?.listenerPort
}

function lowestFree(slots: Required<Entry>[]): number {
  const taken = new Set(slots.map(({ listenerPort }) => listenerPort))
  if (!taken.has(httpPort)) return httpPort
  let port = firstFurtherPort
  while (taken.has(port)) port += 1
  return port
}
