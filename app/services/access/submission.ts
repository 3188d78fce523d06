import { createHash } from 'node:crypto'
import { DomainError } from '../../../core/errors'
import { lockKey } from '../../../db/key-lock'
import { findSubmission, keepSubmission, type SubmissionKey } from '../../../db/queries/submissions'
import { actorId, type Actor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { sourceOf } from '../actor/source'
import type { Dependencies } from '../dependencies'
import { isKeyedHashOf, keyedHash } from '../secrets/keyed-hash'
import { callMessages } from '../../messages/call-messages'
import { nilUuid } from '../../../core/text/uuid'

/** A form or call that may arrive more than once. */
export interface Submission {
  /** Chosen by whoever sends it; without one it is simply done. */
  id: string | undefined
  /** All that was sent, secrets included: only a keyed digest of it is kept. */
  content: unknown
}

/** The actor id of everybody who is signed out: their submissions are told apart by the place they come from. */
const nobodyId = nilUuid

/** How long the first answer is remembered. */
export const submissionMemoryMilliseconds = 30 * 24 * 60 * 60_000

const purpose = 'submission'

/**
 * Runs `work` once per submission id of the actor, in the transaction around: the same form or call sent again, also at the
 * same moment, gets the first answer, which therefore holds no secret. A rejection is not remembered, so a corrected form
 * may be sent again.
 *
 * @throws DomainError `conflict` for the id of an earlier submission with something else in it
 */
export async function once<Result extends object>(
  dependencies: Dependencies,
  actor: Actor,
  submission: Submission | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (submission?.id === undefined) return work()
  const { sequelize, clock, authenticatorKeys } = dependencies
  const key = keyOf(actor, submission.id)
  const oldest = new Date(clock.now() - submissionMemoryMilliseconds)
  const content = JSON.stringify([...key, submission.content ?? null])
  await lockKey(sequelize, key.join('/'))
  const earlier = await findSubmission<Result>(sequelize, key, oldest)
  if (earlier && !isKeyedHashOf(authenticatorKeys, earlier.digest, content, purpose)) throw isOfAnother()
  if (earlier) return earlier.result
  const result = await work()
  const digest = keyedHash(authenticatorKeys, content, purpose)
  await keepSubmission(sequelize, key, { digest, result }, new Date(clock.now()))
  return result
}

/** A submission and its owner: strangers who chose the same id do not share it. */
function keyOf(actor: Actor, id: string): SubmissionKey {
  if (actor.kind !== 'anonymous') return [actorId(actor), id]
  const place = createHash('sha256').update(sourceOf(currentOrigin().address)).digest('base64url')
  return [nobodyId, `${place} ${id}`]
}

const isOfAnother = () => new DomainError('conflict', callMessages.keyOfAnother)
