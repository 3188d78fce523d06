import { QueryTypes, type Sequelize } from 'sequelize'
import { prepared } from './prepared-statements'

/**
 * The rows that `sql` gives. Joins the running transaction, as every query does.
 *
 * @param sql a constant, with `$1` for the first of `values`
 */
export const select = <Row extends object>(
  sequelize: Sequelize,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => sequelize.query<Row>(prepared(sql), { bind: values, type: QueryTypes.SELECT })

/** The first of them, if any. */
export const selectFirst = async <Row extends object>(
  ...query: Parameters<typeof select>
): Promise<Row | undefined> => (await select<Row>(...query))[0]

/** Changes what `sql` says, in the running transaction if there is one. */
export async function execute(sequelize: Sequelize, sql: string, values: unknown[]): Promise<void> {
  await sequelize.query(sql, { bind: values })
}
