import type { GoesOnWithout } from '../../../core/resources/environment'
import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetGoesOnWithoutInput {
  id: string
  goesOnWithout: GoesOnWithout
}

/** Says what of an environment may break without an application with two or more processes going with it. Takes effect at once. */
export const setGoesOnWithout = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, goesOnWithout }: SetGoesOnWithoutInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = { goesOnWithout: environment.goesOnWithout }
    await environment.update({ goesOnWithout, desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-goes-on-without',
      target: environment,
      before,
      after: { goesOnWithout },
    })
    return success
  })
