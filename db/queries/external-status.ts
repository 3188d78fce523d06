import type { Sequelize } from 'sequelize'
import { execute } from '../sql'

/** Keeps the status of something external. The state, spelled as the phase, changes only with an answer to what people asked last. */
export const recordExternalStatus = (
  sequelize: Sequelize,
  table: 'hosted_zones' | 'external_networks',
  id: string,
  { status, isAnswer }: { status: { phase: string }; isAnswer: boolean },
) =>
  execute(
    sequelize,
    `UPDATE ${table}
        SET status = $2::jsonb,
            state = CASE WHEN $3 AND mirrored_revision >= desired_revision THEN $4 ELSE state END
      WHERE id = $1`,
    [id, JSON.stringify(status), isAnswer, status.phase],
  )
