import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { jobs } from '../../../standalone/start/bundle-options.mjs'
import { eventually } from '../../builders/eventually'
import { readMime } from '../../builders/read-mime'
import { useTestDatabase } from '../../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram } from './program'
import { mailPassword, surroundingsOfPortal } from './surroundings'

const database = useTestDatabase()
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
  const {
    environment,
    mailServer,
    url: origin,
  } = await surroundingsOfPortal(database.url, {
    AUTHENTICATOR_KEYS: authenticatorKeys,
  })
  const portal = startProgram(program, environment)
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
    const code = /\b[A-Z0-9]{6}\b/.exec((await readMime(mail.raw)).text ?? '')?.[0]
    expect(code).toBeDefined()
    portal.end('SIGTERM')
    expect(await portal.exitCode).toBe(0)
    expect(await MailMessage.findOne()).toMatchObject({ content: null, sentAt: expect.any(Date) as Date })
    for (const secret of [code, mailPassword, 'correct-horse', authenticatorKeys.slice(5)])
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
