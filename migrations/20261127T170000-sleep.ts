import type { QueryInterface } from 'sequelize'

/**
 * When an environment sleeps: its schedule and the last act of a person or a deployment, as its resource has them; whose act that was; and
 * whether the controller last said that it sleeps, where it is quickly read.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      ADD COLUMN sleep jsonb,
      ADD COLUMN sleep_act_by text,
      ADD COLUMN is_asleep boolean GENERATED ALWAYS AS (coalesce(status #> '{sleep,isAsleep}' = 'true', false)) STORED;
  `)
