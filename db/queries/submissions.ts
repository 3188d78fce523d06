import type { Sequelize } from 'sequelize'
import { execute, selectFirst } from '../sql'

/** The key of a submission: whose it is, and which. */
export type SubmissionKey = [actor: string, id: string]

interface KeptSubmission<Result> {
  digest: string
  result: Result
}

const selectKept =
  'SELECT digest, result FROM submissions WHERE actor_id = $1 AND id = $2 AND created_at > $3'

export const findSubmission = <Result>(sequelize: Sequelize, key: SubmissionKey, since: Date) =>
  selectFirst<KeptSubmission<Result>>(sequelize, selectKept, [...key, since])

/** In place of an older one of the same key. */
export const keepSubmission = (
  sequelize: Sequelize,
  key: SubmissionKey,
  { digest, result }: KeptSubmission<object>,
  now: Date,
) =>
  execute(
    sequelize,
    `INSERT INTO submissions (actor_id, id, digest, result, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (actor_id, id) DO UPDATE SET
       digest = excluded.digest, result = excluded.result, created_at = excluded.created_at`,
    [...key, digest, JSON.stringify(result), now],
  )

const deleteOld = `
  WITH gone AS (
    DELETE FROM submissions WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM submissions WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes at most `limit` of those from `until` and before. Several may do it at once: each skips what another one is removing. @returns how many */
export const removeSubmissions = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteOld, [until, limit]))?.count ?? 0
