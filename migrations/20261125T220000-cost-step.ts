import type { QueryInterface } from 'sequelize'

/** By how many USD a month a deployment may raise the cost of an environment before somebody has to confirm it. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments ADD COLUMN cost_step_usd integer NOT NULL DEFAULT 100;
  `)
