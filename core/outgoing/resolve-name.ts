import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Resolve } from './reach'

interface Asking {
  /** Resolvers in place of those of the machine, as `127.0.0.1:5353`. */
  servers?: string[]
}

/** Each question is asked twice of each server that is silent. */
const patience = { timeout: 2_000, tries: 2 }
const knowsNone: unknown[] = [NODATA, NOTFOUND]

/**
 * Asks DNS and nothing else of the machine, and leaves off when it is told to. `dns.lookup` would hold one of the process's four
 * threads for as long as a name's servers stay silent, and everybody's names, files and passwords with it.
 */
export const createResolve =
  ({ servers }: Asking = {}): Resolve =>
  async (name, signal) => {
    signal.throwIfAborted()
    const resolver = new Resolver(patience)
    if (servers) resolver.setServers(servers)
    const leaveOff = () => resolver.cancel()
    signal.addEventListener('abort', leaveOff, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      signal.throwIfAborted()
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (addresses.length > 0) return addresses
      throw faultOf(answers)
    } finally {
      signal.removeEventListener('abort', leaveOff)
    }
  }

/** What there is to say of a name without an address: that it has none says less than that nobody answered. */
function faultOf(answers: PromiseSettledResult<string[]>[]): unknown {
  const faults = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  return faults.find(({ code }) => !knowsNone.includes(code)) ?? faults[0]
}
