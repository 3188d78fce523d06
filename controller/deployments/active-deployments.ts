import { Op } from 'sequelize'
import { isReplacedBy } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'

const { QUEUED, AWAITING_APPROVAL, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates

/** Whether nothing of the deployment was ever decided, so that it has no resource. */
export const isYetToStart = ({ state }: Deployment): boolean =>
  state === QUEUED || state === AWAITING_APPROVAL

/** The deployment that an environment runs, if any: at most one is live. */
export const findLive = (environmentId: string): Promise<Deployment | null> =>
  Deployment.findOne({ where: { environmentId, state: LIVE } })

/** Whether the deployment is to have a resource. An environment that is being deleted takes its deployments away: made again they would outlive it. */
export const isToRun = ({ state }: Deployment, { deletingAt }: Environment): boolean =>
  !deletingAt && (state === DEPLOYING || state === LIVE)

/** Whether the deployment has ended and a later one is live, so that nothing of it may run any more. */
export async function isReplaced(deployment: Deployment): Promise<boolean> {
  if (deployment.state !== RETIRED && deployment.state !== FAILED) return false
  const live = await findLive(deployment.environmentId)
  return live !== null && isReplacedBy(deployment, live)
}

/** The deployments of which something may run, oldest first: what is live, what is under way, and what failed since. */
export async function listActive(environmentId: string): Promise<Deployment[]> {
  const live = await findLive(environmentId)
  return Deployment.findAll({
    where: {
      environmentId,
      state: [DEPLOYING, LIVE, FAILED],
      environmentVersionId: { [Op.not]: null },
      sequence: { [Op.gte]: live?.sequence ?? 0 },
    },
    order: [['sequence', 'ASC']],
  })
}
