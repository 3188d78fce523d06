import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readOptions, unknownVariables } from './options'
import { quotasOf, quotaTable, usualQuotas } from './services/quotas/quotas'

const key = randomBytes(32).toString('base64')
const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/sdo?sslmode=verify-full',
  PUBLIC_URL: 'https://sdo.example.com',
  PLATFORM_ACCOUNT_NUMBER: '123456789012',
  SMTP_URL: 'smtps://sdo:hunter2@mail.example.com',
  MAIL_FROM: 'SDO <no-reply@sdo.example.com>',
  SUPPORT_EMAIL: 'support@example.com',
  AUTHENTICATOR_KEYS: `2027:${key}`,
}

it('names every fault of the environment at once', () => {
  const wrong = {
    PORT: 'many',
    DATABASE_URL: 'mysql://x',
    REGISTRATION_OPEN: 'maybe',
    SUPPORT_CHAT_URL: 'javascript:alert(1)',
    SESSION_RECORDING_URL: 'http://recorder.example/r.js',
    DEPLOY_ACTION: 'acme/sdo',
  }
  for (const name of [...Object.keys(complete), ...Object.keys(wrong)]) {
    expect(() => readOptions(wrong)).toThrow(name)
  }
})

it('knows what looks like one of its variables and is none', () => {
  expect(unknownVariables({ ...complete, MASTER_KEY: 'x', QUOTA_APPLICATION: '300' })).toEqual([
    { variable: 'QUOTA_APPLICATION', meant: 'QUOTA_APPLICATIONS' },
  ])
})

it('names no password', () => {
  expect(() => readOptions({ ...complete, SMTP_URL: 'smtp://sdo:hunter2@' })).toThrow(
    /SMTP_URL: must be(?!.*hunter2)/,
  )
})

it('names no key', () => {
  expect(() => readOptions({ ...complete, AUTHENTICATOR_KEYS: key })).toThrow(
    /AUTHENTICATOR_KEYS: must be an id and 32 bytes in base64(?!.*[\w+/]{43}=)/,
  )
})

it('reads keys from a file, as secrets are mounted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-options-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'keys')
  writeFileSync(path, `${complete.AUTHENTICATOR_KEYS}\n`)
  const environment = { ...complete, AUTHENTICATOR_KEYS: undefined, AUTHENTICATOR_KEYS_FILE: path }
  expect(readOptions(environment).AUTHENTICATOR_KEYS.keys.get('2027')?.toString('base64')).toBe(key)
  expect(() => readOptions({ ...environment, AUTHENTICATOR_KEYS_FILE: folder })).toThrow(
    `AUTHENTICATOR_KEYS: the file ${folder} that AUTHENTICATOR_KEYS_FILE names cannot be read (EISDIR)`,
  )
})

it('has defaults for what need not be said', () => {
  expect(readOptions(complete)).toMatchObject({
    PORT: 3000,
    REGISTRATION_OPEN: true,
    TRUSTED_PROXIES: 0,
    SMTP_URL: { host: 'mail.example.com', port: 465 },
    MAIL_FROM: { address: 'no-reply@sdo.example.com' },
  })
})

it('lets nobody offer the portal to others by http', () => {
  const read = (address: string) => readOptions({ ...complete, PUBLIC_URL: address }).PUBLIC_URL
  expect(() => read('http://sdo.example.com')).toThrow(/PUBLIC_URL: must be an https address/)
  for (const more of ['/sdo', '/?a=b', '#top']) {
    const address = `https://sdo.example.com${more}`
    expect(() => read(address)).toThrow(/PUBLIC_URL: must be an address without path/)
  }
  expect(() => read('https://ada@sdo.example.com')).toThrow(/PUBLIC_URL: /)
  expect(read('https://sdo.example.com:8443/')).toBe('https://sdo.example.com:8443/')
  expect(read('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
})

it('takes quotas, each with a usual one, and no nonsense', () => {
  expect(quotasOf(readOptions(complete))).toEqual(usualQuotas)
  expect(quotasOf(readOptions({ ...complete, QUOTA_PEOPLE: '7' }))).toEqual({ ...usualQuotas, people: 7 })
  for (const { variable } of Object.values(quotaTable))
    for (const nonsense of ['0', '-1', '1.5', 'many', '100001'])
      expect(() => readOptions({ ...complete, [variable]: nonsense })).toThrow(`${variable}: must be`)
})

it('has every quota, with its usual number, in the documentation', () => {
  const documentation = readFileSync('docs/operations.md', 'utf8')
  for (const { variable, usual } of Object.values(quotaTable))
    expect(documentation).toMatch(new RegExp(`\\| \`${variable}\` +\\| +${usual} \\|`))
})
