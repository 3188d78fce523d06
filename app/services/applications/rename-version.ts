import { invalid } from '../../../core/errors'
import { messages } from '../../../core/messages'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'
import { lockVersion } from './lock-version'
import { requireVersionName } from './require-version-name'

export interface RenameVersionInput {
  id: string
  name: string
}

/** Gives a version another name; its image tag stays. @throws DomainError `invalid`, `not-found` */
export async function renameVersion(
  { sequelize }: Dependencies,
  actor: HumanActor,
  input: RenameVersionInput,
): Promise<Success> {
  if (input.name.trim() === '') throw invalid(messages.versionNameBlank, { name: messages.versionNameBlank })
  const name = requireVersionName(input.name, 'name')
  return inTransaction(sequelize, async () => {
    const { version } = await lockVersion(actor, input.id)
    await version.update({ name })
    return success
  })
}
