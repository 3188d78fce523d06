import { sleepAt } from '../../../core/environment/sleep'
import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

const setAsleep =
  (isAsleep: boolean) =>
  (dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> =>
    authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
      const environment = await lockEnvironment(actor, id, 'admins')
      const sleep = environment.sleep ?? {}
      const now = dependencies.clock.now()
      const before = sleepAt(sleep, now).isAsleep
      // What is so already keeps its time, and whose act it was.
      if (before !== isAsleep)
        await environment.update({
          sleep: { ...sleep, lastAct: { isAsleep, epoch: now, by: 'person' } },
          sleepActBy: actor.name,
          desiredRevision: nextRevision,
        })
      await recordAudit(dependencies, actor, {
        action: isAsleep ? 'environment.sleep' : 'environment.wake',
        target: environment,
        before: { isAsleep: before },
        after: { isAsleep },
      })
      return success
    })

/**
 * Puts an environment to sleep: once no deployment is under way, its processes and instances go. It sleeps until it is woken by its
 * schedule, a person or a deployment.
 *
 * @throws DomainError `not-found`, `conflict` while it is being deleted, `forbidden` for no admin where it is protected
 */
export const putEnvironmentToSleep = setAsleep(true)

/** Wakes an environment: what was live is started again. @throws as `putEnvironmentToSleep` does */
export const wakeEnvironment = setAsleep(false)
