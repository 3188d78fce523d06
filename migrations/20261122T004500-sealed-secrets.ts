import type { QueryInterface } from 'sequelize'

/**
 * Lets nothing plain be written any more where secrets of authenticator apps are kept, so that the start of the app can take a
 * plain one for one from before. Those stay until then, which is what NOT VALID allows.
 */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(
    "ALTER TABLE authenticator_tokens ADD CONSTRAINT authenticator_tokens_secret_sealed CHECK (secret LIKE 'v1.%') NOT VALID",
  )
