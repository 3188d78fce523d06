import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
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
    const action = 'environment.set-superseding'
    await updateRecorded(dependencies, actor, { action, row: environment, to: { supersedesQueued } })
    return success
  })
