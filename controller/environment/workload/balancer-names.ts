import { createHash } from 'node:crypto'
import { purposeOf, type ExposedPort, type PlacedPort } from './exposed-ports'
import { purposeIn } from './places'

/** The purpose of the load balancer that all exposed ports of a network share. */
const sharedPart = 'shared-lb'
export const sharedPurposeIn = (network: { generation?: number }): string => purposeIn(network, sharedPart)

/** Length of the part of a name in AWS that all load balancers of a port share; the rest tells the first from those that came in its place. */
const stemLength = 'sdo-'.length + 20

/**
 * The name in AWS, where it is unique per account and has at most 32 characters. Those in all networks of an environment begin alike, and all
 * are as long: roles know them by that.
 */
function nameOf(environment: string, part: string, { generation }: { generation?: number }): string {
  const name = `sdo-${createHash('sha256').update(`${environment}/${part}`).digest('hex').slice(0, 24)}`
  if (generation === undefined) return name
  return name.slice(0, stemLength) + String(generation % 10_000).padStart(4, '0')
}

/** Of a load balancer and its target group; of the target group alone behind the shared one, where ports may come after one another. */
export const loadBalancerNameOf = (environment: string, { generation, ...exposed }: PlacedPort): string =>
  nameOf(
    environment,
    exposed.listenerPort === undefined
      ? purposeOf(exposed)
      : `${sharedPart}/${exposed.applicationId}/${exposed.listenerPort}`,
    { generation },
  )

export const sharedNameOf = (environment: string, network: { generation?: number }): string =>
  nameOf(environment, sharedPart, network)

/** Whether a name of AWS's own is that of a load balancer of this port, or of the shared one, in whichever network of the environment. */
export const isAddressOf = (environment: string, exposed: ExposedPort, dnsName: string): boolean =>
  /^sdo-[0-9a-f]{24}-/.test(dnsName) &&
  [loadBalancerNameOf(environment, exposed), sharedNameOf(environment, {})].some((name) =>
    dnsName.startsWith(name.slice(0, stemLength)),
  )
