import { actOf, deploymentRules, type RuleName, type RuleValue } from '../../../core/deployment/rules'
import { deploymentMessages } from '../../messages/deployment-messages'
import { readField } from '../../input/rule'
import { numberUpTo, type WantedNumber } from '../../input/typed-number'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'
import { requireRequestFigures } from '../idle-sleep/idleness'

interface SetDeploymentRuleInput {
  id: string
  name: RuleName
  /** A number also as it was typed. */
  value: RuleValue<RuleName> | string
}

/** Refusals that are messages of their own. */
const told: Partial<Record<RuleName, WantedNumber['told']>> = {
  watchMinutes: deploymentMessages.watchTimeWrong,
}

/**
 * Sets a rule of an environment for deployments to it.
 *
 * @throws DomainError `invalid`, `conflict` where the environment lacks what it needs
 */
export async function setDeploymentRule(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, name, value }: SetDeploymentRuleInput,
): Promise<Success> {
  const rule = deploymentRules[name]
  const wanted =
    rule.kind === 'flag'
      ? value
      : readField(
          numberUpTo(rule.most, { ...rule, isWhole: true, told: told[name] }),
          value as number | string,
          name,
        )
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    if (name === 'sleepAfterMinutes' && wanted !== 0) requireRequestFigures(environment)
    await updateRecorded(dependencies, actor, {
      action: actOf(rule),
      row: environment,
      to: { [name]: wanted },
    })
    return success
  })
}
