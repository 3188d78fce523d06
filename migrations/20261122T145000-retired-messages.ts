import type { QueryInterface } from 'sequelize'

/** Deployments that are live no more do not say that they are. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    UPDATE deployments AS retired
       SET message = 'Replaced by deployment ' || next.sequence || '.'
      FROM deployments AS next
     WHERE retired.state = 4
       AND retired.message = 'Live'
       AND next.environment_id = retired.environment_id
       AND next.sequence = (SELECT min(sequence) FROM deployments
                             WHERE environment_id = retired.environment_id
                               AND sequence > retired.sequence AND state IN (2, 4));
  `)
