import type { QueryInterface } from 'sequelize'

/** Up to how many processes an application is scaled, and by what use of CPU; and to how many each is scaled now, where it is quickly read. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE applications
      ADD COLUMN max_processes integer CHECK (max_processes > 0),
      ADD COLUMN target_cpu integer CHECK (target_cpu BETWEEN 10 AND 90);
    ALTER TABLE application_overrides
      ADD COLUMN max_processes integer CHECK (max_processes > 0),
      ADD COLUMN target_cpu integer CHECK (target_cpu BETWEEN 10 AND 90);

    CREATE FUNCTION list_scaled(status jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_object_agg(scaled->>'applicationId', scaled->'number'), '{}')
      FROM jsonb_array_elements(status->'scaling') AS scaled
    $$;
    ALTER TABLE environments ADD COLUMN scaled_by_application jsonb GENERATED ALWAYS AS (list_scaled(status)) STORED;
  `)
