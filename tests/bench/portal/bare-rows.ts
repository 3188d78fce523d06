import type { Pool } from 'pg'

const names = new Map<string, string>()

/** The rows of a query. Prepared once per connection, as the app does it: else the database would spend its time on planning. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  database: Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const name = names.get(text) ?? `query_${names.size + 1}`
  names.set(text, name)
  return (await database.query<Row>({ name, text, values })).rows
}
