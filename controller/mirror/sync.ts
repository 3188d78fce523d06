import type { Kind } from '../../core/resources/kinds'
import { isUuid } from '../../core/text/uuid'
import type { MirrorDependencies } from './dependencies'
import { mirroredKinds } from './mirrored-kinds'
import { Orphans } from './orphans'

/** Brings the row and the resource of one name into agreement, of whichever there is. */
export function createSync(dependencies: MirrorDependencies): (kind: Kind, name: string) => Promise<void> {
  const orphans = new Orphans()
  return async (kind, name) => {
    // A name that Postgres would not take for a key is in no row.
    const hasRow = isUuid(name) && (await mirroredKinds[kind].sync(dependencies, name))
    if (!hasRow) await orphans.report(dependencies, kind, name)
  }
}
