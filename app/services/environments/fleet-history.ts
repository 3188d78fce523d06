import type { Sequelize } from 'sequelize'
import type { Environment } from '../../../db/models/environment'
import { listSamples } from '../../../db/queries/environment-samples'
import { listFleetChanges } from '../../../db/queries/log-lines'
import { hourlyCosts } from '../cost/hourly-costs'
import type { EnvironmentOverview } from './overview-views'

/** How far back the overview goes. */
export const historyMilliseconds = 30 * 24 * 60 * 60_000
/** Older ones are in the log. */
const mostChanges = 50

/** Why instances came and went in 30 days, and what the environment had and cost. */
export async function readFleetHistory(
  sequelize: Sequelize,
  { id, createdAt }: Environment,
  now: number,
): Promise<Pick<EnvironmentOverview, 'fleetChanges' | 'samples'>> {
  const since = new Date(now - historyMilliseconds)
  const [changes, samples] = await Promise.all([
    listFleetChanges(sequelize, id, since, mostChanges),
    listSamples(sequelize, id, since),
  ])
  return {
    // A launch saves nothing: lines of before compared it with the same instance on-demand.
    fleetChanges: changes.map(({ kind, createdAt, message, savingPerHour }) => ({
      kind,
      createdEpoch: createdAt.getTime(),
      message,
      ...(savingPerHour !== null && !(kind === 'launch' && savingPerHour > 0) && { savingPerHour }),
    })),
    samples: hourlyCosts(samples, { created: createdAt.getTime(), since: since.getTime(), now }),
  }
}

/** How many percent an environment's instances may cost above the cheapest possible, as was last proven of it. */
export function gapOf({ status }: Environment): number | undefined {
  const { costPerHour = 0, lowerBoundPerHour = 0 } = status?.proof ?? {}
  return lowerBoundPerHour > 0 ? Math.max(0, (costPerHour / lowerBoundPerHour - 1) * 100) : undefined
}
