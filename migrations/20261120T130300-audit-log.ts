import type { QueryInterface } from 'sequelize'

/** Who did what, when and from where. Entries are only ever added; they go when they are 400 days old, or with their team. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE TABLE audit_entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      actor_kind text NOT NULL CHECK (actor_kind IN ('human', 'integration')),
      -- No reference: the entry outlives whoever and whatever it is about. That is why the names are kept too.
      actor_id uuid NOT NULL,
      actor_name text NOT NULL,
      action text NOT NULL,
      target_id uuid NOT NULL,
      target_name text NOT NULL,
      before jsonb,
      after jsonb,
      request_id text,
      source_address text
    );
    CREATE INDEX audit_entries_newest ON audit_entries (team_id, id DESC);
    CREATE INDEX audit_entries_oldest ON audit_entries (created_at);

    CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF OLD.created_at < now() - interval '400 days' THEN RETURN OLD; END IF;
        -- A team takes its entries along: by then it is gone itself.
        IF NOT EXISTS (SELECT FROM teams WHERE id = OLD.team_id) THEN RETURN OLD; END IF;
      END IF;
      RAISE EXCEPTION 'The audit log is append-only.';
    END $$;
    CREATE TRIGGER keep_audit_entries BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
    CREATE TRIGGER keep_all_audit_entries BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION keep_audit_entries();
  `)
