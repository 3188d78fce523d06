import { traceIdOf } from '../../core/resources/metadata'
import { overriding, type ResourceStore } from '../store/store'
import { noticesOf } from './notices-of'

/** `store`, which also tells operators what every status that is written through it brings. */
export const announceChanges = (store: ResourceStore): ResourceStore =>
  overriding(store, {
    async replaceStatus(kind, resource, status) {
      const written = await store.replaceStatus(kind, resource, status)
      const traceId = traceIdOf(resource.metadata)
      for (const notice of noticesOf(kind, resource.status, status))
        store.record(written, traceId ? { traceId, ...notice } : notice)
      return written
    },
  })
