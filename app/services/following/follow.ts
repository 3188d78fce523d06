import { Op } from 'sequelize'
import { Doorbell } from '../../../core/time/doorbell'
import { Session } from '../../../db/models/session'
import type { TeamActor } from '../actor/actor'
import type { StreamReader } from '../changes/changes'
import type { Dependencies } from '../dependencies'

/** An event of a stream; undefined for a sign that it is still there. */
export interface StreamEvent {
  name: string
  /** From where a later stream goes on. */
  id?: string
  data: unknown
}
export type Stream = AsyncGenerator<StreamEvent | undefined>

/** Events that a look found and that were not told before. */
export interface Look {
  events: StreamEvent[]
  /** Whether nothing will follow. */
  isOver: boolean
}

interface Following {
  actor: TeamActor
  /** The person whose page it is for, where it is for one. */
  pageOf?: string | undefined
  environmentId: string
  /** Aborts when the reader is gone. */
  signal: AbortSignal
  look(): Promise<Look>
}

/** After silence for this long a stream says that it is there. */
const heartbeatMilliseconds = 15_000
/** Changes that come this close together are told at once. */
const gatherMilliseconds = 200
/** Longest life of a stream. Whoever goes on reading asks again, and is authorised again. */
const longestMilliseconds = 5 * 60_000

/** Opens a stream of what `look` finds: at once, and whenever something of the environment changes. @throws DomainError `throttled` */
export function follow(dependencies: Dependencies, following: Following): Stream {
  dependencies.changes?.requireRoom(readerOf(following))
  return read(dependencies, following)
}

const readerOf = ({ actor, pageOf }: Following): StreamReader => ({ teamId: actor.teamId, pageOf })

async function* read(dependencies: Dependencies, following: Following): Stream {
  const { clock, changes } = dependencies
  const { actor, environmentId, signal, look } = following
  const bell = new Doorbell()
  const ring = () => bell.ring()
  const ends = [
    changes?.open(readerOf(following)),
    // Before the first look, so that nothing comes in between.
    changes?.subscribe(environmentId, ring),
    onAbort(signal, ring),
    changes && onAbort(changes.signal, ring),
  ]
  const isOpen = () => changes !== undefined && !changes.signal.aborted && !signal.aborted
  const deadline = clock.monotonic() + longestMilliseconds
  try {
    for (;;) {
      const { events, isOver } = await look()
      yield* events
      if (isOver) return yield { name: 'end', data: {} }
      let hasChanged = false
      while (!hasChanged) {
        if (!isOpen() || clock.monotonic() >= deadline) return
        hasChanged = await bell.wait(clock, heartbeatMilliseconds)
        if (!hasChanged) yield undefined
      }
      if (isOpen()) await clock.sleep(gatherMilliseconds, signal)
      // Somebody who was logged out meanwhile is told nothing more.
      if (!isOpen() || !(await isLoggedIn(dependencies, actor))) return
    }
  } finally {
    for (const end of ends) end?.()
  }
}

function onAbort(signal: AbortSignal, run: () => void): () => void {
  signal.addEventListener('abort', run)
  return () => signal.removeEventListener('abort', run)
}

const isLoggedIn = async ({ clock }: Dependencies, { sessionId }: TeamActor): Promise<boolean> =>
  (await Session.count({ where: { id: sessionId, expiresAt: { [Op.gt]: new Date(clock.now()) } } })) > 0
