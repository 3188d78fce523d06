import type { Tags } from '../core/aws/ownership'
import { CloudError } from '../controller/cloud/cloud'
import type { Listed } from './state'
import type { World } from './world'

/** Filters `things` by `tags`, without those that lists do not show yet. */
export function visible<T extends { tags: Tags }>(
  world: World,
  things: Record<string, Listed<T>>,
  tags: Tags,
): T[] {
  return Object.values(things)
    .filter((thing) => thing.visibleEpoch <= world.clock.now())
    .filter((thing) => Object.entries(tags).every(([key, value]) => thing.tags[key] === value))
}

/** @throws CloudError not-found */
export function requireThing<T>(things: Record<string, T>, id: string, kind: string): T {
  const thing = things[id]
  if (!thing) throw new CloudError('not-found', `The ${kind} ${id} does not exist.`)
  return thing
}

/** Removes a thing, if it is there. */
export const removeThing = (things: Record<string, unknown>, id: string): void => {
  Reflect.deleteProperty(things, id)
}

/** @throws CloudError dependency-violation if there are `dependents` */
export function requireUnused(kind: string, id: string, dependents: string[]): void {
  if (dependents.length > 0)
    throw new CloudError(
      'dependency-violation',
      `The ${kind} ${id} has dependencies and can not be deleted: ${dependents.join(', ')}.`,
    )
}
