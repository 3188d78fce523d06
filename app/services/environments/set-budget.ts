import { highestBudgetUsd } from '../../../core/charges/budget'
import { readField } from '../../input/rule'
import { numberUpTo } from '../../input/typed-number'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'

interface SetBudgetInput {
  id: string
  /** 0 for none. */
  budgetUsd: number | string
}

const budgetRule = numberUpTo(highestBudgetUsd, {
  rule: `The budget is a whole number of USD a month, from 0 (none) to ${highestBudgetUsd.toLocaleString('en-US')}`,
  isWhole: true,
  units: { USD: 1, usd: 1 },
})

/**
 * Says what an environment is to cost in a month. Nothing stops where it costs more: people are told, of another budget anew.
 *
 * @throws DomainError `invalid`
 */
export async function setBudget(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, budgetUsd: typed }: SetBudgetInput,
): Promise<Success> {
  const budgetUsd = readField(budgetRule, typed, 'budgetUsd')
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    if (budgetUsd !== environment.budgetUsd)
      await environment.update({ budgetToldMonth: null, budgetToldPercent: 0, budgetLookedAt: null })
    const action = 'environment.set-budget'
    await updateRecorded(dependencies, actor, { action, row: environment, to: { budgetUsd } })
    return success
  })
}
