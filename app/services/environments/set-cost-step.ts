import { highestCostStepUsd } from '../../../core/deployment/deployment-state'
import { readField } from '../../input/rule'
import { numberUpTo } from '../../input/typed-number'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'

interface SetCostStepInput {
  id: string
  /** 0 for every rise. */
  costStepUsd: number | string
}

const costStepRule = numberUpTo(highestCostStepUsd, {
  rule: `The rise of cost to confirm is a whole number of USD a month, from 0 (every rise) to ${highestCostStepUsd.toLocaleString('en-US')}`,
  isWhole: true,
  units: { USD: 1, usd: 1 },
})

/**
 * Says by how many USD a month a deployment may raise the cost before somebody has to confirm it. A doubling counts from half of that on.
 *
 * @throws DomainError `invalid`
 */
export async function setCostStep(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, costStepUsd: typed }: SetCostStepInput,
): Promise<Success> {
  const costStepUsd = readField(costStepRule, typed, 'costStepUsd')
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const action = 'environment.set-cost-step'
    await updateRecorded(dependencies, actor, { action, row: environment, to: { costStepUsd } })
    return success
  })
}
