import type { QueryInterface } from 'sequelize'

/**
 * A deployment to a protected environment waits (state 5) until an admin other than whoever asked approves it. What it brings is kept by its
 * fingerprint, so that what runs is what was approved.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE environments
      ADD COLUMN is_protected boolean NOT NULL DEFAULT false,
      ADD COLUMN unprotect_requested_by uuid REFERENCES users ON DELETE SET NULL;
    ALTER TABLE deployments
      DROP CONSTRAINT deployments_state_check,
      ADD CONSTRAINT deployments_state_check CHECK (state BETWEEN 0 AND 5),
      ADD COLUMN approved_by text,
      ADD COLUMN approved_at timestamptz,
      ADD COLUMN approved_content text,
      ADD COLUMN declined_by text;
  `)
