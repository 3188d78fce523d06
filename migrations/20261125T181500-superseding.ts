import type { QueryInterface } from 'sequelize'

/** Which deployment took the place of an automatic one that waited, and whether that happens in an environment. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE deployments ADD COLUMN superseded_by uuid;
    ALTER TABLE environments ADD COLUMN supersedes_queued boolean NOT NULL DEFAULT true;
  `)
