import type { Sequelize } from 'sequelize'
import type { ProcessUsage } from '../../core/agent/protocol'
import { keepUsage } from '../../db/queries/usage-minutes'

interface MinuteOfUse {
  environmentId: string
  /** Of processes that name no other. */
  applicationId: string
  /** Of the instance. */
  clientToken: string
  /** Where the minute begins. */
  epoch: number
}

/** What an agent told of one minute: processes that use half a core where they say nothing else. */
export const keepMinuteOfUse = (
  sequelize: Sequelize,
  { applicationId, ...minute }: MinuteOfUse,
  processes: Partial<ProcessUsage>[],
): Promise<void> =>
  keepUsage(sequelize, [
    {
      ...minute,
      processes: processes.map((process, index) => ({
        ...{ id: `p${index}`, applicationId, cores: 0.5, mostCores: 0.5 },
        ...process,
      })),
    },
  ])
