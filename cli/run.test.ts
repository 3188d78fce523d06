import { describe, expect, it } from 'vitest'
import { buildSurroundings, json } from '../tests/builders/cli-surroundings'
import { url, token, environment, environments, sdo } from '../tests/builders/sdo-command'
import { exitCodes } from './exit-codes'
import { run } from './run'

const undeployed = {
  'GET /v1/account/caller': { kind: 'integration' },
  'POST /v1/application/version': { id: 'v1', autoDeployed: false, message: 'Declared.' },
}

describe('a command', () => {
  it('prints a table, and with --json the facts', async () => {
    const table = await sdo(['envs'], environments)
    expect(table).toMatchObject({ exitCode: 0, told: '' })
    expect(table.written).toMatch(/^NAME .*\nProduction +Healthy +1\/2 +\$0\.5000 +Main +e1\n$/)
    const { written } = await sdo(['envs', '--json'], environments)
    expect(JSON.parse(written)).toEqual({ environments: [environment] })
  })

  it('sends the token to the portal alone, and never tells it', async () => {
    const leaky = json({ message: `Bad ${token}`, code: 'x', requestId: 'r' }, 400)
    const { requests, told, written } = await sdo(['envs'], { 'GET /v1/view-controller/environment': leaky })
    expect(requests.every(({ headers }) => headers.get('authorization') === `Bearer ${token}`)).toBe(true)
    expect(requests.every(({ redirect }) => redirect === 'manual')).toBe(true)
    expect(told + written).not.toContain(token)
  })

  it('obeys nothing that an answer has for the terminal', async () => {
    const evil = { ...environment, name: 'Pro\u001b]0;owned\u0007duction\r\n' }
    const { written } = await sdo(['envs'], {
      'GET /v1/view-controller/environment': { environments: [evil] },
    })
    expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    const who = { kind: 'human', name: 'Ada', email: 'ada\u001b]0;owned\u0007@example.com', isAdmin: false }
    const me = await sdo(['whoami'], { 'GET /v1/account/caller': who })
    expect(me.written).toContain('@example.com>')
    expect(me.written).not.toContain('\u001b')
  })

  it('obeys and repeats nothing either that a portal says which is away', async () => {
    const away = () => json({ message: `Away\u001b]0;owned\u0007 from ${token}` }, 503)
    const { told } = await sdo(['envs'], { 'GET /v1/view-controller/environment': away })
    expect(told).toContain('Trying again')
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(told).not.toContain(token)
  })

  const refusals: [string, string[], Record<string, unknown>, number, string][] = [
    ['wrong usage', ['deploy', 'shop'], {}, exitCodes.usage, "Required option '--env"],
    ['an unknown command', ['deplyo'], {}, exitCodes.usage, 'Did you mean deploy?'],
    [
      'an address that is not https',
      ['envs', '--url', 'http://sdo.example.com'],
      {},
      exitCodes.usage,
      'not https',
    ],
    [
      'a login that is over',
      ['envs'],
      { 'GET /v1/view-controller/environment': json({ message: 'Please log in first.' }, 401) },
      exitCodes.notSignedIn,
      'sdo login',
    ],
    [
      'what SDO refuses',
      ['envs'],
      {
        'GET /v1/view-controller/environment': json(
          { message: 'No.', code: 'forbidden', requestId: 'r9' },
          403,
        ),
      },
      exitCodes.refused,
      'No.',
    ],
    [
      'a name that nothing has',
      ['status', 'none'],
      environments,
      exitCodes.refused,
      'There is no environment none.',
    ],
    [
      'a portal that is away',
      ['envs'],
      { 'GET /v1/view-controller/environment': json({ message: 'Away.' }, 503) },
      exitCodes.notReached,
      'whether the portal runs',
    ],
    [
      'what is no portal',
      ['envs'],
      { 'GET /v1/view-controller/environment': new Response('<html>', { status: 404 }) },
      exitCodes.notReached,
      'no answer of SDO',
    ],
  ]
  it.each(refusals)(
    'ends on %s with its own exit code and what to do',
    async (_what, parameters, answers, code, text) => {
      const { exitCode, told, written } = await sdo(parameters, answers)
      expect({ exitCode, written }).toEqual({ exitCode: code, written: '' })
      expect(told).toContain(text)
    },
  )

  it.each([
    { message: { is: 'none' }, code: 7, requestId: ['r'] },
    { message: 'No.', requestId: 17 },
    { message: 'No.', fieldCodes: [{}] },
    { message: 'No.', fieldCodes: 'all' },
    { message: 5 },
    'text',
    null,
  ])('ends with a sentence and no stack where a refusal is none of SDO, as %j', async (body) => {
    for (const status of [400, 401, 503]) {
      const { surroundings, seen } = buildSurroundings(async () => json(body, status))
      Object.assign(surroundings.options, { url, token })
      expect(await run(surroundings, ['envs'], '1')).toBeGreaterThan(1)
      expect(seen.told).toMatch(/^sdo: .+\n/m)
      expect(seen.told).not.toContain('object Object')
    }
  })

  it('tells an error as JSON where JSON was asked for', async () => {
    const refusal = {
      message: 'No.',
      code: 'forbidden',
      messageCode: 'access.denied',
      requestId: 'r9',
      fieldCodes: { name: 'access.denied', size: 'applications.size' },
    }
    const refused = json(refusal, 403)
    const { told } = await sdo(['envs', '--json'], { 'GET /v1/view-controller/environment': refused })
    expect(JSON.parse(told)).toEqual({
      error: { ...refusal, status: 403, exitCode: 4 },
    })
  })

  it.each([
    [['envs'], { 'GET /v1/view-controller/environment': json({ message: 'Away.' }, 503) }],
    [['login', 'x'], {}],
    [[], {}],
    [['versions'], {}],
    [['versions', 'declare', '00000000-0000-0000-0000-000000000000', '1', '--deploy'], undeployed],
  ])('tells with --json nothing but JSON, an object a line: %j', async (parameters, answers) => {
    const { told, written } = await sdo([...parameters, '--json'], answers)
    const lines = told.trimEnd().split('\n')
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object')
    expect(written + told).not.toContain('Usage: sdo')
  })

  it('tells with --json that it tries again as a notice, and the error as the last line', async () => {
    const away = { 'GET /v1/view-controller/environment': json({ message: 'Away.' }, 503) }
    const { told } = await sdo(['envs', '--json'], away)
    const lines = told
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines.slice(0, -1)).toEqual([1, 2, 4, 8].map((s) => ({ notice: `Away. Trying again in ${s} s.` })))
    expect(lines.at(-1)).toMatchObject({ error: { message: 'Away.', exitCode: exitCodes.notReached } })
  })

  it('tells also as JSON that it was given wrongly, and with what to do', async () => {
    const { told, exitCode } = await sdo(['deplyo', '--json'], {})
    expect(exitCode).toBe(exitCodes.usage)
    expect(JSON.parse(told)).toEqual({
      error: {
        message: "Unknown command 'deplyo'.",
        hint: expect.stringMatching(/^Did you mean deploy\? `sdo --help` lists all commands\.$/) as string,
        exitCode: 2,
      },
    })
  })

  it.each([
    [['deploy', 'shop'], '`sdo deploy --help` lists its options.'],
    [['--json', 'versions', 'declare', 'shop'], '`sdo versions declare --help` lists its options.'],
  ])('names the help of the command that was given wrongly: %j', async (parameters, hint) => {
    expect((await sdo(parameters, {})).told).toContain(hint)
  })

  it('prints its help, and nothing else, to whoever gives no command', async () => {
    for (const parameters of [[], ['versions']]) {
      const { told, exitCode } = await sdo(parameters, {})
      expect(exitCode).toBe(exitCodes.usage)
      expect(told).toMatch(/^Usage: sdo/)
      expect(told).not.toContain('sdo: ')
    }
  })

  it('tries a write again with the same key while SDO restarts', async () => {
    let tries = 0
    const { surroundings, seen } = buildSurroundings((request) => {
      if (request.url.endsWith('queryLogin')) return json({ details: { state: 'LOGGED_IN' } })
      if (request.url.endsWith('caller')) return json({ kind: 'integration' })
      return ++tries < 3 ? json({}, 503) : json({ id: 'v1', autoDeployed: false, message: 'Declared.' })
    })
    Object.assign(surroundings.options, { url, token })
    const id = '00000000-0000-0000-0000-000000000000'
    expect(await run(surroundings, ['versions', 'declare', id, '1'], '1')).toBe(0)
    expect(seen.slept).toEqual([1000, 2000])
    const keys = seen.requests.flatMap((each) =>
      each.url.endsWith('version') ? each.headers.get('idempotency-key') : [],
    )
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })
})
