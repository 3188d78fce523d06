import type { QueryInterface } from 'sequelize'

/** Finds the deployments whose resources the mirror compares, some at a time, among all that there ever were. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE INDEX deployments_compared ON deployments (id) WHERE state IN (0, 1, 2) OR desired_revision > mirrored_revision;
  `)
