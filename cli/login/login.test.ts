import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answering, buildSurroundings, json } from '../../tests/builders/cli-surroundings'
import { url, token, environments, sdo } from '../../tests/builders/sdo-command'
import { exitCodes } from '../exit-codes'
import { run } from '../run'
import type { Surroundings } from '../surroundings'

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
    deviceCode: 'the-device-code',
    userCode: 'BCDF-GHJK',
    expiresIn: 600,
    interval: 5,
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

  it('in a browser comes back with what the last login left, so that strangers of its network do not delay it', async () => {
    const { surroundings, seen } = buildSurroundings(
      answering({
        'POST /v1/account/device-code': code,
        'POST /v1/account/device-token': () =>
          json({ result: 'SUCCESS', token: 'session-2', expirationEpoch: 1000, returnTicket: 'the-ticket' }),
        'GET /v1/account/caller': { ...caller, kind: 'human', email: 'ada@example.com' },
        'POST /v1/account/logout': {},
      }),
      { hasPerson: true },
    )
    for (const argv of [['login', url], ['login', url], ['logout'], ['login', url]])
      expect(await run(surroundings, argv, '1')).toBe(0)
    const begun = seen.requests.filter(
      (request) => new URL(request.url).pathname === '/v1/account/device-code',
    )
    const sent = await Promise.all(begun.map((request) => request.json() as Promise<object>))
    expect(sent).toEqual([{}, { returnTicket: 'the-ticket' }, {}])
    expect(seen.told + seen.written).not.toContain('the-ticket')
  })

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
    const { notice } = JSON.parse(seen.told.split('\n')[1] ?? '') as { notice: string }
    expect(notice.endsWith(`on any machine: ${code.verificationUriComplete}`)).toBe(true)
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

  it('by the identity of a job keeps a session, and says of a token that is not trusted what SDO says', async () => {
    const identity = 'the-identity-token'
    const answer = { 'POST /v1/account/login/identity': json({ token: 'session-2' }) }
    const { surroundings, seen } = buildSurroundings(answering({ ...answers, ...answer }))
    Object.assign(surroundings.options, { identityToken: identity })
    expect(await run(surroundings, ['login', url, '--integration-user-id', 'i1'], '1')).toBe(0)
    expect(await seen.requests[0]?.json()).toEqual({ integrationUserId: 'i1', identityToken: identity })
    expect(await run(surroundings, ['whoami'], '1')).toBe(0)
    expect(seen.requests.at(-1)?.headers.get('authorization')).toBe('Bearer session-2')

    const message = `Nobody trusts ${identity}.`
    const refusal = json({ message, code: 'invalid', requestId: 'r1' }, 400)
    const refused = buildSurroundings(answering({ 'POST /v1/account/login/identity': refusal }))
    Object.assign(refused.surroundings.options, { identityToken: identity })
    const login = ['login', url, '--integration-user-id', 'i1']
    expect(await run(refused.surroundings, login, '1')).toBe(exitCodes.notSignedIn)
    expect(refused.seen.told).toContain('Nobody trusts ….')
  })

  it('by the identity of a job says where the token is looked for when there is none', async () => {
    const { surroundings, seen } = buildSurroundings(answering(answers), { readSecret: async () => '\n' })
    const login = ['login', url, '--integration-user-id', 'i1']
    expect(await run(surroundings, login, '1')).toBe(exitCodes.usage)
    expect(seen.told).toContain('SDO_IDENTITY_TOKEN')
    expect(seen.requests).toEqual([])
  })

  describe('by the identity of a job of GitHub', () => {
    const secret = 'the-secret-of-the-job'
    const github = 'https://token.actions.example'
    const endpoint = { url: `${github}/identity?api-version=2.0`, secret }
    const login = ['login', url, '--integration-user-id', 'i1']
    /** A job, with a session that the portal takes until `endSession`. */
    function begin(githubAnswers = (count: number) => json({ value: `identity-${count}` })) {
      const asked: Request[] = []
      const given: unknown[] = []
      let time = 0
      const session = () => `session-${given.length}`
      let over = ''
      const { surroundings, seen } = buildSurroundings(
        async (request) => {
          const { origin, pathname } = new URL(request.url)
          if (origin === github) {
            asked.push(request)
            return githubAnswers(asked.length)
          }
          if (pathname === '/v1/account/login/identity') {
            given.push(await request.json())
            return json({ token: session() })
          }
          if (request.headers.get('authorization') !== `Bearer ${session()}` || over === session())
            return json({ message: 'Log in.', code: 'unauthenticated' }, 401)
          return answering({ ...answers, 'GET /v1/account/caller': { ...caller, expiresEpoch: time + 900 } })(
            request,
          )
        },
        { now: () => time },
      )
      Object.assign(surroundings.options, { identityEndpoint: endpoint })
      return {
        surroundings,
        seen,
        asked,
        given,
        endSession: () => (over = session()),
        pass: (milliseconds: number) => (time += milliseconds),
      }
    }

    it('asks GitHub who the job is, for this portal, and shows its secret to nobody else', async () => {
      const { surroundings, seen, asked, given } = begin()
      expect(await run(surroundings, login, '1')).toBe(0)
      const [request] = asked
      expect(request?.url).toBe(`${endpoint.url}&audience=${encodeURIComponent(url)}`)
      expect(request?.headers.get('authorization')).toBe(`Bearer ${secret}`)
      expect(given).toEqual([{ integrationUserId: 'i1', identityToken: 'identity-1' }])
      const others = seen.requests.filter((each) => !each.url.startsWith(github))
      for (const { headers } of others) expect(JSON.stringify([...headers])).not.toContain(secret)
      expect(seen.told + seen.written).not.toContain('identity-1')
    })

    it.each<[string, (job: ReturnType<typeof begin>) => void]>([
      ['is over', ({ pass }) => void pass(1000)],
      ['ends while a command runs', ({ endSession }) => void endSession()],
    ])('logs in again, by a new token, when the login %s', async (_, end) => {
      const job = begin()
      await run(job.surroundings, login, '1')
      end(job)
      expect(await run(job.surroundings, ['envs'], '1')).toBe(0)
      expect(await run(job.surroundings, ['envs'], '1')).toBe(0)
      expect(job.given).toHaveLength(2)
      expect(job.given.at(-1)).toEqual({ integrationUserId: 'i1', identityToken: 'identity-2' })
    })

    it('ends with 3 when the login is over and the job may not say any more who it is', async () => {
      const allowed = [json({ value: 'identity-1' })]
      const job = begin(() => allowed.shift() ?? json({ message: 'Forbidden' }, 401))
      await run(job.surroundings, login, '1')
      job.pass(1000)
      expect(await run(job.surroundings, ['envs'], '1')).toBe(exitCodes.notSignedIn)
      expect(job.seen.told).toContain('id-token: write')
    })

    it('asks for no identity where the login was another one', async () => {
      const { surroundings, asked, pass } = begin()
      surroundings.readSecret = async () => token
      const answer = surroundings.fetch
      surroundings.fetch = async (address, init) =>
        new URL(address as URL).pathname === '/v1/account/login'
          ? answers['POST /v1/account/login'].clone()
          : new URL(address as URL).pathname === '/v1/account/caller'
            ? json({ ...caller, expiresEpoch: 900 })
            : answer(address, init)
      expect(await run(surroundings, ['login', url], '1')).toBe(0)
      pass(1000)
      expect(await run(surroundings, ['envs'], '1')).toBe(exitCodes.notSignedIn)
      expect(asked).toEqual([])
    })
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
