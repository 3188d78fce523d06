import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import type { AwsAccountRenamed } from './aws-account-views'
import { readField } from '../../input/rule'
import { awsAccountNameRule } from '../../input/names'
import { lockOwn } from '../access/own'

interface RenameAwsAccountInput {
  id: string
  newName: string
}

/** Gives an account another name, unless another one of the team has it: then it says so. */
export async function renameAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, newName }: RenameAwsAccountInput,
): Promise<AwsAccountRenamed> {
  const name = readField(awsAccountNameRule, newName, 'newName')
  const rename = () =>
    authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
      const awsAccount = await lockOwn('awsAccount', actor, id)
      const before = { name: awsAccount.name }
      await awsAccount.update({ name, desiredRevision: nextRevision })
      await recordAudit(dependencies, actor, {
        action: 'aws-account.rename',
        target: awsAccount,
        before,
        after: { name },
      })
      return { isDuplicate: false }
    })
  return orWhenTaken(rename, { aws_accounts_name: () => ({ isDuplicate: true }) })
}
