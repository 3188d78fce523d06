import { nameRule } from '../../input/names'
import { readField } from '../../input/rule'
import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import type { EnvironmentRenamed } from './environment-views'

interface RenameEnvironmentInput {
  id: string
  name: string
}

/** Gives an environment another name, unless another one of the team has it: then it says so. */
export async function renameEnvironment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: RenameEnvironmentInput,
): Promise<EnvironmentRenamed> {
  const name = readField(nameRule, input.name, 'name')
  const rename = () =>
    authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
      const environment = await lockEnvironment(actor, input.id, 'admins')
      const before = { name: environment.name }
      await environment.update({ name, desiredRevision: nextRevision })
      await recordAudit(dependencies, actor, {
        action: 'environment.rename',
        target: environment,
        before,
        after: { name },
      })
      return { isDuplicate: false }
    })
  return orWhenTaken(rename, { environments_name: () => ({ isDuplicate: true }) })
}
