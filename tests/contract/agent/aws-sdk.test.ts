import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCredentialsServers,
  type CredentialsServers,
} from '../../../agent/credentials/process-credentials'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { FakeRoleCredentials } from '../../builders/fake-role-credentials'

const run = promisify(execFile)

let servers: CredentialsServers

beforeAll(async () => {
  servers = createCredentialsServers({
    key: randomBytes(32),
    host: '127.0.0.1',
    sdkHost: '127.0.0.1',
    roleCredentials: new FakeRoleCredentials(systemClock),
    clock: systemClock,
    log: silentLogger,
  })
  await servers.start()
})
afterAll(() => servers.stop())

/** Runs a program in an environment with nothing in it but what a process gets. */
async function runProgram(program: string): Promise<unknown> {
  const roles = { default: 'arn:aws:iam::111122223333:role/app' }
  const env = {
    NODE_ENV: 'production' as const,
    HOME: '/nonexistent',
    ...servers.open({ id: 'process-1', roles }).variables(),
  }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
  return JSON.parse(stdout)
}

describe('a program with the AWS SDK that knows nothing of us', () => {
  it.each([
    [
      'the client as it is made without any setting',
      `import { STSClient } from '@aws-sdk/client-sts'
       const { config } = new STSClient()
       const credentials = await config.credentials()
       console.log(JSON.stringify({ ...credentials, region: await config.region() }))`,
      { region: 'us-east-1' },
    ],
    [
      'the container metadata provider',
      `import { fromContainerMetadata } from '@smithy/credential-provider-imds'
       console.log(JSON.stringify(await fromContainerMetadata()()))`,
      {},
    ],
  ])('finds the credentials of the role default by itself: %s', async (_name, program, others) => {
    const found = await runProgram(program)
    expect(found).toMatchObject({
      accessKeyId: expect.stringMatching(/^ASIA-app-/) as string,
      secretAccessKey: 'secret',
      sessionToken: 'token',
      ...others,
    })
    const { expiration } = found as { expiration: string }
    expect(Date.parse(expiration)).toBeGreaterThan(Date.now() + 3_500_000)
  })
})
