import type { Deployment } from '../../core/resources/deployment'
import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import type { Failure } from '../../core/resources/environment-told'
import type { ResourceEvent } from '../../core/resources/events'
import { mirroredEventsAnnotation } from '../../core/resources/metadata'
import { keptEvents, maximalEvents } from './policy'

type EventLog = Pick<EnvironmentStatus, 'events' | 'lastEventSequence'>
export type NewEvent = Omit<ResourceEvent, 'sequence' | 'epoch'>

/** Appends a line to the log. Its sequence is never used again, also after the line was dropped. */
export function appendEvent(log: EventLog, now: number, event: NewEvent): void {
  log.lastEventSequence += 1
  log.events.push({ sequence: log.lastEventSequence, epoch: now, ...event })
}

/** Drops the oldest lines beyond the limit, but none that has not reached Postgres before there are far too many. */
export function trimEvents(log: EventLog, mirroredSequence: number): void {
  const mirrored = log.events.filter(({ sequence }) => sequence <= mirroredSequence).length
  const surplus = Math.max(0, log.events.length - keptEvents)
  const forced = Math.max(0, log.events.length - maximalEvents)
  log.events.splice(0, Math.max(Math.min(surplus, mirrored), forced))
}

/** The last line that Postgres has. A resource that was lost and applied again carries on with its log from there. */
export const lastMirroredEvent = ({ metadata }: Pick<Environment, 'metadata'>): number =>
  Number(metadata.annotations[mirroredEventsAnnotation]) || 0

type Told = NonNullable<EnvironmentStatus['told']>

/** Why the log said that a deployment failed. A controller may die after that, and before it writes the deployment: by now everything may serve. */
export const saidFailureOf = (
  { told }: Pick<EnvironmentStatus, 'told'>,
  { metadata }: Pick<Deployment, 'metadata'>,
): Failure | undefined => (told?.deployment === metadata.name ? told.failure : undefined)

/** What the log has said of a deployment, to be added to; begun anew with each. */
export function toldOf(status: Pick<EnvironmentStatus, 'told'>, deployment: string): Told {
  if (status.told?.deployment !== deployment) status.told = { deployment, codes: [], healthy: {} }
  return status.told
}
