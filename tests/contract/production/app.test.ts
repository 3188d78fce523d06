import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { jobs } from '../../../standalone/start/bundle-options.mjs'
import { eventually } from '../../builders/eventually'
import { MailServer } from '../../builders/mail-server'
import { readMime } from '../../builders/read-mime'
import { findFreePorts } from '../../kube/daemon'
import { useTestDatabase } from '../../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram } from './program'

const database = useTestDatabase()
const password = 'mail-server-password'
const authenticatorKeys = `2027:${randomBytes(32).toString('base64')}`
let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram('app/main.ts', {
    'app/index': 'tests/contract/production/app-routes.ts',
    ...jobs,
  })
})
afterAll(() => program.remove())

async function startPortal() {
  const mailServer = new MailServer({ credentials: { user: 'sdo', pass: password } })
  await mailServer.start()
  onTestFinished(() => mailServer.stop())
  const [port] = await findFreePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const portal = startProgram(program, {
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://sdo.example.com',
    PLATFORM_ACCOUNT_NUMBER: '999999999999',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'SDO <no-reply@sdo.example.com>',
    SUPPORT_EMAIL: 'support@example.com',
    AUTHENTICATOR_KEYS: authenticatorKeys,
    HOST: '127.0.0.1',
    PORT: String(port),
  })
  await eventually('the portal is well', async () =>
    fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const register = async (email: string) => {
    const index = await fetch(`${origin}/v1/view-controller/account/registration`).then(
      (answer) => answer.json() as Promise<{ currentTermsId: string }>,
    )
    return fetch(`${origin}/v1/account`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        primaryAccountOwner: { name: 'Ada', email, password: 'correct-horse' },
        acceptedTermsId: index.currentTermsId,
      }),
    })
  }
  return { portal, mailServer, register }
}

describe('the portal in production', () => {
  it('mails the verification code to whoever registers, and ends well when asked to', async () => {
    const { portal, mailServer, register } = await startPortal()
    expect(await (await register('ada@example.com')).json()).toMatchObject({ result: 'SUCCESS' })
    const mail = await eventually('the mail comes', () => mailServer.received[0])
    expect(mail.to).toEqual(['ada@example.com'])
    const code = /\b[A-Z0-9]{6}\b/.exec(readMime(mail.raw).parts[0]?.content ?? '')?.[0]
    expect(code).toBeDefined()
    portal.end('SIGTERM')
    expect(await portal.exitCode).toBe(0)
    expect(await MailMessage.findOne()).toMatchObject({ content: null, sentAt: expect.any(Date) as Date })
    for (const secret of [code, password, 'correct-horse', authenticatorKeys.slice(5)])
      expect(portal.output()).not.toContain(secret)
  })

  it('names every fault of its environment at once, and nothing else', async () => {
    const portal = startProgram(program, {})
    expect(await portal.exitCode).toBe(1)
    const names = [
      'DATABASE_URL',
      'PUBLIC_URL',
      'PLATFORM_ACCOUNT_NUMBER',
      'SMTP_URL',
      'MAIL_FROM',
      'SUPPORT_EMAIL',
      'AUTHENTICATOR_KEYS',
    ]
    const { faults, remedy } = JSON.parse(portal.output()) as { faults: string[]; remedy: string }
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(names)
    expect(remedy).toContain('docs/operations.md')
  })
})
