import type { QueryInterface } from 'sequelize'

/** Announcements are for those who ask for them. Who gets them now goes on getting them. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE users ALTER COLUMN should_receive_announcements SET DEFAULT false')
