import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createCredentialsServers,
  type CredentialsServers,
} from '../../../agent/credentials/process-credentials'
import { createStopRequests } from '../../../agent/processes/stop-requests'
import { createStopApp } from '../../../agent/stop-app'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { FakeRoleCredentials } from '../../builders/fake-role-credentials'

const text = readFileSync('app/content/docs/code-samples.md', 'utf8')
const stopRequests = createStopRequests(systemClock)
const stopServer = createServer(createStopApp(stopRequests))
const folder = mkdtempSync(join(tmpdir(), 'sdo-samples-'))
let credentials: CredentialsServers

beforeAll(async () => {
  credentials = createCredentialsServers({
    key: randomBytes(32),
    host: '127.0.0.1',
    sdkHost: undefined,
    roleCredentials: new FakeRoleCredentials(systemClock),
    clock: systemClock,
    log: silentLogger,
  })
  await credentials.start()
  await once(stopServer.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  await credentials.stop()
  stopServer.close()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (server: typeof stopServer) => (server.address() as AddressInfo).port

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(probe)
  await once(probe.close(), 'close')
  return port
}

/** The program in the documentation, in a file as its text says. */
function writeSample(language: string, name: string): string {
  const program = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\n\`\`\``).exec(text)?.[1]
  expect(program).toBeDefined()
  const path = join(folder, name)
  writeFileSync(path, `${program}\n`)
  return path
}

function buildGo(path: string): string {
  const binary = join(folder, 'sample')
  execFileSync('go', ['build', '-o', binary, path])
  return binary
}

it.each([
  { language: 'js', name: 'main.mjs', command: (path: string) => [process.execPath, path] },
  { language: 'python', name: 'main.py', command: (path: string) => ['python3', path] },
  { language: 'go', name: 'main.go', command: (path: string) => [buildGo(path)] },
])(
  'the sample $name of the documentation is healthy, gets credentials and ends when it is told to',
  { timeout: 300_000 },
  async ({ language, name, command }) => {
    const [program = '', ...parameters] = command(writeSample(language, name))
    const stopRequest = stopRequests.register()
    const port = await findFreePort()
    const roles = { reports: 'arn:aws:iam::111122223333:role/reports' }
    const child = spawn(program, parameters, {
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        SDO_STOP_URL: `http://127.0.0.1:${portOf(stopServer)}/stop/${stopRequest.token}`,
        ...credentials.open({ id: name, roles }).variables(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const ended = once(child, 'exit')
    try {
      const address = `http://127.0.0.1:${port}`
      await expect
        .poll(async () => (await fetch(`${address}/health`).catch(() => undefined))?.status, {
          timeout: 20_000,
        })
        .toBe(200)
      expect(await (await fetch(address)).text()).toBe('Hello')
      await expect.poll(() => output, { timeout: 20_000 }).toContain('Roles: reports')
      await expect.poll(() => stopRequest.isPolling(), { timeout: 20_000 }).toBe(true)
      expect(child.exitCode).toBeNull()
      stopRequest.begin()
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  },
)
