import { Op } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { AuditEntry } from '../../../db/models/audit-entry'
import type { HumanActor } from '../actor/actor'
import type { AuditAction } from '../audit/audit-actions'
import type { Dependencies } from '../dependencies'
import { accessMessages } from '../../messages/access-messages'
import type { Message } from '../../../core/messages/declare-messages'

/** For so long somebody who was added, or made an admin, counts as the admin who did that. */
export const settlingDays = 7
const settlingMilliseconds = settlingDays * 24 * 60 * 60_000

interface Request {
  requestedBy: string | null
  /** Who made the credential that it was asked for with. */
  credentialBy?: string | null
}

/**
 * Why the actor is not another person than whoever asked; undefined where they are. Who makes a token knows it, so they count as whoever asks
 * with it. Who has just added somebody, or made them an admin, may be both of them: for some days they count as one, and everybody whom that
 * links.
 */
export async function whyNotSecond(
  { clock }: Pick<Dependencies, 'clock'>,
  { teamId, userId }: HumanActor,
  { requestedBy, credentialBy = null }: Request,
): Promise<Message | undefined> {
  if (requestedBy === userId) return accessMessages.ownRequest
  if (credentialBy === userId) return accessMessages.ownCredential
  const links = await readLinks(teamId, new Date(clock.now() - settlingMilliseconds))
  const asking = new Set([requestedBy, credentialBy].flatMap((id) => id ?? []))
  // A set that grows while it is gone through.
  for (const id of asking)
    for (const link of links) if (link.includes(id)) link.forEach((one) => asking.add(one))
  return asking.has(userId) ? accessMessages.notYetApart(settlingDays) : undefined
}

/** @throws DomainError `forbidden` for who is not another person than whoever asked */
export async function requireSecond(
  dependencies: Pick<Dependencies, 'clock'>,
  actor: HumanActor,
  request: Request,
): Promise<void> {
  const why = await whyNotSecond(dependencies, actor, request)
  if (why !== undefined) throw new DomainError('forbidden', why)
}

const linking: AuditAction[] = ['user.create', 'user.set-admin']

/** Pairs of an admin and a person whom they added or made an admin. The audit log has them, where nobody can take them away. */
async function readLinks(teamId: string, since: Date): Promise<string[][]> {
  const entries = await AuditEntry.findAll({
    attributes: ['actorId', 'targetId', 'action', 'after'],
    where: { teamId, action: linking, createdAt: { [Op.gte]: since } },
  })
  return entries
    .filter(({ action, after }) => action === 'user.create' || after?.['isAdmin'] === true)
    .map(({ actorId, targetId }) => [actorId ?? targetId, targetId])
}
