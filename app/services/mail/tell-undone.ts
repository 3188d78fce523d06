import { Op } from 'sequelize'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { undoMail } from '../../mail/undo-mail'
import type { Dependencies } from '../dependencies'
import { queueMail } from './queue-mail'

/** How many are told of in one turn. */
const most = 100

/**
 * Queues a mail about each deployment that was undone by itself, to the admins of its team and to whoever had asked for it. A deployment is
 * marked in the transaction that queues its mails: however many processes do this, each mail is sent once.
 */
export async function tellUndone(dependencies: Dependencies): Promise<void> {
  const untold = await Deployment.findAll({
    attributes: ['id'],
    where: { kind: 'undo', toldAt: null },
    order: [['createdAt', 'ASC']],
    limit: most,
  })
  for (const { id } of untold)
    await inTransaction(dependencies.sequelize, () => tell(dependencies, id)).catch((failure: unknown) =>
      dependencies.log.error({ err: failure, deployment: id }, 'Nobody could be told of an undo'),
    )
}

async function tell(dependencies: Dependencies, id: string): Promise<void> {
  const undo = await Deployment.findOne({ where: { id, toldAt: null }, lock: true, skipLocked: true })
  const environment = undo && (await Environment.findByPk(undo.environmentId))
  if (!undo || !environment) return
  await undo.update({ toldAt: new Date(dependencies.clock.now()) })
  const undone = undo.aboutId === null ? null : await Deployment.findByPk(undo.aboutId)
  if (!undone) return
  const people = await User.findAll({
    where: {
      teamId: environment.teamId,
      verifiedAt: { [Op.ne]: null },
      [Op.or]: [{ isAdmin: true }, { id: undone.requestedBy === null ? [] : [undone.requestedBy] }],
    },
    order: ['id'],
  })
  const page = `${dependencies.publicUrl}/portal/environments/deployment?${new URLSearchParams({ id: environment.id, deploymentId: undone.id }).toString()}`
  for (const owner of people)
    await queueMail(dependencies, owner.email, undoMail({ owner, sequence: undone.sequence, page }))
}
