import pg from 'pg'

interface Statement {
  /** Under which each connection prepares it. */
  name: string
  text: string
}

/** By their text, as it is written and as Sequelize trims it. */
const statements = new Map<string, Statement>()

/**
 * Has every connection plan `sql` once and not at each query: planning takes longer than most reads.
 *
 * @param sql a constant: each text is kept for the life of the process
 */
export function prepared(sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const text = sql.trim()
  const statement = statements.get(text) ?? { name: `statement_${statements.size + 1}`, text }
  statements.set(sql, statement).set(text, statement)
  return statement
}

/** Sequelize has no word for prepared statements. It hands text, values and a callback to the driver, where the name is added. */
class PreparingClient extends pg.Client {
  override query(...call: unknown[]): never {
    const statement = statements.get(call[0] as string)
    if (!statement) return super.query(...(call as [never])) as never
    const named = [{ ...statement, values: call.slice(1).find(Array.isArray) }, call.at(-1)]
    return super.query(...(named as [never])) as never
  }
}

/** The driver for Sequelize's `dialectModule`. */
export const preparingDriver = { ...pg, Client: PreparingClient }
