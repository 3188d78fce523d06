import { longest } from '../../../core/text/longest'
import { Team } from '../../../db/models/team'
import { line } from '../../input/names'
import { readField } from '../../input/rule'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

/** Says what the actor's team is called, for its own people alone; an empty name takes it away. */
export async function setTeamName(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<Success> {
  const name = readField(line(longest.teamName), typed, 'name')
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const team = await Team.findByPk(actor.teamId, { rejectOnEmpty: true })
    const before = { name: team.name }
    await team.update({ name: name || null })
    const target = { id: team.id, name: name || 'The team' }
    await recordAudit(dependencies, actor, {
      action: 'account.rename',
      target,
      before,
      after: { name: team.name },
    })
    return success
  })
}
