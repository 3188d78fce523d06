import { isDeepStrictEqual } from 'node:util'
import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { boundStatus } from './bound-status'
import { logChanges } from './change-log'
import { keepTransitionTimes } from './conditions'
import { lastMirroredEvent, trimEvents } from './events'
import type { Pass } from './pass'
import { traceChanges } from './traces/trace-changes'

/**
 * Writes the status that a pass came to, if it differs from what is stored, and says in the log what has changed.
 * @throws ConflictError if the resource changed since it was read
 */
export async function writeStatus(pass: Pass, status: EnvironmentStatus): Promise<Environment> {
  const { environment, dependencies } = pass
  trimEvents(status, lastMirroredEvent(environment))
  const next = boundStatus({
    ...status,
    observedGeneration: environment.metadata.generation,
    conditions: keepTransitionTimes(status.conditions, environment.status),
  })
  if (isDeepStrictEqual(next, environment.status)) return environment
  const written = await dependencies.store.replaceStatus('Environment', environment, next)
  logChanges(pass, next)
  traceChanges(pass, next)
  return written
}
