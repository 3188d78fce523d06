import type { LivenessBoard } from '../../core/observability/liveness'
import { overriding, type ResourceStore } from './store'

/**
 * Longer than any watch of a store stays silent by itself: it ends, or reads everything anew, within five minutes and a half.
 */
const longestSilenceSeconds = 360

/** `store`, whose watches by `observer` report to the board how they are, until they end. */
export const observeWatches = (store: ResourceStore, board: LivenessBoard, observer: string): ResourceStore =>
  overriding(store, {
    watch(kind, handlers, signal) {
      const liveness = board.expect(`watch ${observer}/${kind}`, longestSilenceSeconds, signal)
      store.watch(
        kind,
        {
          changed: (resource) => handlers.changed(resource),
          removed: (name) => handlers.removed(name),
          synced: () => handlers.synced?.(),
          ...liveness,
        },
        signal,
      )
    },
  })
