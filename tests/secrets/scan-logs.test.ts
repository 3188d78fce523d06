import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildScanner, scanLogs } from './scan-logs'

const token = 'Zk3vQ9-xY_7Lw2pRt5Hn8Jc4Fd6Gs1Ab0Qe9Wr8TyUi'

describe('a line of a log', () => {
  const scan = buildScanner([
    { kind: 'session', value: token },
    { kind: 'verification code', value: 'K7Q2MX' },
    { kind: 'password', value: 'correct-horse' },
    { kind: 'typed password', value: 'with "quotes" & blanks' },
    { kind: 'typed password', value: 'short' },
  ])

  it.each([
    [`{"msg":"hello ${token}"}`, 'session'],
    [`{"url":"/x?y=a%3D${token}"}`, 'session'],
    ['{"subject":"K7Q2MX is your code"}', 'verification code'],
    ['{"body":"password=correct-horse"}', 'password'],
    [JSON.stringify({ msg: 'with "quotes" & blanks' }), 'typed password'],
    ['{"hash":"$argon2id$v=19$m=19456"}', 'hash of a password'],
    ['-----BEGIN EC PRIVATE KEY-----', 'private key'],
    ['{"uri":"otpauth://totp/SDO:ada?secret=x"}', 'authenticator address'],
    ['Cookie: X-SDO-AUTHORIZATION=abcdefghijklmnopqrst', 'cookie of a session'],
    ['{"authorization":"Bearer abcdefghijklmnopqrst"}', 'bearer token'],
    ['GET /login?forgot=true&token=abcdefghijklmnopqrst', 'token in an address'],
    ['{"msg":"postgres://sdo:hunter2@127.0.0.1/sdo"}', 'password in an address'],
  ])('that holds a secret is found: %s', (line, kind) => expect(scan(line)).toContain(kind))

  it.each([
    '{"password":"[redacted]","token":"[redacted]"}',
    '{"msg":"a short word","requestId":"0b5af47a-eb2c-4e1f-875a-f13774dc951a"}',
    '{"msg":"postgres://127.0.0.1/sdo"}',
    '{"msg":"K7Q2MXA"}',
  ])('without one is not: %s', (line) => expect(scan(line)).toEqual([]))
})

describe('the scan of a run', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sdo-scan-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const secret = `${JSON.stringify({ kind: 'session', value: token })}\n`

  it('finds a secret of one process in the log of another, and says where', async () => {
    write('unit-1.log', '{"msg":"fine"}\n')
    write('unit-1.secrets', secret)
    write('e2e-2.log', `{"msg":"fine"}\n{"msg":"${token}"}\n`)
    const { leaks } = await scanLogs(folder, [])
    expect(leaks).toEqual([{ file: 'e2e-2.log', line: 2, kind: 'session' }])
  })

  it('is content with logs that hold none', async () => {
    write('unit-1.log', '{"msg":"fine"}\n')
    write('unit-1.secrets', secret)
    expect(await scanLogs(folder, ['unit'])).toEqual({ leaks: [], missing: [], lines: 1, secrets: 1 })
  })

  it('names the suites that left nothing', async () => {
    write('unit-1.log', '{"msg":"fine"}\n')
    write('unit-1.secrets', secret)
    expect((await scanLogs(folder, ['unit', 'e2e'])).missing).toEqual([
      'The suite e2e left no log.',
      'The suite e2e recorded no secret.',
    ])
  })

  it('is not content with nothing', async () => {
    expect((await scanLogs(join(folder, 'none'), [])).missing).toHaveLength(1)
  })
})
