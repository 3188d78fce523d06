import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { QueryTypes } from 'sequelize'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../db/transaction'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { OutgoingMail } from '../../mail/mail-transport'
import { deliverMail } from './deliver-mail'
import { queueMail } from './queue-mail'
import { createServices } from '../services'
import { readKeyRing } from '../secrets/key-ring'

const database = useTestDatabase()

/** What docs/operations.md says must be empty before the last restart. */
const question = /^SELECT id FROM authenticator_tokens [\s\S]*?;$/m.exec(
  readFileSync('docs/operations.md', 'utf8'),
)?.[0]
const remaining = () => database.sequelize.query(question ?? '', { type: QueryTypes.SELECT })

/** Columns of any table with something that a key sealed: what is sealed in more places one day is asked for as well. */
async function columnsSealedBy(id: string): Promise<string[]> {
  const columns = await database.sequelize.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'character varying')`,
    { type: QueryTypes.SELECT },
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const asked = `SELECT 1 FROM "${table}" WHERE "${column}" LIKE 'v1.${id}.%' LIMIT 1`
    if ((await database.sequelize.query(asked, { type: QueryTypes.SELECT })).length > 0)
      found.push(`${table}.${column}`)
  }
  return found.sort()
}
/** Whatever there is to seal. */
const allColumns = ['authenticator_tokens.secret', 'mail_messages.content', 'webhooks.secret', 'webhooks.url']

const key = () => randomBytes(32).toString('base64')
const [old, fresh] = [`2027:${key()}`, `2028:${key()}`]

it('the key of AUTHENTICATOR_KEYS is replaced by three restarts, and nothing is lost on the way', async () => {
  const bench = buildAccountServices(database.sequelize)
  const withKeys = (keys: string) => ({ ...bench.dependencies, authenticatorKeys: readKeyRing(keys) })
  /** A portal as it starts with these keys. */
  const start = async (keys: string) => {
    const dependencies = withKeys(keys)
    const services = createServices(dependencies)
    await services.secondFactor.sealAuthenticatorSecrets()
    await services.mail.sealMails()
    await services.webhooks.sealWebhooks()
    const queue = (subject: string) =>
      inTransaction(database.sequelize, () =>
        queueMail(dependencies, 'ada@example.com', { subject, text: 'text', html: '<p>text</p>' }),
      )
    return { services, queue, deliver: () => deliver(dependencies) }
  }
  const deliver = async (dependencies: ReturnType<typeof withKeys>) => {
    const sent: OutgoingMail[] = []
    const transport = {
      showsStoredMails: false,
      send: async (mail: OutgoingMail, handOver: () => Promise<void>) => {
        await handOver()
        sent.push(mail)
        return { result: 'sent' as const }
      },
    }
    const { signal } = new AbortController()
    while (await deliverMail({ dependencies, transport, signal, random: () => 0.5 }));
    return sent.map(({ subject }) => subject).sort()
  }

  await start(old)
  bench.dependencies.authenticatorKeys = readKeyRing(old)
  const ada = await bench.registerVerified('ada@example.com')
  const authenticator = await buildAuthenticator(bench, ada)
  await deliver(withKeys(old))

  const first = await start(`${old},${fresh}`)
  await first.services.webhooks.createWebhook(ada, { url: 'https://hooks.example.com/x' })
  await first.queue('One')
  expect(await remaining()).not.toEqual([])
  expect([await columnsSealedBy('2027'), await columnsSealedBy('2028')]).toEqual([allColumns, []])

  const second = await start(`${fresh},${old}`)
  await second.queue('Two')
  expect(await remaining()).toEqual([])
  expect([await columnsSealedBy('2027'), await columnsSealedBy('2028')]).toEqual([[], allColumns])
  expect(await first.deliver()).toEqual(['One', 'Two'])
  await first.queue('Three')
  expect(await remaining()).not.toEqual([])
  await start(`${fresh},${old}`)
  expect(await remaining()).toEqual([])

  const last = await start(fresh)
  expect(await last.deliver()).toEqual(['Three'])
  await bench.clock.advance(60_000)
  const { tokenResult } = await last.services.signingIn.logIn(anonymous, {
    email: 'ada@example.com',
    password: builtPassword,
    authenticationToken: authenticator.code(),
  })
  expect(tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  expect(await last.services.webhooks.getWebhook(ada)).toMatchObject({
    webhook: { maskedUrl: expect.stringContaining('hooks.example.com') as string },
  })
})
