import { Transaction } from 'sequelize'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'
import { requireApplication } from './require-application'
import { requireApplicationConfig, type ApplicationConfigInput } from './require-application-config'

export interface EditApplicationConfigInput extends ApplicationConfigInput {
  id: string
}

/** Changes how an application is run. What is deployed stays as it is until the application is deployed again. */
export async function editApplicationConfig(
  { sequelize }: Dependencies,
  actor: HumanActor,
  { id, ...input }: EditApplicationConfigInput,
): Promise<Success> {
  const config = requireApplicationConfig(input)
  return inTransaction(sequelize, async () => {
    const application = await requireApplication(actor, id, Transaction.LOCK.UPDATE)
    await application.update(config)
    return success
  })
}
