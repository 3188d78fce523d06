import type { QueryInterface } from 'sequelize'

/** Where the login for the registry of an application's image is kept, in the customer's account. */
export const up = ({ context }: { context: QueryInterface }) =>
  context.sequelize.query('ALTER TABLE applications ADD COLUMN registry_credentials text')
