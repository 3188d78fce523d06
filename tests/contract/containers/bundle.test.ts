import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgentBundles } from '../../../standalone/build-agent-bundles.mjs'
import type { AgentProcess } from '../../../core/agent/protocol'
import { buildDesiredProcess } from '../../builders/desired-process'
import { importImage, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { DockerAgent } from './docker-agent'

const qemu = '/usr/bin/qemu-aarch64-static'
/** The libraries of a machine of that kind. */
const arm64Root = '/usr/aarch64-linux-gnu'

describe.skipIf(dockerIsMissing)('the bundle that instances fetch', () => {
  const daemon = useDocker(({ docker }) => importImage(docker, 'test/web:1', webServer))
  const folder = mkdtempSync(join(tmpdir(), 'sdo-bundles-'))
  beforeAll(() => buildAgentBundles(folder, ['amd64', 'arm64'], 1), 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** As the user data does. */
  function unpack(architecture: string): string {
    const to = join(folder, architecture)
    mkdirSync(to)
    const bundle = join(folder, `agent-linux-${architecture}.tar.gz`)
    const sum = createHash('sha256').update(readFileSync(bundle)).digest('hex')
    expect(readFileSync(`${bundle}.sha256`, 'utf8')).toBe(`${sum}\n`)
    expect(spawnSync('tar', ['-xzf', bundle, '-C', to, '--no-same-owner']).status).toBe(0)
    expect(readdirSync(to).sort()).toEqual(['agent.js', 'chunks', 'node', 'package.json'])
    return to
  }

  it('needs nothing beside itself to run containers', async () => {
    const unpacked = unpack('amd64')
    const agent = new DockerAgent('', { socketPath: daemon().socketPath }, (bootstrap) => [
      join(unpacked, 'node'),
      join(unpacked, 'agent.js'),
      '--bootstrap',
      bootstrap,
    ])
    try {
      await agent.start()
      await agent.apply(buildDesiredProcess({ image: 'test/web', memoryMb: 50 }))
      await agent.processWhen('process-1', ({ state }: AgentProcess) => state === 'healthy')
      await agent.apply()
    } finally {
      await agent.remove()
    }
  })

  it('starts on arm64, and says in one sentence what it misses there', () => {
    const unpacked = unpack('arm64')
    const { status, stderr } = spawnSync(
      qemu,
      ['-L', arm64Root, join(unpacked, 'node'), '--jitless', join(unpacked, 'agent.js')],
      { encoding: 'utf8', timeout: 100_000 },
    )
    expect(stderr.trim()).toBe('Say where the bootstrap file is: --bootstrap FILE.')
    expect(status).toBe(1)
  }, 120_000)
})
