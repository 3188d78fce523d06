import { setMaxListeners } from 'node:events'
import type { Clock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'
import type { LivenessBoard } from '../../../core/observability/liveness'
import { listen } from '../../../db/listen'
import { Changes } from '../changes/changes'

interface ChangesOptions {
  databaseUrl: string
  clock: Clock
  log: Logger
  /** Hears how the connection is. */
  board?: LivenessBoard
  /** Ends the listening, and every stream. */
  signal: AbortSignal
}

/** Listens to the database for everybody who follows something. @returns `ended` resolves after the abort and never rejects */
export function startChanges({ databaseUrl, clock, log, board, signal }: ChangesOptions): {
  changes: Changes
  ended: Promise<void>
} {
  setMaxListeners(0, signal)
  const changes = new Changes(signal)
  const ended = listen({
    url: databaseUrl,
    channel: 'sdo_changes',
    onNotify: (environmentId) => changes.tell(environmentId),
    onConnect: () => changes.tellAll(),
    signal,
    log,
    clock,
    board,
  })
  return { changes, ended }
}
