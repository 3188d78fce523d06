import type { SpotStrategy } from '../../../core/resources/environment'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import { changeSettings, type SettingsChanged } from '../deployments/change-settings'
import type { Dependencies } from '../dependencies'

interface SetSpotStrategyInput {
  id: string
  spotAllowanceCategory: SpotStrategy
}

/** Says how much of an environment may run on Spot; of a protected one once it is approved. */
export const setSpotStrategy = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, spotAllowanceCategory }: SetSpotStrategyInput,
): Promise<SettingsChanged> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'waits')
    const before = { spotStrategy: environment.spotStrategy }
    const answer = await changeSettings(dependencies, actor, environment, {
      kind: 'spot-strategy',
      reason: `Spot strategy from ${before.spotStrategy} to ${spotAllowanceCategory}`,
      settings: { ...(await readEnvironmentSettings(environment)), spotStrategy: spotAllowanceCategory },
    })
    if (answer.awaitsApproval) return answer
    await recordAudit(dependencies, actor, {
      action: 'environment.set-spot-strategy',
      target: environment,
      before,
      after: { spotStrategy: spotAllowanceCategory },
    })
    return answer
  })
