import type { QueryInterface } from 'sequelize'

/** A deployment that is a promotion says from which environment, as that was called then. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE deployments ADD COLUMN promoted_from text;')
