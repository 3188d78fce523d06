import type { QueryInterface } from 'sequelize'

/** Digest of the image of each application, by its id, that was approved with a deployment. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE deployments ADD COLUMN approved_digests jsonb')
