import { randomUUID } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import type { Clock } from '../../../../core/time/clock'

/** Publishes newer terms that take effect after `inMilliseconds`; the result takes them back. */
export async function publishTerms(
  { sequelize, clock }: { sequelize: Sequelize; clock: Clock },
  inMilliseconds: number,
): Promise<() => Promise<void>> {
  const id = randomUUID()
  const content = '<h2>Newer terms of service</h2><p>Everything as before, and cake on Fridays.</p>'
  await sequelize.query('INSERT INTO terms (id, content, effective_at) VALUES ($1, $2, $3)', {
    bind: [id, content, new Date(clock.now() + inMilliseconds)],
  })
  return async () => {
    for (const [table, column] of [
      ['terms_acceptances', 'terms_id'],
      ['terms_openings', 'terms_id'],
      ['terms', 'id'],
    ])
      await sequelize.query(`DELETE FROM ${table} WHERE ${column} = $1`, { bind: [id] })
  }
}
