import type { Sequelize } from 'sequelize'
import { logTypes, type LogType } from '../../../core/resources/events'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { listLastLines, listNextLines } from '../../../db/queries/log-lines'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { listEnvironmentActs } from '../environments/list-environment-acts'
import { readCauses } from '../environments/read-causes'
import { readEnvironmentStatus } from '../environments/to-environment-status-json'
import { follow, type Look, type Stream, type StreamEvent } from './follow'
import type { EnvironmentNews, LogNews } from './stream-views'
import { requireOwn } from '../access/own'

/** How many lines of the log a stream can begin with, and how many it tells at once. */
export const mostLines = 500

interface FollowEnvironmentInput {
  id: string
  /** Of which log; of each where it is left out. */
  log?: LogType | undefined
  /** Only what went wrong. */
  onlyErrors?: boolean
  /** Whether a page of the portal follows it. */
  isForPage?: boolean
  /** How many of the newest lines it begins with. */
  lines?: number
  /** Id of the last event that the reader has: the stream goes on after it. */
  lastEventId: string | undefined
  /** Aborts when the reader is gone. */
  signal: AbortSignal
}

/**
 * How an environment does, and its log, until it is deleted.
 *
 * @throws DomainError `not-found`, `throttled`
 */
export async function followEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, log, onlyErrors = false, isForPage = false, lines = 0, lastEventId, signal }: FollowEnvironmentInput,
): Promise<Stream> {
  await requireOwn('environment', actor, id)
  const { sequelize, clock } = dependencies
  const since = new Date(clock.now())
  const types = log === undefined ? [...logTypes] : [log]
  const severity = onlyErrors ? ('ERROR' as const) : null
  const page = { environmentId: id, types, severity, limit: mostLines }
  const isResumed = lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId)
  let after = isResumed ? Number(lastEventId) : undefined
  let told = ''

  const readLines = async () => {
    if (after !== undefined) return listNextLines(sequelize, { ...page, after })
    const newest = await listLastLines(sequelize, { ...page, after: 0, limit: Math.max(lines, 1) })
    // Without a line that was asked for, the newest one says from where on.
    after = newest[0]?.sequence ?? 0
    return newest.slice(0, lines).reverse()
  }

  const look = async (): Promise<Look> => {
    // Before the lines are read: whatever comes later rings again.
    const environment = await Environment.findOne({ where: { id, teamId: actor.teamId } })
    if (!environment) return { events: [], isOver: true }
    const events: StreamEvent[] = []
    for (;;) {
      const read = await readLines()
      after = read.at(-1)?.sequence ?? after
      const causeOf = await readCauses(sequelize, id, read)
      for (const line of read)
        events.push({
          name: 'log',
          id: String(line.sequence),
          data: { ...toLogNews(line), ...causeOf(line) },
        })
      if (read.length < mostLines || events.length >= 10 * mostLines) break
    }
    const status = {
      ...(await readStatus(environment)),
      act: await readLastAct(sequelize, environment, since),
    }
    const text = JSON.stringify(status)
    if (text !== told) events.push({ name: 'status', id: String(after ?? 0), data: status })
    told = text
    return { events, isOver: false }
  }
  const pageOf = isForPage ? actor.userId : undefined
  return follow(dependencies, { actor, pageOf, environmentId: id, signal, look })
}

const toLogNews = ({
  sequence,
  type,
  createdAt,
  message,
  code,
  severity,
}: Awaited<ReturnType<typeof listNextLines>>[number]): LogNews => ({
  id: sequence,
  type,
  createdEpoch: createdAt.getTime(),
  message,
  ...(code && { code }),
  severity,
})

async function readLastAct(sequelize: Sequelize, { id, teamId }: Environment, since: Date) {
  const acts = await listEnvironmentActs(sequelize, { teamId, environmentId: id, since, before: null })
  return acts.at(-1)
}

async function readStatus(environment: Environment): Promise<EnvironmentNews> {
  const newest = await Deployment.findOne({
    where: { environmentId: environment.id },
    attributes: ['id', 'sequence', 'state', 'message'],
    order: [['sequence', 'DESC']],
  })
  const { id, sequence, state, message } = newest ?? {}
  return {
    ...(await readEnvironmentStatus(environment)),
    ...(id !== undefined &&
      sequence !== undefined &&
      state !== undefined && { deployment: { id, sequence, state, message: message ?? '' } }),
  }
}
