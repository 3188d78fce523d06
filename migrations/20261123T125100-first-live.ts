import type { QueryInterface } from 'sequelize'

/** When a deployment of a team was live for the first time: until then the portal leads there. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    ALTER TABLE teams ADD COLUMN first_live_at timestamptz;
    UPDATE teams SET first_live_at = first.live_at
    FROM (
      SELECT e.team_id, min(coalesce(d.finished_at, d.created_at)) AS live_at
      FROM deployments d JOIN environments e ON e.id = d.environment_id WHERE d.state IN (2, 4) GROUP BY e.team_id
    ) AS first
    WHERE first.team_id = teams.id;
    CREATE FUNCTION record_first_live() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE teams SET first_live_at = now()
      WHERE first_live_at IS NULL AND id = (SELECT team_id FROM environments WHERE id = NEW.environment_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER record_first_live AFTER INSERT OR UPDATE OF state ON deployments
      FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION record_first_live();
  `)
