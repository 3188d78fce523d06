import { Op, Transaction } from 'sequelize'
import { messages } from '../../messages/messages'
import { ApplicationVersion } from '../../../db/models/application-version'
import { authorizedWrite } from '../access/authorized-write'
import { requireApplication } from '../access/require-application'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import type { ApplicationDeleted } from './application-views'
import { findApplicationEnvironments } from './find-application-environments'
import { versionGraceMilliseconds } from './version-grace-milliseconds'

/**
 * Deletes an application with its versions, unless it is deployed somewhere or somebody has just declared a version: then
 * the answer says so.
 */
export const deleteApplication = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ApplicationDeleted> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    // Whoever deploys or declares a version of it meanwhile waits for this lock.
    const application = await requireApplication(actor, id, Transaction.LOCK.UPDATE)
    const answer = { notFound: false, permissionDenied: false } as const
    const newVersions = await ApplicationVersion.count({
      where: {
        applicationId: application.id,
        createdAt: { [Op.gt]: new Date(dependencies.clock.now() - versionGraceMilliseconds) },
      },
    })
    const environments = await findApplicationEnvironments(application)
    if (newVersions > 0 || environments.length > 0) {
      return { ...answer, success: false, message: messages.processInUse }
    }
    await application.destroy()
    await recordAudit(dependencies, actor, { action: 'application.delete', target: application })
    return { ...answer, success: true }
  })
