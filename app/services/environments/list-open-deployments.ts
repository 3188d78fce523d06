import { Op, type Sequelize } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { deploymentSentence } from '../../messages/deployment-sentence'
import { toDeploymentsJson } from '../deployments/to-deployments-json'
import type { OpenDeployment } from './overview-views'

const { FAILED, AWAITING_APPROVAL } = deploymentStates

/** So many can be looked through in passing. */
const mostAwaiting = 5

/** The deployments of an environment that somebody has to look at: those that wait for approval, and the last one where it failed. */
export async function listOpenDeployments(
  sequelize: Sequelize,
  environmentId: string,
): Promise<OpenDeployment[]> {
  const newestFirst: [string, string][] = [['sequence', 'DESC']]
  const awaiting = await Deployment.findAll({
    where: { environmentId, state: AWAITING_APPROVAL },
    order: newestFirst,
    limit: mostAwaiting,
  })
  const last = await Deployment.findOne({
    where: { environmentId, kind: { [Op.notIn]: settingKinds }, state: { [Op.ne]: AWAITING_APPROVAL } },
    order: newestFirst,
  })
  const open = [...awaiting, ...(last && hasFailedByItself(last) ? [last] : [])]
  const deployments = await toDeploymentsJson(sequelize, open)
  return deployments
    .sort((one, other) => other.sequence - one.sequence)
    .map(({ id, sequence, state, message, ...deployment }) => ({
      id,
      sequence,
      state,
      summary: deploymentSentence(deployment),
      ...(state === FAILED && { message }),
    }))
}

const hasFailedByItself = ({ state, stoppedBy, declinedBy, supersededBy }: Deployment): boolean =>
  state === FAILED && (stoppedBy ?? declinedBy ?? supersededBy ?? null) === null
