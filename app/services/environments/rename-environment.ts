import { requireName } from '../../../core/names'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../desired-revision'
import { orWhenTaken } from '../unique-violation'
import type { EnvironmentRenamed } from './environment-views'
import { lockEnvironment } from './require-environment'

export interface RenameEnvironmentInput {
  id: string
  name: string
}

/** Gives an environment another name, unless another one of the team has it: then it says so. */
export async function renameEnvironment(
  { sequelize }: Dependencies,
  actor: HumanActor,
  input: RenameEnvironmentInput,
): Promise<EnvironmentRenamed> {
  const name = requireName(input.name, 'name')
  const rename = () =>
    inTransaction(sequelize, async () => {
      const environment = await lockEnvironment(actor, input.id)
      await environment.update({ name, desiredRevision: nextRevision })
      return { isDuplicate: false }
    })
  return orWhenTaken(rename, { environments_name: () => ({ isDuplicate: true }) })
}
