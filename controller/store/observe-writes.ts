import type { Kind, SpecOf } from '../../core/resources/kinds'
import { overriding, type ResourceStore } from './store'

/** What was written: `spec` where it was given. */
export type Written = { [K in Kind]: { kind: K; name: string; spec?: SpecOf<K> } }[Kind]

/** `store`, which tells `wrote` of all that was changed or asked to go through it, but for statuses and what reconcilers do alone. */
export const observeWrites = (store: ResourceStore, wrote: (written: Written) => void): ResourceStore =>
  overriding(store, {
    async apply(kind, write) {
      const resource = await store.apply(kind, write)
      wrote({ kind, name: write.name, spec: write.spec } as Written)
      return resource
    },
    async annotate(kind, name, annotations) {
      await store.annotate(kind, name, annotations)
      wrote({ kind, name })
    },
    async requestDelete(kind, name) {
      await store.requestDelete(kind, name)
      wrote({ kind, name })
    },
  })
