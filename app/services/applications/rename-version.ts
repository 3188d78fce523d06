import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import { lockVersion } from '../access/lock-version'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { readField } from '../../input/rule'
import { versionNameRule } from './taken-names'

interface RenameVersionInput {
  id: string
  name: string
}

/** Gives a version another name; its image tag stays. @throws DomainError `invalid`, `not-found` */
export async function renameVersion(
  dependencies: Dependencies,
  actor: HumanActor,
  input: RenameVersionInput,
): Promise<Success> {
  if (input.name.trim() === '') throw invalid(messages.versionNameBlank, { name: messages.versionNameBlank })
  const name = readField(versionNameRule, input.name, 'name')
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const { application, version } = await lockVersion(actor, input.id)
    const before = { name: version.name }
    await version.update({ name })
    await recordAudit(dependencies, actor, {
      action: 'version.rename',
      target: { id: version.id, name: `${application.name} ${name}` },
      before,
      after: { name },
    })
    return success
  })
}
