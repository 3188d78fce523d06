import type { Kind } from '../../core/resources/kinds'
import { isUuid } from '../../core/text/uuid'
import type { MirrorDependencies } from './dependencies'
import { mirroredKinds } from './mirrored-kinds'
import { Orphans } from './orphans'

/** Brings the row and the resource of one name into agreement, of whichever there is. */
export type Sync = (kind: Kind, name: string) => Promise<void>

export function createSync(dependencies: MirrorDependencies): Sync {
  const orphans = new Orphans()
  return async (kind, name) => {
    // A name that Postgres would not take for a key is in no row.
    const hasRow = isUuid(name) && (await mirroredKinds[kind].sync(dependencies, name))
    if (!hasRow) await orphans.report(dependencies, kind, name)
  }
}
