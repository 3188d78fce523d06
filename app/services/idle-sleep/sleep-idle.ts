import { Transaction } from 'sequelize'
import { nextRevision } from '../../../db/desired-revision'
import { Environment } from '../../../db/models/environment'
import { listQuiet } from '../../../db/queries/idle'
import { inTransaction } from '../../../db/transaction'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { readIdleness } from './idleness'

/**
 * Puts environments to sleep that had no request for as long as they are to sleep after. One that cannot be put to sleep holds up no other,
 * and is tried again in the next turn.
 */
export async function sleepIdle(dependencies: Dependencies): Promise<void> {
  const { sequelize, log } = dependencies
  for (const id of await listQuiet(sequelize))
    await inTransaction(sequelize, () => sleepIfIdle(dependencies, id)).catch((failure: unknown) =>
      log.error({ err: failure, environment: id }, 'An idle environment could not be put to sleep'),
    )
}

/** Everything is looked at again, now that nobody can queue a deployment or wake it meanwhile. */
async function sleepIfIdle(dependencies: Dependencies, id: string): Promise<void> {
  const environment = await Environment.findOne({
    where: { id, deletingAt: null },
    lock: Transaction.LOCK.UPDATE,
    skipLocked: true,
  })
  if (!environment) return
  const now = dependencies.clock.now()
  const idleness = await readIdleness(dependencies.sequelize, environment, now)
  if (!idleness?.isIdle) return
  const { sleep, teamId, sleepAfterMinutes } = environment
  await environment.update({
    sleep: { ...sleep, lastAct: { isAsleep: true, epoch: now, by: 'idle' } },
    sleepActBy: null,
    desiredRevision: nextRevision,
  })
  await recordAudit(
    dependencies,
    { kind: 'system', teamId },
    {
      action: 'environment.sleep',
      target: environment,
      before: { isAsleep: false },
      after: { isAsleep: true, minutesWithoutRequests: sleepAfterMinutes },
    },
  )
}
