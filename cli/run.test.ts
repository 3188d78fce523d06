import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answering, buildSurroundings, json, silent, streaming } from '../tests/builders/cli-surroundings'
import type { DeploymentNews } from './api/wire'
import { exitCodes } from './exit-codes'
import { run } from './run'
import type { Surroundings } from './surroundings'

const url = 'https://sdo.example.com'
const token = 'the-secret-token'
const signedIn = { 'POST /v1/account/queryLogin': { details: { state: 'LOGGED_IN' } } }
const environment = {
  ...{ id: 'e1', name: 'Production', statusType: 'READY', statusMessage: 'Well.', awsAccountName: 'Main' },
  ...{ numHealthy: 1, numProcesses: 2, costPerHour: 0.5 },
}
const environments = { 'GET /v1/view-controller/environment': { environments: [environment] } }
const applications = {
  'GET /v1/view-controller/process': {
    applications: [{ id: 'a1', name: 'shop', live: [] }],
    nextCursor: null,
  },
  'GET /v1/view-controller/process/a1/versions': {
    versions: [{ id: 'v1', name: '1.0', dockerTag: '1', createdEpoch: 0 }],
    nextCursor: null,
  },
}
const news = (state: DeploymentNews['state'], message = ''): DeploymentNews => ({
  ...{
    id: 'd1',
    environmentId: 'e1',
    environmentName: 'Production',
    sequence: 7,
    state,
    message,
    output: [],
  },
})

/** Runs a command with a token, against these answers. */
async function sdo(
  parameters: string[],
  answers: Record<string, unknown>,
  changes: Partial<Surroundings> = {},
) {
  const { surroundings, seen, folder } = buildSurroundings(answering({ ...signedIn, ...answers }))
  Object.assign(surroundings.options, { url, token })
  const exitCode = await run(Object.assign(surroundings, changes), parameters, '1.2.3')
  return { exitCode, ...seen, folder }
}

