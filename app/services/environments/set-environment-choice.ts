import {
  choiceActOf,
  choose,
  environmentChoices,
  type ChoiceName,
  type ChoiceValue,
} from '../../../core/environment/choices'
import { nextRevision } from '../../../db/desired-revision'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import { changeSettings, type SettingsChanged } from '../deployments/change-settings'
import type { Dependencies } from '../dependencies'

interface SetEnvironmentChoiceInput {
  id: string
  name: ChoiceName
  /** One of its own. */
  value: ChoiceValue
}

/**
 * Sets a choice of an environment; one that deployments bring, of a protected environment, once it is approved.
 *
 * @throws CostStepUnconfirmed; DomainError `not-found`, `conflict`
 */
export const setEnvironmentChoice = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, name, value }: SetEnvironmentChoiceInput,
): Promise<SettingsChanged> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const { isDeployed, act, term } = environmentChoices[name]
    const environment = await lockEnvironment(actor, id, isDeployed ? 'waits' : 'admins')
    const before = { [name]: environment[name] }
    const after = choose([name], () => value)
    if (isDeployed) {
      const answer = await changeSettings(dependencies, actor, environment, {
        kind: act,
        reason: `${term} from ${environment[name]} to ${value}`,
        settings: { ...(await readEnvironmentSettings(environment)), ...after },
      })
      if (answer.awaitsApproval) return answer
    } else await environment.update({ ...after, desiredRevision: nextRevision })
    const action = choiceActOf(environmentChoices[name])
    await recordAudit(dependencies, actor, { action, target: environment, before, after })
    return success
  })
