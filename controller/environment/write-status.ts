import { isDeepStrictEqual } from 'node:util'
import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { keepTransitionTimes } from './conditions'
import { lastMirroredEvent, trimEvents } from './events'
import type { Pass } from './pass'

/**
 * Writes the status that a pass came to, if it differs from what is stored.
 * @throws ConflictError if the resource changed since it was read
 */
export async function writeStatus(
  { environment, dependencies }: Pass,
  status: EnvironmentStatus,
): Promise<Environment> {
  trimEvents(status, lastMirroredEvent(environment))
  const next = asStored({
    ...status,
    observedGeneration: environment.metadata.generation,
    conditions: keepTransitionTimes(status.conditions, environment.status),
  })
  if (isDeepStrictEqual(next, environment.status)) return environment
  return dependencies.store.replaceStatus('Environment', environment, next)
}

/** As it comes back from a store: fields that are undefined are absent. */
const asStored = (status: EnvironmentStatus): EnvironmentStatus =>
  JSON.parse(JSON.stringify(status)) as EnvironmentStatus
