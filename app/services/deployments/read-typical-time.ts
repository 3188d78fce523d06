import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'

const { LIVE, RETIRED } = deploymentStates

/** Among so many of the last ones, and none of fewer than that. */
const lastOnes = 20
const fewest = 3

/** How long a deployment of an environment takes from its start to Live, in milliseconds: the median of the last; undefined after too few. */
export async function readTypicalTime(environmentId: string): Promise<number | undefined> {
  const past = await Deployment.findAll({
    attributes: ['startedAt', 'finishedAt'],
    where: {
      environmentId,
      state: [LIVE, RETIRED],
      kind: { [Op.notIn]: settingKinds },
      startedAt: { [Op.ne]: null },
      finishedAt: { [Op.ne]: null },
    },
    order: [['sequence', 'DESC']],
    limit: lastOnes,
  })
  const times = past
    .flatMap(({ startedAt, finishedAt }) =>
      startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : [],
    )
    .sort((a, b) => a - b)
  return times.length < fewest ? undefined : times[Math.floor(times.length / 2)]
}
