import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../db/database'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const owner = useTestDatabase()
const role = `sdo_app_${randomBytes(4).toString('hex')}`

/** The role of docs/operations.md. */
beforeAll(() =>
  owner.sequelize.query(`
    CREATE ROLE ${role} LOGIN PASSWORD 'of-a-test';
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role};
  `),
)
afterAll(() => owner.sequelize.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))

it('runs as a role that owns nothing and so cannot get round the audit log', async () => {
  const url = Object.assign(new URL(owner.url), { username: role, password: 'of-a-test' }).href
  const sequelize = openDatabase(url)
  try {
    const bench = buildAccountServices(sequelize)
    const admin = await bench.registerVerified('humble@example.com')
    const login = { email: admin.email, password: 'correct-horse' }
    expect((await bench.signingIn.logIn(anonymous, login)).result).toBe('SUCCESS')
    const [[user]] = await sequelize.query('SELECT current_user')
    expect(user).toEqual({ current_user: role })
    for (const [statement, refusal] of [
      ['ALTER TABLE audit_entries DISABLE TRIGGER ALL', /must be owner/],
      ['DROP TABLE audit_entries', /must be owner/],
      ['TRUNCATE audit_entries', /permission denied/],
      ['UPDATE audit_entries SET actor_name = NULL', /append-only/],
      ['DELETE FROM audit_entries', /append-only/],
      ['CREATE TABLE other (id int)', /permission denied/],
    ] as const)
      await expect(sequelize.query(statement)).rejects.toThrow(refusal)
  } finally {
    await sequelize.close()
  }
})
