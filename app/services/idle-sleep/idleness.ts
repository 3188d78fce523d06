import type { Sequelize } from 'sequelize'
import { idlenessAt, type Idleness } from '../../../core/environment/idle'
import { sleepAt } from '../../../core/environment/sleep'
import { DomainError } from '../../../core/errors'
import { leadingBalancers } from '../../../core/resources/leading-balancers'
import type { Environment } from '../../../db/models/environment'
import { findQuietness } from '../../../db/queries/idle'
import { sleepMessages } from '../../messages/sleep-messages'

/** Whether requests to the environment are read, and whether a port is exposed to which they come. */
const requestFiguresOf = ({ requestMetrics, status }: Pick<Environment, 'requestMetrics' | 'status'>) => ({
  isRead: requestMetrics === 'CLOUDWATCH',
  isExposed: status !== null && leadingBalancers(status).length > 0,
})

/**
 * Whether it is time for an environment to sleep without requests; undefined for one that sleeps, or is not to.
 *
 * @param now milliseconds since the epoch
 */
export async function readIdleness(
  sequelize: Sequelize,
  environment: Environment,
  now: number,
): Promise<Idleness | undefined> {
  const { id, sleepAfterMinutes: minutes, sleep, status } = environment
  const { isAsleep, decidedBy } = sleepAt(sleep ?? {}, now)
  if (minutes === 0 || isAsleep) return undefined
  const quietness = await findQuietness(sequelize, id)
  const { from, until, lastRequest, deployed, isDeploying = false } = quietness ?? {}
  const began = [decidedBy?.epoch, status?.sleep?.sinceEpoch, deployed?.getTime()]
  return idlenessAt(
    {
      ...{ minutes, ...requestFiguresOf(environment), isDeploying },
      awakeSinceEpoch: Math.max(...began.filter((epoch) => epoch !== undefined)),
      known: from && until ? { fromEpoch: from.getTime(), untilEpoch: until.getTime() } : undefined,
      lastRequestEpoch: lastRequest?.getTime(),
    },
    now,
  )
}

/** @throws DomainError `conflict` where nobody could tell that no request comes */
export function requireRequestFigures(environment: Environment): void {
  const { isRead, isExposed } = requestFiguresOf(environment)
  if (isRead && isExposed) return
  const message = isRead ? sleepMessages.noPort : sleepMessages.metricsOff
  throw new DomainError('conflict', message, { fields: { sleepAfterMinutes: message } })
}
