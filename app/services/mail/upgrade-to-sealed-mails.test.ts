import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { migrate } from '../../../db/migrations'
import { User, VerificationCode } from '../../../db/models/user'
import { migrations } from '../../../migrations/index'
import { buildAccountServices } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const upgrade = '20261122T132000-sealed-mails'

it('keeps what waits in clear, seals it at the start, and has first passwords prove the mailbox again', async () => {
  const { sequelize } = database
  await sequelize.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(
    sequelize,
    migrations.filter(({ name }) => name < upgrade),
  )
  const [teamId, waiting, settled, forced, usual] = Array.from({ length: 5 }, () => randomUUID())
  const person = (id: string | undefined, email: string, isForced: boolean) =>
    `('${id}', '${teamId}', 'Ada', '${email}', 'x', false, now(), ${isForced})`
  await sequelize.query(`
    INSERT INTO teams (id) VALUES ('${teamId}');
    INSERT INTO users (id, team_id, name, email, password_hash, is_admin, verified_at, force_password_change)
      VALUES ${person(forced, 'forced@example.com', true)}, ${person(usual, 'usual@example.com', false)};
    INSERT INTO verification_codes (user_id, code_hash, expires_at) VALUES ('${usual}', 'searchable', now());
    INSERT INTO mail_messages (id, recipient, subject, text, html) VALUES
      ('${waiting}', 'ada@example.com', '{"odd"} subject', E'Hello "Ada"\\n', '<p>ü</p>'), ('${settled}', 'bob@example.com', '', '', '');
    UPDATE mail_messages SET sent_at = now() WHERE id = '${settled}';
  `)
  expect(await migrate(sequelize, migrations)).toContain(upgrade)

  const bench = buildAccountServices(sequelize)
  expect(await bench.mail.sealMails()).toBe(1)
  expect(await bench.mail.sealMails()).toBe(0)
  expect(await bench.mail.listMail('ada@example.com')).toMatchObject([
    { subject: '{"odd"} subject', text: 'Hello "Ada"\n', html: '<p>ü</p>' },
  ])
  expect(await bench.mail.listMail('bob@example.com')).toMatchObject([{ subject: '', text: '', html: '' }])
  const [rows] = await sequelize.query('SELECT content FROM mail_messages')
  expect(JSON.stringify(rows)).not.toContain('Hello')
  expect((await User.findByPk(forced))?.verifiedAt).toBeNull()
  expect((await User.findByPk(usual))?.verifiedAt).not.toBeNull()
  expect(await VerificationCode.count()).toBe(0)
})
