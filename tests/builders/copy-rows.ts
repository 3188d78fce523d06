import type { Sequelize } from 'sequelize'

interface Copies {
  /** Of the rows `x` that are copied. */
  where: string
  /** SQL, a number: so many copies of each. */
  times: string
  /** SQL by column, of the row `x` and the number `n` of its copy. */
  changes: Record<string, string>
}

/** Adds copies of rows of `table`, by the database itself: a hundred thousand of them take seconds. */
export async function copyRows(sequelize: Sequelize, table: string, { where, times, changes }: Copies) {
  const [columns] = (await sequelize.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = $1 AND is_generated = 'NEVER' AND identity_generation IS NULL`,
    { bind: [table] },
  )) as [{ name: string }[], unknown]
  const names = columns.map(({ name }) => name)
  const values = Object.entries(changes).map(([name, sql]) => `'${name}', ${sql}`)
  await sequelize.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name) => `(made.copy).${name}`).join(', ')} FROM (
       SELECT jsonb_populate_record(x, jsonb_build_object(${values.join(', ')})) AS copy
       FROM ${table} x CROSS JOIN LATERAL generate_series(1, ${times}) AS n WHERE ${where}
       OFFSET 0
     ) AS made`,
  )
}
