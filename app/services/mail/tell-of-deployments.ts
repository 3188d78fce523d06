import { Op, type WhereOptions } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { deploymentMail, undoMail } from '../../mail/deployment-mail'
import type { Dependencies } from '../dependencies'
import { queueMail } from './queue-mail'

/** How many are told of in one turn. */
const most = 100

/**
 * Queues mails about deployments that ended, and those that were undone by themselves, as their environments have it: to the admins of the
 * team and to whoever had asked. A deployment is marked in the transaction that queues its mails: however many processes do this, each
 * mail is sent once.
 */
export async function tellOfDeployments(dependencies: Dependencies): Promise<void> {
  await tellEach(dependencies, untoldUndo, tellUndone)
  await tellEach(dependencies, untoldEnd, tellEnded)
}

const untoldUndo: WhereOptions = { kind: 'undo', toldAt: null }
const untoldEnd: WhereOptions = { finishedAt: { [Op.ne]: null }, endToldAt: null }

type Tell = (dependencies: Dependencies, deployment: Deployment, environment: Environment) => Promise<void>

async function tellEach(dependencies: Dependencies, untold: WhereOptions, tell: Tell): Promise<void> {
  const found = await Deployment.findAll({
    attributes: ['id'],
    where: untold,
    order: [['createdAt', 'ASC']],
    limit: most,
  })
  for (const { id } of found)
    await inTransaction(dependencies.sequelize, async () => {
      const deployment = await Deployment.findOne({ where: { id, ...untold }, lock: true, skipLocked: true })
      const environment = deployment && (await Environment.findByPk(deployment.environmentId))
      if (deployment && environment) await tell(dependencies, deployment, environment)
    }).catch((failure: unknown) =>
      dependencies.log.error({ err: failure, deployment: id }, 'Nobody could be told of a deployment'),
    )
}

const tellUndone: Tell = async (dependencies, undo, environment) => {
  await undo.update({ toldAt: new Date(dependencies.clock.now()) })
  const undone = undo.aboutId === null ? null : await Deployment.findByPk(undo.aboutId)
  if (!undone || !environment.mailEvents.includes('reverted')) return
  await mailPeople(dependencies, environment, undone, undoMail)
}

const tellEnded: Tell = async (dependencies, deployment, environment) => {
  await deployment.update({ endToldAt: new Date(dependencies.clock.now()) })
  const { kind, state, stoppedBy, declinedBy } = deployment
  const outcome = state === deploymentStates.FAILED ? 'failed' : 'live'
  // What somebody stopped, declined or saved is a person's doing.
  const isNews = stoppedBy === null && declinedBy === null && !settingKinds.some((one) => one === kind)
  if (!isNews || !environment.mailEvents.includes(outcome)) return
  await mailPeople(dependencies, environment, deployment, (news) => deploymentMail(outcome, news))
}

async function mailPeople(
  dependencies: Dependencies,
  { id, teamId }: Environment,
  { id: deploymentId, sequence, requestedBy }: Deployment,
  write: typeof undoMail,
): Promise<void> {
  const people = await User.findAll({
    where: {
      teamId,
      verifiedAt: { [Op.ne]: null },
      [Op.or]: [{ isAdmin: true }, { id: requestedBy === null ? [] : [requestedBy] }],
    },
    order: ['id'],
  })
  const page = `${dependencies.publicUrl}/portal/environments/deployment?${new URLSearchParams({ id, deploymentId }).toString()}`
  for (const owner of people) await queueMail(dependencies, owner.email, write({ owner, sequence, page }))
}
