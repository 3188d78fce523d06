import type { SpotStrategy } from '../../../core/resources/environment'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import { authorizedWrite } from '../authorized-write'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../../../db/revisions'
import { success, type Success } from '../success'
import { lockEnvironment } from './require-environment'

export interface SetSpotStrategyInput {
  id: string
  spotAllowanceCategory: SpotStrategy
}

/** Says how much of an environment may run on Spot. */
export const setSpotStrategy = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, spotAllowanceCategory }: SetSpotStrategyInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id)
    const before = { spotStrategy: environment.spotStrategy }
    await environment.update({ spotStrategy: spotAllowanceCategory, desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-spot-strategy',
      target: environment,
      before,
      after: { spotStrategy: spotAllowanceCategory },
    })
    return success
  })
