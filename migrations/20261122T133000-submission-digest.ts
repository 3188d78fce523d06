import type { QueryInterface } from 'sequelize'

/** What a submission was about, as a keyed digest, so that its id answers nothing else; and how old ones are found. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    -- Of the time before, nobody can say what they were about: they are forgotten.
    DELETE FROM submissions;
    ALTER TABLE submissions ADD COLUMN digest text NOT NULL;
    CREATE INDEX submissions_age ON submissions (created_at);
  `)
