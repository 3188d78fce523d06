import type { Sequelize } from 'sequelize'
import { loadBalancersPerHour } from '../../../core/environment/load-balancers-for'
import { sleepAt } from '../../../core/environment/sleep'
import { leadingBalancers } from '../../../core/resources/leading-balancers'
import type { Environment } from '../../../db/models/environment'
import { readIdleness } from '../idle-sleep/idleness'
import type { SleepView } from './sleep-views'

type Row = Pick<Environment, 'sleep' | 'sleepActBy' | 'status' | 'loadBalancing'>

/** @param now milliseconds since the epoch */
export async function readSleepView(
  sequelize: Sequelize,
  environment: Environment,
  now: number,
): Promise<SleepView> {
  const idleness = await readIdleness(sequelize, environment, now)
  if (!idleness || idleness.isIdle) return toSleepView(environment, now)
  const { obstacle, earliestEpoch } = idleness
  return {
    ...toSleepView(environment, now),
    staysAwake: { because: obstacle, ...(earliestEpoch !== undefined && { untilEpoch: earliestEpoch }) },
  }
}

function toSleepView({ sleep, sleepActBy, status, loadBalancing }: Row, now: number): SleepView {
  const { isAsleep, decidedBy, untilEpoch } = sleepAt(sleep ?? {}, now)
  const { schedule } = sleep ?? {}
  const numPorts = status ? leadingBalancers(status).length : 0
  const isDone = isAsleep === (status?.sleep?.isAsleep ?? false)
  return {
    isAsleep,
    ...(!isDone && { isPending: true as const }),
    ...(decidedBy && { sinceEpoch: decidedBy.epoch, by: decidedBy.by }),
    ...(decidedBy?.by === 'person' && sleepActBy !== null && { byName: sleepActBy }),
    ...(untilEpoch !== undefined && { nextEpoch: untilEpoch }),
    ...(schedule && {
      schedule: { timeZone: schedule.timeZone, sleep: schedule.sleep, wake: schedule.wake },
    }),
    chargedAsleepPerHour: loadBalancersPerHour(numPorts, loadBalancing),
  }
}
