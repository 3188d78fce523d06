import { holdLeasesInThread } from '../../controller/runtime/hold-leases'
import { silentLogger } from '../../core/logging/logger'
import { createMemoryLeases } from '../builders/memory-leases'

/** Holds a lease that nobody else wants; ends badly after so many milliseconds, if it is told to. */
await holdLeasesInThread<{ breaksAfter?: number }>(({ breaksAfter }) => {
  if (breaksAfter !== undefined)
    setTimeout(() => {
      throw new Error('broken')
    }, breaksAfter)
  return { leases: createMemoryLeases(), log: silentLogger }
})
