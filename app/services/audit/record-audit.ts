import { isDeepStrictEqual } from 'node:util'
import { auditRetentionDays, type AuditAction } from './audit-actions'
import type { Clock } from '../../../core/time/clock'
import { parseTraceparent } from '../../../core/tracing/trace-context'
import { AuditEntry } from '../../../db/models/audit-entry'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { HumanActor, IntegrationActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { cutFacts, type Facts } from './cut-facts'
import { removeAuditEntries } from '../../../db/queries/audit-entries'

/** The author: an actor, somebody who is only just becoming one by logging in, somebody who failed to, or SDO itself. */
export type AuditActor =
  | Pick<HumanActor, 'kind' | 'userId' | 'teamId' | 'name' | 'email'>
  | Pick<IntegrationActor, 'kind' | 'integrationUserId' | 'teamId'>
  | { kind: 'anonymous'; teamId: string }
  | { kind: 'system'; teamId: string }

export interface AuditRecord {
  action: AuditAction
  target: { id: string; name: string }
  /** Name the fields one by one, never a whole row: no secret may get here. What is very long is cut. */
  before?: Facts
  /** With `before`, only what differs is kept of both. */
  after?: Facts
}

/**
 * Adds an entry to the audit log of the actor's team. Call it in the transaction of the change, so that there is an entry
 * exactly when the change is kept.
 */
export async function recordAudit(
  { clock }: { clock: Pick<Clock, 'now'> },
  actor: AuditActor,
  { action, target, before, after }: AuditRecord,
): Promise<void> {
  const { requestId, address, traceparent } = currentOrigin()
  await AuditEntry.create({
    teamId: actor.teamId,
    createdAt: new Date(clock.now()),
    actorKind: actor.kind,
    actorId: idOf(actor),
    actorName: await nameOf(actor),
    action,
    targetId: target.id,
    targetName: target.name,
    before: before ? cutFacts(without(before, after)) : null,
    after: after ? cutFacts(without(after, before)) : null,
    requestId: requestId || null,
    sourceAddress: address || null,
    traceId: parseTraceparent(traceparent)?.traceId ?? null,
  })
}

function idOf(actor: AuditActor): string | null {
  if (actor.kind === 'anonymous' || actor.kind === 'system') return null
  return actor.kind === 'human' ? actor.userId : actor.integrationUserId
}

async function nameOf(actor: AuditActor): Promise<string> {
  if (actor.kind === 'anonymous') return 'Somebody unknown'
  if (actor.kind === 'system') return 'SDO'
  if (actor.kind === 'human') return `${actor.name} (${actor.email})`
  return (await IntegrationUser.findByPk(actor.integrationUserId))?.name ?? ''
}

/** `facts` without those that are the same in `other`. */
const without = (facts: Facts, other: Facts = {}): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([name, value]) => !(name in other && isDeepStrictEqual(value, other[name])),
    ),
  )

/** Entries that are removed at a time, so that nobody has to wait for years of them. */
const batch = 1000

/** Removes entries that are past their retention. */
export const removeExpiredAuditEntries = (): Promise<number> => removeAuditEntries(auditRetentionDays, batch)
