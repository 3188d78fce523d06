import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetSupersedingInput {
  id: string
  supersedesQueued: boolean
}

/** Says whether a newer automatic deployment to an environment takes the place of those of its application that still wait. */
export const setSuperseding = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, supersedesQueued }: SetSupersedingInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = { supersedesQueued: environment.supersedesQueued }
    await environment.update({ supersedesQueued })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-superseding',
      target: environment,
      before,
      after: { supersedesQueued },
    })
    return success
  })
