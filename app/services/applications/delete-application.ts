import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import type { ApplicationDeleted } from './application-views'
import { readDeletion } from './read-deletion'
import { lockOwn } from '../access/own'

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
    const application = await lockOwn('application', actor, id)
    const answer = { notFound: false, permissionDenied: false } as const
    const deletion = await readDeletion(dependencies, application)
    if (!deletion.isPossible)
      return { ...answer, success: false, message: messages.processInUse.text, deletion }
    await application.destroy()
    await recordAudit(dependencies, actor, { action: 'application.delete', target: application })
    return { ...answer, success: true }
  })
