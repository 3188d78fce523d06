import type { Kind } from '../../core/resources/kinds'
import type { Liveness, LivenessBoard } from '../../core/observability/liveness'
import type { Clock } from '../../core/time/clock'
import { DefinitionGoneError, overriding, type ResourceStore } from './store'

interface Trouble {
  liveness: Liveness
  failures: number
  ended: AbortController
}

/** What cannot be written is tried again sooner than that, unless nobody wants it any more. */
const forgottenAfterMilliseconds = 120_000

/**
 * Makes stores report to the board of what kind nothing new can be made because somebody deleted its definition: as long as resources
 * of the kind are left, watches of it go on as ever. All that it makes report as one.
 */
export function observeDefinitions(
  board: LivenessBoard,
  clock: Pick<Clock, 'sleep'>,
): (store: ResourceStore) => ResourceStore {
  const troubles = new Map<Kind, Trouble>()
  const begin = (kind: Kind): Trouble => {
    const ended = new AbortController()
    const liveness = board.expect(`definition of ${kind}`, Infinity, ended.signal)
    liveness.progressed()
    const trouble = { liveness, failures: 0, ended }
    troubles.set(kind, trouble)
    return trouble
  }
  const end = (kind: Kind) => {
    troubles.get(kind)?.ended.abort()
    troubles.delete(kind)
  }
  const record = (kind: Kind, reason: string) => {
    const trouble = troubles.get(kind) ?? begin(kind)
    const failures = ++trouble.failures
    trouble.liveness.failed(reason)
    void clock.sleep(forgottenAfterMilliseconds, trouble.ended.signal).then(() => {
      if (troubles.get(kind) === trouble && trouble.failures === failures) end(kind)
    })
  }
  return (store) =>
    overriding(store, {
      async apply(kind, write) {
        try {
          const applied = await store.apply(kind, write)
          end(kind)
          return applied
        } catch (error) {
          if (error instanceof DefinitionGoneError) record(kind, error.message)
          throw error
        }
      },
    })
}
