import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { standsIn } from '../../../core/resources/leading-balancers'
import { httpPort, httpsPort } from '../../cloud/cloud'
import type { ExposedPort } from './exposed-ports'
import type { Demand } from './goal'

/** Where the second exposed port is answered; each further one at the next. */
const firstFurtherPort = 8081

/** Whether two entries are behind one listener of the shared load balancer, and so one target group. */
export const isSameSlot = (a: Placed, b: Placed): boolean =>
  a.listenerPort !== undefined &&
  a.listenerPort === b.listenerPort &&
  a.applicationId === b.applicationId &&
  standsIn(a)(b)

interface Placed {
  applicationId: string
  listenerPort?: number
  generation?: number
}

interface Slot {
  applicationId: string
  listenerPort: number
  /** Ports of the application that are behind it: several while one takes the place of another. */
  ports: number[]
}

/**
 * The ports at which the shared load balancer of a network answers for exposed ports: those that it answers at stay. A port that an
 * application exposes in the place of another one takes over where that was answered, with the target group, so that its address stays
 * and nobody is refused. The first port of an environment has port 80 of the load balancer.
 *
 * @param entries what is recorded of load balancers in that network
 */
export function listenerPortsFor(
  demands: Demand[],
  entries: Pick<LoadBalancerStatus, 'applicationId' | 'port' | 'listenerPort'>[],
): (exposed: ExposedPort) => number {
  const slots: Slot[] = []
  const place = (applicationId: string, listenerPort: number, port: number) => {
    const slot = slots.find((one) => one.applicationId === applicationId && one.listenerPort === listenerPort)
    if (!slot) slots.push({ applicationId, listenerPort, ports: [port] })
    else if (!slot.ports.includes(port)) slot.ports.push(port)
  }
  for (const { applicationId, port, listenerPort } of entries)
    if (listenerPort !== undefined) place(applicationId, listenerPort, port)
  const slotOf = ({ applicationId, port }: ExposedPort) =>
    slots.find((slot) => slot.applicationId === applicationId && slot.ports.includes(port))
  const subdomainOf = ({ applicationId, port }: ExposedPort) =>
    demands
      .filter(({ application }) => application.applicationId === applicationId)
      .flatMap(({ application }) => application.ports)
      .find((one) => one.port === port)?.subdomain
  for (const { application } of demands)
    for (const { port, subdomain } of application.ports) {
      const { applicationId } = application
      if (slotOf({ applicationId, port })) continue
      const isKept = (one: number) => application.ports.some((own) => own.port === one)
      const free = slots.filter((slot) => slot.applicationId === applicationId && !slot.ports.some(isKept))
      const isNamedAlike = (slot: Slot) =>
        slot.ports.some((one) => subdomainOf({ applicationId, port: one }) === subdomain)
      const slot = free.find(isNamedAlike) ?? free[0]
      place(applicationId, slot?.listenerPort ?? lowestFree(slots), port)
    }
  return (exposed) => slotOf(exposed)?.listenerPort ?? lowestFree(slots)
}

function lowestFree(slots: Slot[]): number {
  const taken = new Set(slots.map(({ listenerPort }) => listenerPort))
  if (!taken.has(httpPort)) return httpPort
  let port = firstFurtherPort
  while (taken.has(port) || port === httpsPort) port += 1
  return port
}
