import { createHash } from 'node:crypto'
import { QueryTypes } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { actorId, type Actor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { sourceOf } from '../actor/source'
import type { Dependencies } from '../dependencies'
import { isKeyedHashOf, keyedHash } from '../secrets/keyed-hash'

/** A form or call that may arrive more than once. */
export interface Submission {
  /** Chosen by whoever sends it; without one it is simply done. */
  id: string | undefined
  /** All that was sent, secrets included: only a keyed digest of it is kept. */
  content: unknown
}

interface Kept<Result> {
  digest: string
  result: Result
}

/** In place of the id of somebody who is signed out; theirs are told apart by the place they come from. */
const nobodyId = '00000000-0000-0000-0000-000000000000'

/** For so long the answer is remembered. */
const memoryMilliseconds = 30 * 24 * 60 * 60_000

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
  const content = JSON.stringify([...key, submission.content ?? null])
  await sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', { bind: [key.join('/')] })
  const [earlier] = await sequelize.query<Kept<Result>>(
    'SELECT digest, result FROM submissions WHERE actor_id = $1 AND id = $2 AND created_at > $3',
    { bind: [...key, new Date(clock.now() - memoryMilliseconds)], type: QueryTypes.SELECT },
  )
  if (earlier && !isKeyedHashOf(authenticatorKeys, earlier.digest, content, purpose)) throw isOfAnother()
  if (earlier) return earlier.result
  const result = await work()
  await keep(dependencies, key, { digest: keyedHash(authenticatorKeys, content, purpose), result })
  return result
}

/** Whose submission it is, and which. Strangers who chose the same id do not share it. */
function keyOf(actor: Actor, id: string): [actor: string, id: string] {
  if (actor.kind !== 'anonymous') return [actorId(actor), id]
  const place = createHash('sha256').update(sourceOf(currentOrigin().address)).digest('base64url')
  return [nobodyId, `${place} ${id}`]
}

/** Forgets old ones along the way, a few at a time. */
async function keep(
  { sequelize, clock }: Dependencies,
  key: [string, string],
  { digest, result }: Kept<object>,
): Promise<void> {
  const now = clock.now()
  await sequelize.query(
    `DELETE FROM submissions WHERE (actor_id, id) IN (
       SELECT actor_id, id FROM submissions WHERE created_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    { bind: [new Date(now - memoryMilliseconds)] },
  )
  await sequelize.query(
    `INSERT INTO submissions (actor_id, id, digest, result, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (actor_id, id) DO UPDATE SET
       digest = excluded.digest, result = excluded.result, created_at = excluded.created_at`,
    { bind: [...key, digest, JSON.stringify(result), new Date(now)] },
  )
}

const isOfAnother = () =>
  new DomainError(
    'conflict',
    'This was sent before with something else in it. Send it with a new Idempotency-Key, or reload the page and fill in the form again.',
  )
