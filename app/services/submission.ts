import { QueryTypes } from 'sequelize'
import { inTransaction } from '../../db/transaction'
import { actorId, type Actor } from './actor'
import type { Dependencies } from './dependencies'

/** Whose submissions those of people who are signed out are; their ids hold a random one that only their page knows. */
const nobodyId = '00000000-0000-0000-0000-000000000000'

/**
 * Runs `work` once per submission id in one transaction: the same form or call sent again, also at the same moment, gets
 * the first answer. Without an id it simply runs. A rejection is not remembered, so a corrected form may be sent again.
 */
export function once<Result extends object>(
  { sequelize }: Dependencies,
  actor: Actor,
  submissionId: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(sequelize, async () => {
    if (submissionId === undefined) return work()
    const key = { actor: actor.kind === 'anonymous' ? nobodyId : actorId(actor), id: submissionId }
    await sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', {
      bind: [`${key.actor}/${key.id}`],
    })
    const [earlier] = await sequelize.query<{ result: Result }>(
      'SELECT result FROM submissions WHERE actor_id = $1 AND id = $2',
      { bind: [key.actor, key.id], type: QueryTypes.SELECT },
    )
    if (earlier) return earlier.result
    const result = await work()
    await sequelize.query('INSERT INTO submissions (actor_id, id, result) VALUES ($1, $2, $3)', {
      bind: [key.actor, key.id, JSON.stringify(result)],
    })
    return result
  })
}
