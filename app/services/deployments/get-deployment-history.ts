import { Op } from 'sequelize'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { DeploymentHistory } from './deployment-views'
import { toDeploymentsJson } from './to-deployments-json'
import { requireOwn } from '../access/own'

const { QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL } = deploymentStates

/** How many of the newest deployments are looked at in passing. */
const newest = 10

/** The newest deployments of an environment, and the ones that run, however many were asked for since. */
export async function getDeploymentHistory(
  { sequelize }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<DeploymentHistory> {
  const { id: environmentId } = await requireOwn('environment', actor, id)
  const recent = await Deployment.findAll({
    where: { environmentId },
    order: [['sequence', 'DESC']],
    limit: newest,
  })
  const oldest = recent.at(-1)?.sequence ?? 0
  const earlier = await Deployment.findAll({
    where: {
      environmentId,
      sequence: { [Op.lt]: oldest },
      state: [QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL],
    },
    order: [['sequence', 'DESC']],
  })
  const running = earlier.filter(({ state }) => state !== QUEUED)
  return {
    deployments: await toDeploymentsJson(sequelize, [...recent, ...running]),
    numWaiting: earlier.length - running.length,
  }
}
