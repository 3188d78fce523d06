import type { Sequelize } from 'sequelize'
import { logGroupPath } from '../../core/aws/log-groups'
import type { Logger } from '../../core/logging/logger'
import type { LivenessBoard } from '../../core/observability/liveness'
import type { OutputAnswer } from '../../core/output/output-questions'
import type { Clock } from '../../core/time/clock'
import { listen } from '../../db/listen'
import { answerQuestion, findOpenQuestion, listOpenQuestions } from '../../db/queries/output-questions'
import { CloudError, type AccountAccess, type Logs } from '../cloud/cloud'
import { findNewestOfGroups } from '../printed-lines/newest-of-groups'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import type { Terms } from '../runtime/shard-terms'
import { WorkQueue } from '../runtime/work-queue'

interface AnswererOptions {
  sequelize: Sequelize
  databaseUrl: string
  terms: Terms<{ logsOf: (access: AccountAccess) => Pick<Logs, 'filterEvents'> }>
  clock: Clock
  log: Logger
  metrics?: ControllerMetrics
  board?: LivenessBoard
}

/**
 * Answers what people ask of the output of processes in accounts that `terms` have, until `signal` aborts. What is read is kept in no place
 * but the answer, and logged nowhere.
 */
export async function answerOutputQuestions(options: AnswererOptions, signal: AbortSignal): Promise<void> {
  const { sequelize, databaseUrl, terms, clock, log, metrics, board } = options
  const queue = new WorkQueue({ clock, backoff: { baseMilliseconds: 250, capMilliseconds: 5000 } })
  terms.onBegin(() => queue.add(allKey))
  await Promise.all([
    listen({
      url: databaseUrl,
      channel: 'sdo_output_questions',
      onNotify: (id) => queue.add(id),
      onConnect: () => queue.add(allKey),
      signal,
      log,
      clock,
      board,
    }),
    runController(
      {
        name: 'output-questions',
        queue,
        concurrency: atOnce,
        reconcile: async (key) => {
          if (key === allKey) for (const id of await listOpenQuestions(sequelize)) queue.add(id)
          else await answerOne(options, key)
        },
        log,
        metrics,
        clock,
      },
      signal,
    ),
  ])
}

const allKey = 'all'
/** People wait for each of them, and each waits for AWS. */
const atOnce = 16

async function answerOne({ sequelize, terms }: AnswererOptions, id: string): Promise<void> {
  const open = await findOpenQuestion(sequelize, id)
  if (!open) return
  const { question, awsAccount, accountNumber, externalId, logGroups } = open
  const groups = (logGroups ?? []).filter(
    ({ applicationId, isMade, name }) =>
      isMade &&
      name.startsWith(logGroupPath) &&
      (question.applicationId === undefined || question.applicationId === applicationId),
  )
  await terms.run(awsAccount, async ({ logsOf }) =>
    answerQuestion(sequelize, id, await search(logsOf({ accountNumber, externalId }), groups, question)),
  )
}

async function search(...asked: Parameters<typeof findNewestOfGroups>): Promise<OutputAnswer> {
  try {
    const found = await findNewestOfGroups(...asked)
    return { ...found, lines: found.lines.map((line) => ({ ...line, text: storable(line.text) })) }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    return { fault: error.kind === 'access-denied' ? 'refused' : 'unavailable' }
  }
}

/** Programs print whatever they like; Postgres keeps no NUL and no half of a pair. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
