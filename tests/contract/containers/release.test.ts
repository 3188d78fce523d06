import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
  openSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { labels } from '../../../agent/containers/docker/container-options'
import { createAgentClient } from '../../../controller/agents/agent-client'
import type { AgentAddress } from '../../../controller/agents/agents'
import { launchScript } from '../../../core/agent/launch-script'
import { instanceKey } from '../../../core/agent/pre-shared-key'
import type { AgentBootstrap, AgentStatus } from '../../../core/agent/protocol'
import { agentBundleOptions } from '../../../standalone/start/bundle-options.mjs'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { importImage, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'

/** What systemd does on an instance: starts it again, whenever it ended. */
const systemd = 'while :; do sh "$1/launch" "$1" "$2" || true; sleep 0.2; done'

describe.skipIf(dockerIsMissing)('an agent that is asked to give way to another release', () => {
  const daemon = useDocker(({ docker }) => importImage(docker, 'test/web:1', webServer))
  const root = mkdtempSync(join(tmpdir(), 'sdo-releases-'))
  let server: Server
  let origin: string

  beforeAll(async () => {
    mkdirSync(join(root, 'built'))
    await esbuild.build({ ...agentBundleOptions(join(root, 'built')), logLevel: 'error' })
    server = createServer((request, response) => {
      try {
        response.end(readFileSync(join(root, request.url ?? '')))
      } catch {
        response.writeHead(404).end()
      }
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }, 120_000)
  afterAll(() => {
    server.close()
    rmSync(root, { recursive: true, force: true })
  })

  /** A bundle as `npm run build` makes it, but with the Node of this machine. `code` goes before the agent's own. */
  function bundle(name: string, code: string): { url: string; sha256: string } {
    const content = join(root, `content-${name}`)
    cpSync(join(root, 'built'), content, { recursive: true })
    const agent = join(content, 'agent.js')
    writeFileSync(agent, `${readFileSync(agent, 'utf8')}\n${code}`)
    writeFileSync(join(content, 'package.json'), '{"type":"module"}\n')
    writeFileSync(join(content, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
    chmodSync(join(content, 'node'), 0o755)
    const file = join(root, `${name}.tar.gz`)
    expect(spawnSync('tar', ['-czf', file, '-C', content, '.']).status).toBe(0)
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    return { url: `${origin}/${name}.tar.gz`, sha256 }
  }

  /** An instance as its user data leaves it, with the release on it. */
  class Instance {
    readonly name = `instance-${randomBytes(4).toString('hex')}`
    readonly folder = mkdtempSync(join(tmpdir(), 'sdo-instance-'))
    private readonly masterKey = randomBytes(32)
    private readonly client = createAgentClient({ masterKeys: [this.masterKey] })
    private readonly output = join(this.folder, 'output')
    private systemd: ChildProcess | undefined

    start({ sha256 }: { sha256: string }, archive: string): void {
      const bootstrap: AgentBootstrap = {
        instance: this.name,
        key: instanceKey(this.masterKey, this.name).toString('base64'),
        listenHost: '127.0.0.1',
        listenPort: 0,
        runtime: 'docker',
        docker: { prefersLocalImages: true, leavesFirewall: true, socketPath: daemon().socketPath },
      }
      writeFileSync(join(this.folder, 'bootstrap.json'), JSON.stringify(bootstrap), { mode: 0o600 })
      const release = join(this.folder, 'releases', sha256)
      mkdirSync(release, { recursive: true })
      expect(spawnSync('tar', ['-xzf', archive, '-C', release]).status).toBe(0)
      writeFileSync(join(this.folder, 'current'), `${sha256}\n`)
      writeFileSync(join(this.folder, 'launch'), launchScript)
      const output = openSync(this.output, 'a')
      writeSync(output, '\n')
      this.systemd = spawn(
        'sh',
        ['-c', systemd, 'systemd', this.folder, join(this.folder, 'bootstrap.json')],
        {
          stdio: ['ignore', output, 'ignore'],
          detached: true,
        },
      )
    }

    end(): void {
      if (this.systemd?.pid) process.kill(-this.systemd.pid, 'SIGKILL')
      rmSync(this.folder, { recursive: true, force: true })
    }

    /** Where the agent that was started last listens. */
    private get address(): AgentAddress {
      const line = readFileSync(this.output, 'utf8').trim().split('\n').at(-1) ?? ''
      const { listening } = JSON.parse(line) as { listening: { host: string; port: number } }
      return { ...listening, instance: this.name }
    }

    apply = (...processes: Parameters<typeof buildDesiredProcess>[0][]) =>
      this.client.apply(this.address, { processes: processes.map(buildDesiredProcess) })
    replace = (release: { url: string; sha256: string }, attempt: number) =>
      this.client.replace(this.address, { ...release, attempt })
    private status = async () => this.client.status(this.address)
    when = (what: string, holds: (status: AgentStatus) => boolean, withinMs = 60_000) =>
      eventually(
        what,
        async () => {
          const status = await this.status().catch(() => undefined)
          return status && holds(status) ? status : undefined
        },
        withinMs,
      )
  }

  let instance: Instance
  const first = { url: '', sha256: '' }
  beforeEach(async () => {
    Object.assign(first, bundle('first', '// the first'))
    instance = new Instance()
    instance.start(first, join(root, 'first.tar.gz'))
    await instance.when('it is up', ({ release }) => release?.sha256 === first.sha256)
    await instance.apply({ image: 'test/web', memoryMb: 50 })
    await instance.when('its process is healthy', ({ processes }) => processes[0]?.state === 'healthy')
  }, 60_000)
  afterEach(async () => {
    instance.end()
    for (const { Id } of await containers()) await daemon().docker.getContainer(Id).remove({ force: true })
  })

  const containers = () =>
    daemon().docker.listContainers({
      all: true,
      filters: { label: [`${labels.instance}=${instance.name}`] },
    })

  /** What of the containers must not change: which they are, since when they run, and what their stop endpoint answers. */
  async function seen() {
    const [container] = await containers()
    const { Id, State, Config, RestartCount } = await daemon()
      .docker.getContainer(container?.Id ?? '')
      .inspect()
    const url = Config.Env.find((one) => one.startsWith('SDO_STOP_URL='))?.slice('SDO_STOP_URL='.length)
    const stop = await eventually('it may ask again', async () => {
      const answer = await fetch(url ?? '')
      return answer.status === 429 ? undefined : ((await answer.json()) as unknown)
    })
    return { Id, startedAt: State.StartedAt, RestartCount, stop }
  }

  it('is that release a moment later, and its containers and their stop endpoints go on', async () => {
    const before = await seen()
    expect(before.stop).toEqual({ stop: false })
    const second = bundle('second', '// the second')
    await instance.replace(second, 1)
    const { processes } = await instance.when(
      'it is the second',
      ({ release }) => release?.sha256 === second.sha256,
    )
    expect(processes).toMatchObject([{ state: 'healthy', restarts: 0 }])
    expect(await seen()).toEqual(before)
  })

  it.each([
    [
      'has another SHA-256 than was said',
      () => ({ ...bundle('other', '// other'), sha256: 'e'.repeat(64) }),
      'another SHA-256',
    ],
    ['is not there', () => ({ url: `${origin}/nothing.tar.gz`, sha256: 'd'.repeat(64) }), '404'],
    [
      'does not run here',
      () => bundle('foreign', 'process.stderr.write("Exec format error\\n"); process.exit(1)'),
      'does not start on this instance',
    ],
    [
      'ends as soon as it is started',
      () => bundle('ending', 'if (!process.argv.includes("--check")) process.exit(1)'),
      'did not come up',
    ],
  ])(
    'goes on as it is when the bundle %s, and says so once for each attempt',
    async (_name, make, message) => {
      const before = await seen()
      const release = make()
      await instance.replace(release, 7)
      const { release: running } = await instance.when(
        'it says why not',
        (status) => status.release?.refused?.attempt === 7,
      )
      expect(running).toMatchObject({
        sha256: first.sha256,
        refused: { message: expect.stringContaining(message) as string },
      })
      await instance.replace(release, 7)
      expect(await seen()).toEqual(before)
      const second = bundle('second', '// the second')
      await instance.replace(second, 8)
      await instance.when('it is the second', (status) => status.release?.sha256 === second.sha256)
      expect(await seen()).toEqual(before)
    },
  )
})