describe('a command', () => {
  it('prints a table, and with --json the facts', async () => {
    const table = await sdo(['envs'], environments)
    expect(table).toMatchObject({ exitCode: 0, told: '' })
    expect(table.written).toMatch(/^NAME .*\nProduction +Ready +1\/2 +\$0\.5000 +Main +e1\n$/)
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
    ['wrong usage', ['deploy', 'shop'], {}, exitCodes.usage, "required option '--env"],
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
      'not as SDO does',
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
    const refused = json({ message: 'No.', code: 'forbidden', requestId: 'r9' }, 403)
    const { told } = await sdo(['envs', '--json'], { 'GET /v1/view-controller/environment': refused })
    expect(JSON.parse(told)).toEqual({
      error: { message: 'No.', code: 'forbidden', requestId: 'r9', status: 403, exitCode: 4 },
    })
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

describe('deploy', () => {
  const queued = {
    'POST /v1/deployment/patch': { result: 'SUCCESS', id: 'd1', showFirstDeployWarning: false },
  }
  const all = { ...environments, ...applications, ...queued }
  const deploy = ['deploy', 'shop', '1.0', '--env', 'production']
  const events = (...states: DeploymentNews[]) => ({
    'GET /v1/deployment/d1/events': streaming(
      ...states.map((data, index) => ({ name: 'deployment', id: String(index), data })),
      { name: 'end', data: {} },
    ),
  })

  it('waits until it is live, a line for each step', async () => {
    const { exitCode, told, requests } = await sdo(deploy, {
      ...all,
      ...events(news(0), news(1), news(1), news(2)),
    })
    expect(exitCode).toBe(0)
    expect(told).toBe(
      'Deployment 7 to Production: Queued\nDeployment 7 to Production: Deploying\nDeployment 7 to Production: Live\n',
    )
    const sent = requests.find(({ url }) => url.endsWith('/patch'))
    expect(await sent?.json()).toMatchObject({ environmentId: 'e1', applicationVersionIdToDeploy: 'v1' })
  })

  it('says a state once where the message repeats it', async () => {
    const { told } = await sdo(deploy, { ...all, ...events({ ...news(2), message: 'Live' }) })
    expect(told).toBe('Deployment 7 to Production: Live\n')
    const late = { ...news(2), message: 'Live. It served already when it was to be stopped.' }
    expect((await sdo(deploy, { ...all, ...events(late) })).told).toBe(
      'Deployment 7 to Production: Live, It served already when it was to be stopped.\n',
    )
  })

  it('draws one line again and again on a terminal', async () => {
    const { told } = await sdo(
      deploy,
      { ...all, ...events(news(1), news(2)) },
      {
        columns: 30,
        options: { url, token, configFolder: '/none', isPlain: false },
      },
    )
    expect(told).toBe('\r\u001b[2KDeployment 7 to Production: D\r\u001b[2KDeployment 7 to Production: L\n')
  })

  it('ends with 1 and what the process printed when it failed', async () => {
    const failed = { ...news(3, 'It was not healthy.'), output: ['no such file'] }
    const { exitCode, told } = await sdo(deploy, { ...all, ...events(news(1), failed) })
    expect(exitCode).toBe(exitCodes.deploymentFailed)
    expect(told).toContain('Failed: It was not healthy.\nThe process printed last:\n  no such file\n')
  })

  it('obeys nothing that the name of an environment has for the terminal', async () => {
    const evil = { ...news(3, 'No.'), environmentName: 'Pro\u001b]0;owned\u0007' }
    const { told } = await sdo(deploy, { ...all, ...events(evil) })
    expect(told).toContain('What serves in Pro')
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it('prints what changed as one JSON object a line', async () => {
    const { written } = await sdo([...deploy, '--json'], { ...all, ...events(news(1), news(2)) })
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as DeploymentNews).state),
    ).toEqual([1, 2])
  })

  it('goes on after the last event when the stream breaks off', async () => {
    const parts = [
      streaming({ name: 'deployment', id: 'one', data: news(1) }),
      events(news(2))['GET /v1/deployment/d1/events'],
    ]
    const { surroundings, seen } = buildSurroundings((request) =>
      request.url.endsWith('/events')
        ? (parts.shift()?.() ?? json({}, 500))
        : answering({ ...signedIn, ...all })(request),
    )
    Object.assign(surroundings.options, { url, token })
    expect(await run(surroundings, deploy, '1')).toBe(0)
    const streams = seen.requests.filter((each) => each.url.endsWith('/events'))
    expect(streams.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'one'])
  })

  it('says how to confirm the cost, and queues nothing before', async () => {
    const warned = { 'POST /v1/deployment/patch': { showFirstDeployWarning: true } }
    const { exitCode, told } = await sdo(deploy, { ...all, ...warned })
    expect(exitCode).toBe(exitCodes.refused)
    expect(told).toContain('--approve-cost')
  })

  it('does not wait with --no-wait', async () => {
    const { written, requests } = await sdo([...deploy, '--no-wait', '--json'], all)
    expect(JSON.parse(written)).toEqual({ id: 'd1' })
    expect(requests.some(({ url }) => url.endsWith('/events'))).toBe(false)
  })

  it('ends with 6 when it takes longer than is waited for', async () => {
    const { surroundings, seen } = buildSurroundings(
      answering({ ...signedIn, ...all, 'GET /v1/deployment/d1/events': silent }),
    )
    Object.assign(surroundings, { sleep: async () => undefined })
    Object.assign(surroundings.options, { url, token })
    expect(await run(surroundings, deploy, '1')).toBe(exitCodes.timedOut)
    expect(seen.told).toContain('It goes on')
  })
})

describe('login', () => {
  const caller = { kind: 'integration', id: 'i1', name: 'CI', isAdmin: false, expiresEpoch: 1000 }
  const answers = {
    'POST /v1/account/login': new Response('{"result":"SUCCESS"}', {
      headers: { 'Set-Cookie': 'X-SDO-AUTHORIZATION=session%2D1; Path=/; HttpOnly' },
    }),
    'GET /v1/account/caller': caller,
    ...environments,
  }

  it('by a token keeps a session that later commands use, and not the token', async () => {
    const { surroundings, seen } = buildSurroundings(answering(answers), {
      readSecret: async () => ` ${token}\n`,
    })
    expect(await run(surroundings, ['login', url], '1')).toBe(0)
    const file = join(surroundings.options.configFolder, 'credentials.json')
    expect(readFileSync(file, 'utf8')).not.toContain(token)
    expect(await run(surroundings, ['envs'], '1')).toBe(0)
    expect(seen.requests.at(-1)?.headers.get('authorization')).toBe('Bearer session-1')
    expect(await run(surroundings, ['logout'], '1')).toBe(0)
    expect(new URL(seen.requests.at(-1)?.url ?? '').pathname).toBe('/v1/account/logout')
    expect(existsSync(file)).toBe(false)
    expect(await run(surroundings, ['envs'], '1')).toBe(exitCodes.notSignedIn)
    expect(seen.told + seen.written).not.toContain(token)
    expect(seen.told + seen.written).not.toContain('session-1')
  })

  const code = {
    ...{ deviceCode: 'the-device-code', userCode: 'BCDF-GHJK', expiresIn: 600, interval: 5 },
    verificationUri: `${url}/portal/device`,
    verificationUriComplete: `${url}/portal/device?code=BCDF-GHJK`,
  }
  /** Logs in where a person sits, who is answered this one after the other. */
  const logInByBrowser = async (
    tokens: Response[],
    changes: Partial<Surroundings> = {},
    more: string[] = [],
  ) => {
    const { surroundings, seen } = buildSurroundings(
      answering({
        'POST /v1/account/device-code': code,
        'POST /v1/account/device-token': () => tokens.shift() ?? json({}, 500),
        'GET /v1/account/caller': { ...caller, kind: 'human', email: 'ada@example.com' },
        ...environments,
      }),
      { hasPerson: true, ...changes },
    )
    const exitCode = await run(surroundings, ['login', url, ...more], '1')
    return { exitCode, surroundings, seen }
  }
  const pending = () => json({ result: 'PENDING' })
  const approved = () => json({ result: 'SUCCESS', token: 'session-2', expirationEpoch: 1000 })
  const refusal = (status: number, code: string) => json({ message: 'No.', code, requestId: 'r' }, status)

  it('in a browser shows the code, waits as it is told to, and keeps the session', async () => {
    const { exitCode, surroundings, seen } = await logInByBrowser([
      pending(),
      refusal(429, 'throttled'),
      pending(),
      approved(),
    ])
    expect(exitCode).toBe(0)
    expect(seen.slept).toEqual([5000, 5000, 10_000, 10_000])
    expect(seen.opened).toEqual([code.verificationUriComplete])
    expect(seen.told).toContain('Your code is BCDF-GHJK\n')
    expect(seen.told).toContain(`Logged in to ${url} as ada@example.com.\n`)
    const asked = seen.requests.filter(({ url }) => url.endsWith('/device-token'))
    expect(await asked[0]?.json()).toEqual({ deviceCode: code.deviceCode })
    expect(await run(surroundings, ['envs'], '1')).toBe(0)
    expect(seen.requests.at(-1)?.headers.get('authorization')).toBe('Bearer session-2')
    expect(seen.told + seen.written).not.toMatch(/the-device-code|session-2/)
  })

  it('prints where to go when no browser can be opened, and with --json who it is', async () => {
    const openBrowser = async () => false
    const { seen } = await logInByBrowser([approved()], { openBrowser }, ['--json'])
    expect(seen.told).toContain(`on any machine: ${code.verificationUriComplete}\n`)
    expect(JSON.parse(seen.written)).toMatchObject({ url, kind: 'human', email: 'ada@example.com' })
  })

  it.each([
    ['it was refused', () => refusal(403, 'forbidden'), 'refused in the browser'],
    ['the code is over', () => refusal(404, 'not-found'), 'Run `sdo login` again'],
  ])('in a browser ends with 3 and what to do when %s', async (_what, answer, text) => {
    const { exitCode, surroundings, seen } = await logInByBrowser([pending(), answer()])
    expect(exitCode).toBe(exitCodes.notSignedIn)
    expect(seen.told).toContain(text)
    expect(existsSync(join(surroundings.options.configFolder, 'credentials.json'))).toBe(false)
  })

  it('in a browser stops waiting by its own clock', async () => {
    let time = 0
    const { exitCode, seen } = await logInByBrowser(Array.from({ length: 200 }, pending), {
      now: () => time,
      sleep: async (milliseconds) => void (time += milliseconds),
    })
    expect(exitCode).toBe(exitCodes.notSignedIn)
    expect(seen.requests.filter(({ url }) => url.endsWith('/device-token'))).toHaveLength(119)
  })

  it.each([undefined, null, 'soon', 0, -1, 1e12])(
    'in a browser neither hurries nor waits for ever when a portal says to wait for %s',
    async (wait) => {
      let time = 0
      const slept: number[] = []
      const { surroundings } = buildSurroundings(
        answering({
          'POST /v1/account/device-code': { ...code, interval: wait, expiresIn: wait },
          'POST /v1/account/device-token': pending,
        }),
        {
          hasPerson: true,
          now: () => time,
          sleep: async (milliseconds) => {
            slept.push(milliseconds)
            time += milliseconds
            // Without a bound it would not end.
            if (slept.length > 1000) throw new Error('It goes on for ever.')
          },
        },
      )
      expect(await run(surroundings, ['login', url], '1')).toBe(exitCodes.notSignedIn)
      expect(Math.min(...slept)).toBeGreaterThanOrEqual(1000)
      expect(time).toBeLessThanOrEqual(3660 * 1000)
    },
  )

  it('in a browser ends at once with Ctrl-C', async () => {
    const interrupted = new AbortController()
    const { exitCode, seen } = await logInByBrowser([], {
      signal: interrupted.signal,
      sleep: async () => interrupted.abort(),
    })
    expect(exitCode).toBe(exitCodes.interrupted)
    expect(seen.requests.some(({ url }) => url.endsWith('/device-token'))).toBe(false)
  })

  it('in a browser hands nothing but a web page to the program that opens it', async () => {
    const evil = { ...code, verificationUriComplete: 'file:///bin/sh' }
    const { surroundings, seen } = buildSurroundings(
      answering({ 'POST /v1/account/device-code': evil, 'POST /v1/account/device-token': approved }),
      { hasPerson: true },
    )
    await run(surroundings, ['login', url], '1')
    expect(seen.opened).toEqual([])
  })

  it('says how else to log in to a portal that knows no codes', async () => {
    const { surroundings, seen } = buildSurroundings(answering({}), { hasPerson: true })
    expect(await run(surroundings, ['login', url], '1')).toBe(exitCodes.refused)
    expect(seen.told).toContain('--email')
  })

  it('without a terminal waits for nobody, and says what a build system does', async () => {
    const { surroundings, seen } = buildSurroundings(answering(answers), { readSecret: async () => '' })
    expect(await run(surroundings, ['login', url], '1')).toBe(exitCodes.usage)
    expect(seen.told).toContain('SDO_TOKEN')
    expect(seen.requests).toEqual([])
  })

  it('asks for a token on a terminal with --with-token', async () => {
    const { surroundings, seen } = buildSurroundings(answering(answers), {
      hasPerson: true,
      readSecret: async () => token,
    })
    expect(await run(surroundings, ['login', url, '--with-token'], '1')).toBe(0)
    expect(seen.requests[0]?.url).toBe(`${url}/v1/account/login`)
  })

  it('takes no token as an argument, which others on the machine can read', async () => {
    const { surroundings } = buildSurroundings(answering(answers))
    expect(await run(surroundings, ['login', url, '--token', token], '1')).toBe(exitCodes.usage)
  })

  it('with SDO_TOKEN exchanges it for a session that ends with the command', async () => {
    const out = { details: { state: 'NOT_LOGGED_IN' } }
    const { exitCode, requests } = await sdo(['whoami'], { ...answers, 'POST /v1/account/queryLogin': out })
    expect(exitCode).toBe(0)
    const last = requests.at(-1)
    expect(last?.url).toBe(`${url}/v1/account/logout`)
    expect(last?.headers.get('authorization')).toBe('Bearer session-1')
  })

  it('as a person asks for the password, and for a code where one is needed', async () => {
    const typed = ['the-password', '123456']
    const sent: unknown[] = []
    const { surroundings, seen } = buildSurroundings(
      async (request) => {
        if (!request.url.endsWith('/login')) return answering(answers)(request)
        sent.push(await request.json())
        const needed = { result: 'SUCCESS', tokenResult: 'AUTHENTICATION_TOKEN_NEEDED' }
        return sent.length === 1 ? json(needed) : answering(answers)(request)
      },
      { readSecret: async () => typed.shift() ?? '' },
    )
    expect(await run(surroundings, ['login', url, '--email', 'ada@example.com'], '1')).toBe(0)
    const login = { email: 'ada@example.com', password: 'the-password' }
    expect(sent).toEqual([login, { ...login, authenticationToken: '123456' }])
    expect(seen.told + seen.written).not.toContain('the-password')
  })

  it('as a person ends with 3 when the password is wrong', async () => {
    const wrong = json({ result: 'PASSWORD_INVALID', tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED' })
    const answer = answering({ ...answers, 'POST /v1/account/login': wrong })
    const { surroundings } = buildSurroundings(answer, { readSecret: async () => 'wrong' })
    expect(await run(surroundings, ['login', url, '--email', 'ada@example.com'], '1')).toBe(
      exitCodes.notSignedIn,
    )
  })
})

describe('init', () => {
  const parameters = ['init', '--integration-id', 'i-1', '--image', 'ghcr.io/o/n']
  const byIdentity = [...parameters, '--integration-user-id', 'u-1']
  const byToken = [...parameters, '--stored-token']

  /** Writes the workflow. */
  async function init(chosen: string[]) {
    const { surroundings, seen, folder } = buildSurroundings(answering({}))
    surroundings.options.url = url
    const exitCode = await run(surroundings, chosen, '1')
    const file = join(folder, '.github/workflows/sdo.yml')
    return { exitCode, surroundings, seen, workflow: existsSync(file) ? readFileSync(file, 'utf8') : '' }
  }

  it.each([
    ['identity', byIdentity],
    ['a stored token', byToken],
  ])(
    'writes a workflow with the action as it is, by %s, and replaces none by itself',
    async (_way, chosen) => {
      const { exitCode, surroundings, seen, workflow } = await init(chosen)
      expect(exitCode).toBe(0)
      const action = readFileSync('.github/actions/deploy/action.yml', 'utf8')
      const inputs = [...(workflow.split('/deploy@main')[1] ?? '').matchAll(/^ {10}([\w-]+):/gm)].map(
        ([, name]) => name,
      )
      expect(inputs.length).toBeGreaterThan(4)
      for (const name of inputs) expect(action).toMatch(new RegExp(`^  ${name}:`, 'm'))
      expect(workflow).toContain(`url: "${url}"`)
      expect(seen.requests).toEqual([])
      expect(await run(surroundings, chosen, '1')).toBe(exitCodes.refused)
      expect(await run(surroundings, [...chosen, '--force'], '1')).toBe(0)
    },
  )

  it('stores no secret where the job logs in by its identity, and says whom to trust', async () => {
    const { workflow, seen } = await init([...byIdentity, '--branch', 'release'])
    expect(workflow).toMatch(
      /^permissions:\n {2}contents: read\n {2}packages: write\n {2}#.*\n {2}id-token: write\n/m,
    )
    expect(workflow).toContain('integration-user-id: "u-1"')
    expect(workflow).not.toContain('SDO_TOKEN')
    expect(seen.written).toContain('repo:OWNER/NAME:ref:refs/heads/release')
  })

  it('asks GitHub for no identity where the job logs in by a stored token', async () => {
    const { workflow, seen } = await init(byToken)
    expect(workflow).toContain('integration-token: ${{ secrets.SDO_TOKEN }}')
    expect(workflow).not.toContain('id-token')
    expect(seen.written).toContain('SDO_TOKEN')
  })

  it.each([
    ['neither', parameters],
    ['both', [...byIdentity, '--stored-token']],
  ])('writes nothing when %s is said', async (_what, chosen) => {
    const { exitCode, workflow } = await init(chosen)
    expect({ exitCode, workflow }).toEqual({ exitCode: exitCodes.usage, workflow: '' })
  })
})
