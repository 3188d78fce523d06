import type { Lease, LeaseStore } from '../../controller/runtime/lease-store'
import { ConflictError } from '../../controller/store/store'

/** Leases in memory, with the compare-and-set of the real stores. */
export function createMemoryLeases(): LeaseStore {
  const leases = new Map<string, Lease>()
  let writes = 0
  return {
    async get(name) {
      return copy(leases.get(name))
    },
    async list(names) {
      const found = new Map<string, Lease>()
      for (const name of names) {
        const lease = copy(leases.get(name))
        if (lease) found.set(name, lease)
      }
      return found
    },
    async put(name, lease, previous) {
      if (!Number.isInteger(lease.durationSeconds)) throw new TypeError('A lease lasts whole seconds.')
      if (leases.get(name)?.version !== previous?.version)
        throw new ConflictError(`Lease ${name} was written by somebody else.`)
      const next: Lease = { ...lease, version: String(++writes) }
      leases.set(name, next)
      return { ...next }
    },
  }
}

const copy = (lease: Lease | undefined): Lease | undefined => lease && { ...lease }
