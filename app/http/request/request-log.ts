import type { Request } from 'express'
import type { Logger } from '../../../core/logging/logger'
import { parseTraceparent } from '../../../core/tracing/trace-context'
import type { Actor } from '../../services/actor/actor'
import type { Origin } from '../../services/actor/origin'

const longestPath = 200

/** A log whose every line says who asked what, and from where. Without the query, which may hold the token of a mail. */
export const logOf = (
  log: Logger,
  { method, path }: Pick<Request, 'method' | 'path'>,
  { requestId, traceparent, address }: Origin,
  actor: Actor,
): Logger =>
  log.child({
    requestId,
    traceId: parseTraceparent(traceparent)?.traceId,
    source: address,
    method,
    path: path.slice(0, longestPath),
    ...whoIs(actor),
  })

function whoIs(actor: Actor): Record<string, string> {
  if (actor.kind === 'anonymous') return {}
  const { teamId } = actor
  return actor.kind === 'human'
    ? { teamId, userId: actor.userId }
    : { teamId, integrationUserId: actor.integrationUserId }
}
