import type { QueryInterface } from 'sequelize'

/** An address belongs to the one person who proved it; until then any number may have said that it is theirs. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query(`
    CREATE UNIQUE INDEX users_proved_email ON users (lower(email)) WHERE verified_at IS NOT NULL;
    CREATE INDEX users_claimed_email ON users (lower(email));
    DROP INDEX users_email;
  `)
