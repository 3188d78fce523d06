import { Op } from 'sequelize'
import { settingKinds } from '../core/deployment/deployment-state'
import { deploymentStates } from '../core/resources/wire-states'
import { Deployment } from './models/deployment'

/** The deployment that was live before another one, to which an undo goes back; null for the first. */
export const findReplaced = ({
  environmentId,
  sequence,
}: Pick<Deployment, 'environmentId' | 'sequence'>): Promise<Deployment | null> =>
  Deployment.findOne({
    where: {
      environmentId,
      state: deploymentStates.RETIRED,
      sequence: { [Op.lt]: sequence },
      kind: { [Op.notIn]: settingKinds },
    },
    order: [['sequence', 'DESC']],
  })

/** The undo of a deployment, with its number and reason, also while that waits or is under way. */
export const findUndo = ({
  id,
}: Pick<Deployment, 'id'>): Promise<Pick<Deployment, 'sequence' | 'reason'> | null> =>
  Deployment.findOne({ where: { aboutId: id, kind: 'undo' }, attributes: ['sequence', 'reason'] })
