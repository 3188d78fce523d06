import type { Sequelize } from 'sequelize'
import { logGroupPath, logStreamName } from '../../core/aws/log-groups'
import type { Logger } from '../../core/logging/logger'
import type { LivenessBoard } from '../../core/observability/liveness'
import type { OutputAnswer } from '../../core/output-questions'
import type { Clock } from '../../core/time/clock'
import { listen } from '../../db/listen'
import { answerQuestion, findOpenQuestion, listOpenQuestions } from '../../db/queries/output-questions'
import { CloudError, type AccountAccess } from '../cloud/cloud'
import { findNewestLines, type LinesWanted, type NewestLines } from '../printed-lines/newest-lines'
import { runController } from '../runtime/controller-loop'
import type { ControllerMetrics } from '../runtime/metrics'
import { WorkQueue } from '../runtime/work-queue'

interface AnswererOptions {
  sequelize: Sequelize
  databaseUrl: string
  search: (access: AccountAccess, wanted: LinesWanted) => Promise<NewestLines>
  clock: Clock
  log: Logger
  metrics?: ControllerMetrics
  board?: LivenessBoard
}

/** Answers what people ask of the output of processes, until `signal` aborts. What is read is kept in no place but the answer, and logged nowhere. */
export async function answerOutputQuestions(options: AnswererOptions, signal: AbortSignal): Promise<void> {
  const { sequelize, databaseUrl, clock, log, metrics, board } = options
  const queue = new WorkQueue({ clock, backoff: { baseMilliseconds: 250, capMilliseconds: 5000 } })
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

async function answerOne({ sequelize, search }: AnswererOptions, id: string): Promise<void> {
  const open = await findOpenQuestion(sequelize, id)
  if (!open) return
  const { question, accountNumber, externalId, logGroups } = open
  const groups = (logGroups ?? []).filter(
    ({ applicationId, isMade, name }) =>
      isMade &&
      name.startsWith(logGroupPath) &&
      (question.applicationId === undefined || question.applicationId === applicationId),
  )
  let answer: OutputAnswer = { fault: 'no-group' }
  const { text, fromEpoch, untilEpoch } = question
  const stream = logStreamName(question.processId)
  for (const { name: group } of groups) {
    try {
      const found = await search(
        { accountNumber, externalId },
        { group, stream, fromEpoch, untilEpoch, ...(text !== undefined && { text }) },
      )
      answer = {
        group,
        lines: found.lines.map(({ epoch, text: line }) => ({ epoch, text: line })),
        reachedEpoch: found.reachedEpoch,
      }
      break
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      if (error.kind === 'not-found') continue
      answer = { fault: error.kind === 'access-denied' ? 'refused' : 'unavailable' }
      break
    }
  }
  await answerQuestion(sequelize, id, answer)
}

/** Searches in the accounts that `cloud` reaches. */
export const searchIn =
  (account: (access: AccountAccess) => { logs: Parameters<typeof findNewestLines>[0] }) =>
  (access: AccountAccess, wanted: LinesWanted): Promise<NewestLines> =>
    findNewestLines(account(access).logs, wanted)
