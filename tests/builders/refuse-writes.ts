import { randomBytes } from 'node:crypto'
import type { Sequelize } from 'sequelize'

/** Makes the database refuse to write the rows of `table` for which `condition` holds; the result lets them through again. */
export async function refuseWrites(
  sequelize: Sequelize,
  table: string,
  condition: string,
  events = 'INSERT OR UPDATE',
): Promise<() => Promise<void>> {
  const name = `refuse_${randomBytes(4).toString('hex')}`
  await sequelize.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused for a test'; END $$;
    CREATE TRIGGER ${name} BEFORE ${events} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}();
  `)
  return async () => {
    await sequelize.query(`DROP FUNCTION ${name} CASCADE`)
  }
}
