import type { QueryInterface } from 'sequelize'

/** The trace of the request that asked for a deployment, and of what is said of it. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE deployments ADD COLUMN traceparent text;
    ALTER TABLE log_messages ADD COLUMN trace_id text;
  `)
