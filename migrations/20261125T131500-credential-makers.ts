import type { QueryInterface } from 'sequelize'

/** Who made a token or trust of an integration user, and of a deployment that one asked for, who had made what it came with. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE integration_tokens ADD COLUMN made_by uuid;
    ALTER TABLE integration_trusts ADD COLUMN made_by uuid;
    ALTER TABLE deployments ADD COLUMN credential_by uuid;
    UPDATE integration_tokens AS token SET made_by = entry.actor_id
      FROM audit_entries AS entry
      WHERE entry.target_id = token.id AND entry.action = 'integration-token.create';
    UPDATE integration_trusts AS trust SET made_by = entry.actor_id
      FROM audit_entries AS entry
      WHERE entry.target_id = trust.id AND entry.action = 'integration-trust.create';
  `)
