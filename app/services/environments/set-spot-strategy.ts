import type { SpotStrategy } from '../../../core/resources/environment'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../desired-revision'
import { success, type Success } from '../success'
import { lockEnvironment } from './require-environment'

export interface SetSpotStrategyInput {
  id: string
  spotAllowanceCategory: SpotStrategy
}

/** Says how much of an environment may run on Spot. */
export const setSpotStrategy = (
  { sequelize }: Dependencies,
  actor: HumanActor,
  { id, spotAllowanceCategory }: SetSpotStrategyInput,
): Promise<Success> =>
  inTransaction(sequelize, async () => {
    const environment = await lockEnvironment(actor, id)
    await environment.update({ spotStrategy: spotAllowanceCategory, desiredRevision: nextRevision })
    return success
  })
