import pg from 'pg'

/** The name under which each connection prepares a statement, by its text. */
const names = new Map<string, string>()

/**
 * Has every connection plan `sql` once and not at each query: planning takes longer than most reads.
 *
 * @param sql a constant: each text is kept for the life of the process
 */
export function prepared(sql: string): string {
  const text = sql.trim()
  if (!names.has(text)) names.set(text, `statement_${names.size + 1}`)
  return text
}

/** Sequelize has no word for prepared statements. It hands text, values and a callback to the driver, where the name is added. */
class PreparingClient extends pg.Client {
  override query(...call: unknown[]): never {
    const [text, ...rest] = call
    const name = names.get(text as string)
    const values = rest.find(Array.isArray)
    const named = [{ name, text, values }, rest.at(-1)]
    return super.query(...((name === undefined ? call : named) as [never])) as never
  }
}

/** The driver for Sequelize's `dialectModule`. */
export const preparingDriver = { ...pg, Client: PreparingClient }
