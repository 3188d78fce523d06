import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { QueryTypes, type Sequelize } from 'sequelize'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../../db/connection'
import { useTestDatabase } from '../../postgres/test-database'

const database = useTestDatabase()
const page = readFileSync('docs/operations.md', 'utf8')
/** Roles are of the whole server, where other tests may have the same. */
const suffix = randomBytes(4).toString('hex')
const renamed = (sql: string) => sql.replaceAll('sdo_app', `sdo_app_${suffix}`)
const passwords = { first: 'first-password', second: 'second-password', third: 'third-password' }

/** The statement that the page prints, with a password in it. */
function printed(pattern: RegExp, password = ''): string {
  const [statement] = pattern.exec(page) ?? []
  if (!statement) throw new Error(`docs/operations.md prints nothing like ${pattern}.`)
  return renamed(statement).replace('…', password)
}
const [first, second] = [renamed('sdo_app'), renamed('sdo_app_2')]

const opened: Sequelize[] = []
function logIn(role: string, password: string): Sequelize {
  const url = Object.assign(new URL(database.url), { username: role, password })
  // By TCP, where Postgres asks for the password.
  const sequelize = connect(url.href, { maxConnections: 1 })
  opened.push(sequelize)
  return sequelize
}
const works = (sequelize: Sequelize) =>
  sequelize.query('SELECT count(*) FROM teams', { type: QueryTypes.SELECT }).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  await database.sequelize.query(
    printed(/CREATE ROLE sdo_app LOGIN[\s\S]*?(?=\n-- As the owner)/, passwords.first),
  )
})
afterAll(async () => {
  for (const sequelize of opened) await sequelize.close()
  await database.sequelize.query(`DROP ROLE ${second}; DROP OWNED BY ${first}; DROP ROLE ${first}`)
})

it('is changed by what is printed, and whoever has the old or the new one works all the time, until the old one is taken', async () => {
  const before = logIn(first, passwords.first)
  expect(await works(before)).toBe(true)
  await database.sequelize.query(printed(/CREATE ROLE sdo_app_2 .*;/, passwords.second))
  const after = logIn(second, passwords.second)
  expect([await works(before), await works(after)]).toEqual([true, true])

  // The new role may do what the first may, and no more.
  await after.query('DELETE FROM support_messages')
  await expect(after.query('DROP TABLE support_messages')).rejects.toThrow('must be owner')
  await expect(after.query('UPDATE audit_entries SET summary = summary')).rejects.toThrow()

  const looked = printed(/SELECT usename, application_name.*;/)
  const left = () => database.sequelize.query(looked, { type: QueryTypes.SELECT })
  expect(await left()).toHaveLength(1)
  await before.close()
  opened.splice(opened.indexOf(before), 1)
  await expect.poll(left).toEqual([])
  await database.sequelize.query(printed(/ALTER ROLE sdo_app PASSWORD NULL;/))
  expect(await works(logIn(first, passwords.first))).toBe(false)
  expect(await works(after)).toBe(true)
})

it('is changed back to the first role the next time', async () => {
  await database.sequelize.query(printed(/ALTER ROLE sdo_app PASSWORD '…'/, passwords.third))
  expect(await works(logIn(first, passwords.third))).toBe(true)
  await database.sequelize.query(printed(/ALTER ROLE sdo_app_2 PASSWORD NULL;/))
  expect(await works(logIn(second, passwords.second))).toBe(false)
  await database.sequelize.query(
    printed(/SELECT pg_terminate_backend\(pid\) FROM pg_stat_activity WHERE usename.*?;/),
  )
  expect(await works(logIn(first, passwords.third))).toBe(true)
})
