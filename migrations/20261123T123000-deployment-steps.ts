import type { QueryInterface } from 'sequelize'

/** A deployment says when its steps were done, and one that failed what the process printed last. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE deployments ADD COLUMN timeline jsonb, ADD COLUMN output jsonb')
