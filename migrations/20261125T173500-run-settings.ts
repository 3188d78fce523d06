import type { QueryInterface } from 'sequelize'

/** Settings of health check and container that an application has of its own. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query("ALTER TABLE applications ADD COLUMN run_settings jsonb NOT NULL DEFAULT '{}'")
