import type { Kind } from '../../core/resources/kinds'
import { deletionAllowedAnnotation } from '../../core/resources/metadata'
import type { MirrorDependencies } from './dependencies'

/** Resources without a row, each of which is logged once and not at every look. */
export class Orphans {
  private readonly reported = new Set<string>()

  /** Reports a resource that no row is about, once, and leaves it as it is. */
  async report({ store, log }: MirrorDependencies, kind: Kind, name: string): Promise<void> {
    const resource = await store.get(kind, name)
    if (!resource || this.reported.has(resource.metadata.uid)) return
    this.reported.add(resource.metadata.uid)
    const message = `The portal knows nothing of this resource: it is left as it is. If nobody needs it, annotate it with ${deletionAllowedAnnotation}=true and delete it.`
    log.warn({ kind, resource: name }, message)
    store.record(resource, { reason: 'UnknownToPortal', message, isWarning: true })
  }
}
