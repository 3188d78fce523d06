import type { ClientBase } from 'pg'
import { DatabaseError, type Sequelize } from 'sequelize'
import { currentTransaction } from './transaction'

type Connection = ClientBase & { _invalid?: boolean }

/** The name under which each connection has a statement prepared, by its text. */
const names = new Map<string, string>()

/**
 * The rows that `sql` gives, as they are. For what is asked at nearly every request: the database plans it once per
 * connection, and nothing of Sequelize but its pool stands between. Joins the running transaction, as every query does.
 *
 * @param sql a constant, with `$1` for the first of `values`: each text is kept for the life of the process
 * @throws DatabaseError and ConnectionError of Sequelize
 */
export async function select<Row extends object>(
  { connectionManager }: Sequelize,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const transaction = currentTransaction()
  const connection = transaction
    ? connectionOf(transaction)
    : ((await connectionManager.getConnection({ type: 'read' })) as unknown as Connection)
  try {
    const { rows } = await connection.query<Row>({ name: nameOf(sql), text: sql, values })
    return rows
  } catch (cause) {
    const failure = cause as Error & { sql: string; code?: string }
    // Without a state the failure is not the database's answer, so there may be nobody at the other end any more.
    if (!/^[0-9A-Z]{5}$/.test(failure.code ?? '')) connection._invalid = true
    throw new DatabaseError(Object.assign(failure, { sql }))
  } finally {
    if (!transaction) connectionManager.releaseConnection(connection)
  }
}

const connectionOf = (transaction: object) => (transaction as { connection: Connection }).connection

function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = `select_${names.size + 1}`
  names.set(sql, name)
  return name
}
