import pg, { type Client } from 'pg'
import { DatabaseError, QueryTypes, type Sequelize } from 'sequelize'
import { prepared } from './prepared-statements'
import { isInTransaction } from './transaction'

/**
 * The rows that `sql` gives. Joins the running transaction, as every query does; without one it asks the driver itself, because Sequelize's
 * work on a statement takes as long as the rest of a short read.
 *
 * @param sql a constant, with `$1` for the first of `values`
 * @throws DatabaseError, and ConnectionError where there is no connection, as Sequelize does
 */
export async function select<Row extends object>(
  sequelize: Sequelize,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { name, text } = prepared(sql)
  if (isInTransaction()) return sequelize.query<Row>(text, { bind: values, type: QueryTypes.SELECT })
  const { connectionManager } = sequelize
  const connection = (await connectionManager.getConnection({ type: 'read' })) as Client
  try {
    const { rows } = await connection.query<Row>({ name, text, values })
    return rows
  } catch (failure) {
    // A connection that broke under a statement tells only the statement; Sequelize drops those that tell it themselves.
    if (!(failure instanceof pg.DatabaseError)) connection.emit('error', failure)
    throw new DatabaseError(Object.assign(failure as Error, { sql: text, parameters: {} }))
  } finally {
    connectionManager.releaseConnection(connection)
  }
}

/** The first of them, if any. */
export const selectFirst = async <Row extends object>(
  ...query: Parameters<typeof select>
): Promise<Row | undefined> => (await select<Row>(...query))[0]

/** Changes what `sql` says, in the running transaction if there is one. */
export async function execute(sequelize: Sequelize, sql: string, values: unknown[]): Promise<void> {
  await sequelize.query(sql, { bind: values })
}
