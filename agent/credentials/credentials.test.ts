import { get } from 'node:https'
import { json } from 'node:stream/consumers'
import { randomBytes, X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { FakeRoleCredentials } from '../../tests/builders/fake-role-credentials'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createCredentialsServers, type CredentialsServers } from './process-credentials'

const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`
const hourMs = 3600_000

let clock: VirtualClock
let roleCredentials: FakeRoleCredentials
let servers: CredentialsServers

const start = async (key = randomBytes(32)) => {
  const hosts = { host: '127.0.0.1', sdkHost: '127.0.0.1' }
  servers = createCredentialsServers({ ...hosts, key, roleCredentials, clock, log: silentLogger })
  await servers.start()
}

beforeEach(async () => {
  clock = new VirtualClock()
  roleCredentials = new FakeRoleCredentials(clock)
  await start()
})
afterEach(() => servers.stop())

const open = (roles: Record<string, string>, id = 'process-1') => {
  const opened = servers.open({ id, roles })
  const variables = opened.variables()
  return { ...opened, variables, url: variables.SDO_CREDENTIALS_URL ?? '' }
}

interface Answer {
  status: number | undefined
  retryAfter: string | undefined
  body: unknown
  certificate: string
}

/** As a program does that was told that nobody vouches for the certificate. */
const read = (url: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerX509Certificate()?.toString() ?? ''
      const { statusCode, headers } = response
      json(response).then(
        (body) => resolve({ status: statusCode, retryAfter: headers['retry-after'], body, certificate }),
        reject,
      )
    }).on('error', reject)
  })

describe('the credentials endpoint of a process', () => {
  it('answers the credentials of each of its roles by key, and when the first of them expire, in milliseconds', async () => {
    const { url } = open({ mail: role('mailer'), queue: role('worker') })
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/credentials\?token=[\w-]{43}$/)
    const { status, body } = await read(url)
    const shared = { secretAccessKey: 'secret', sessionToken: 'token', region: 'us-east-1' }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        expirationEpoch: clock.now() + hourMs,
        credentials: {
          mail: { accessKeyId: 'ASIA-mailer-1', ...shared },
          queue: { accessKeyId: 'ASIA-worker-2', ...shared },
        },
      },
    })
    expect(roleCredentials.requests).toContainEqual({
      roleArn: role('mailer'),
      sessionName: 'sdo-process-1',
    })
  })

  it('has a certificate of its own making for its address, another one at each start of the agent', async () => {
    const { url } = open({})
    const first = new X509Certificate((await read(url)).certificate)
    expect(first.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(first.verify(first.publicKey)).toBe(true)
    await expect(fetch(url)).rejects.toThrow()
    await servers.stop()
    await start()
    expect((await read(open({}).url)).certificate).not.toBe(first.toString())
  })

  it('answers 429 when it is asked more than once in two seconds, each process on its own', async () => {
    const { url } = open({ mail: role('mailer') })
    expect(await read(url)).toMatchObject({ status: 200 })
    expect(await read(url)).toMatchObject({ status: 429, retryAfter: '2' })
    expect(await read(open({}, 'process-2').url)).toMatchObject({ status: 200 })
    await clock.advance(2000)
    expect(await read(url)).toMatchObject({ status: 200 })
  })

  it('does not exist for a guessed token, nor for one of a process that is gone', async () => {
    const { url, close } = open({ mail: role('mailer') })
    const unknown = { status: 404, body: { message: 'There are no such credentials.' } }
    expect(await read(`${url.slice(0, -1)}_`)).toMatchObject(unknown)
    expect(await read(`${url}&token=again`)).toMatchObject(unknown)
    expect(await read(url.replace(/\?.*/, ''))).toMatchObject(unknown)
    expect(await read(url.replace('/credentials', '/'))).toMatchObject(unknown)
    close()
    expect(await read(url)).toMatchObject(unknown)
    expect(roleCredentials.requests).toEqual([])
  })

  it('gives what there is when one role is not set up, and the reason when none is', async () => {
    roleCredentials.refused.add(role('worker'))
    const { url } = open({ mail: role('mailer'), queue: role('worker') })
    const { body } = await read(url)
    expect(Object.keys((body as { credentials: object }).credentials)).toEqual(['mail'])
    const { url: other } = open({ queue: role('worker') }, 'process-2')
    const message = `The role ${role('worker')} could not be assumed.`
    expect(await read(other)).toMatchObject({ status: 503, body: { message } })
  })

  it('keeps the token of a process over a restart of the agent, and gives each process its own', async () => {
    const key = randomBytes(32)
    await servers.stop()
    await start(key)
    const tokenOf = (url: string) => new URL(url).searchParams.get('token')
    const [first, other] = [open({}), open({}, 'process-2')].map(({ url }) => tokenOf(url))
    await servers.stop()
    await start(key)
    expect(tokenOf(open({}).url)).toBe(first)
    expect(other).not.toBe(first)
  })
})

describe('the role with the key default', () => {
  const sdkAnswer = async ({ variables }: ReturnType<typeof open>, token?: string) => {
    const response = await fetch(variables.AWS_CONTAINER_CREDENTIALS_FULL_URI ?? '', {
      headers: { Authorization: token ?? variables.AWS_CONTAINER_AUTHORIZATION_TOKEN ?? '' },
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }

  it('is served as AWS SDKs look for it, and as often as they like', async () => {
    const opened = open({ default: role('app'), mail: role('mailer') })
    const body = {
      AccessKeyId: 'ASIA-app-1',
      SecretAccessKey: 'secret',
      Token: 'token',
      Expiration: '2026-01-01T01:00:00Z',
    }
    expect(await sdkAnswer(opened)).toEqual({ status: 200, body })
    expect(await sdkAnswer(opened)).toEqual({ status: 200, body })
    expect(opened.variables).toMatchObject({ AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-east-1' })
    expect(roleCredentials.requests).toHaveLength(1)
  })

  it('is not served without its token, and says why when AWS refuses it', async () => {
    const opened = open({ default: role('app') })
    expect(await sdkAnswer(opened, 'guessed')).toMatchObject({ status: 404 })
    roleCredentials.refused.add(role('app'))
    expect(await sdkAnswer(opened)).toMatchObject({
      status: 503,
      body: { Message: `The role ${role('app')} could not be assumed.` },
    })
  })

  it('is all that sets variables of AWS', () => {
    expect(Object.keys(open({ mail: role('mailer') }).variables)).toEqual(['SDO_CREDENTIALS_URL'])
  })
})
