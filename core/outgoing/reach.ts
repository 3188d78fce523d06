import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address'
import { isLoopbackHost } from '../start/loopback-host'

/**
 * Where connections may lead whose address, or whose name's address, came from outside: to the internet, and further only where who
 * composes the program says so.
 */
export interface Reach {
  /** Programs on this machine, as in `npm start`. */
  loopback: boolean
  /** Networks of the operator's own: where they typed the host themselves. */
  ownNetworks?: boolean
}

export const internetAlone: Reach = { loopback: false }
/** For a host that the operator typed. */
export const wherever: Reach = { loopback: true, ownNetworks: true }

/** An address that is not connected to. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'
}

/** Whether an IP address may be connected to. */
export const isReachable = (address: string, { loopback, ownNetworks = false }: Reach): boolean =>
  isIP(address) !== 0 && (ownNetworks || isPublicAddress(address) || (loopback && isLoopbackAddress(address)))

/** Asks DNS for the addresses of a name, until `signal` aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

interface Search {
  reach: Reach
  resolve: Resolve
  signal: AbortSignal
}

/**
 * The addresses of a host, which is a name or is one. They are what has to be connected to: asked again, a name may lead elsewhere.
 *
 * @throws ForbiddenAddressError where one of them may not be connected to, or there is none
 */
export async function findAddresses(host: string, { reach, resolve, signal }: Search): Promise<string[]> {
  const addresses =
    isIP(host) !== 0 ? [host] : isLoopbackHost(host) ? ['127.0.0.1', '::1'] : await resolve(host, signal)
  if (addresses.length > 0 && addresses.every((address) => isReachable(address, reach))) return addresses
  throw new ForbiddenAddressError(`${host} leads into a private network.`)
}
