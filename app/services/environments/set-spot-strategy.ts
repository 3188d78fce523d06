import type { SpotStrategy } from '../../../core/resources/environment'
import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import { recordSettings, requireOwnSettings } from '../deployments/record-settings'
import type { Dependencies } from '../dependencies'

interface SetSpotStrategyInput {
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
    await requireOwnSettings(environment)
    const before = { spotStrategy: environment.spotStrategy }
    await environment.update({ spotStrategy: spotAllowanceCategory, desiredRevision: nextRevision })
    if (before.spotStrategy !== spotAllowanceCategory)
      await recordSettings(dependencies, actor, environment, {
        kind: 'spot-strategy',
        reason: `Spot strategy from ${before.spotStrategy} to ${spotAllowanceCategory}`,
      })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-spot-strategy',
      target: environment,
      before,
      after: { spotStrategy: spotAllowanceCategory },
    })
    return success
  })
