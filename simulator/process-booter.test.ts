import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstanceBooter } from './booter'
import { createProcessBooter, type ContainerHost } from './process-booter'
import { processIdentity } from './process-identity'

/** Listens, starts a child of its own, and says so; with the key `broken` it ends instead. */
const agentProgram = `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { spawn } from 'node:child_process'
const bootstrap = JSON.parse(readFileSync(process.argv[3], 'utf8'))
if (bootstrap.key === 'broken') { console.error('the key is broken'); process.exit(1) }
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
const server = createServer((request, response) => response.end(JSON.stringify({ ...bootstrap, child: child.pid, environment: process.env })))
server.listen(bootstrap.listenPort, bootstrap.listenHost, () => console.log(JSON.stringify({ listening: { host: bootstrap.listenHost, port: server.address().port } })))
`

const instanceId = 'i-0123456789abcdef0'
const bootstrap = { instance: 'token', key: 'a2V5' }

describe('booting instances as processes', () => {
  let folder: string
  let booter: InstanceBooter
  const newBooter = (containers?: ContainerHost) =>
    createProcessBooter({
      folder: join(folder, 'instances'),
      agentPath: join(folder, 'agent.mjs'),
      containers,
    })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'booter-'))
    await writeFile(join(folder, 'agent.mjs'), agentProgram)
    booter = newBooter()
  })
  afterEach(async () => {
    await booter.halt(instanceId, { forget: true })
    await rm(folder, { recursive: true, force: true })
  })
  const ask = async ({ host, port }: { host: string; port: number }) =>
    (await (await fetch(`http://${host}:${port}`)).json()) as Record<string, unknown> & { child: number }

  it('starts the agent with its bootstrap, on the loopback interface, with none of our environment', async () => {
    const agent = await booter.boot({ instanceId, bootstrap })
    expect(await ask(agent)).toMatchObject({
      instance: 'token',
      key: 'a2V5',
      listenHost: '127.0.0.1',
      runtime: 'process',
      environment: { NODE_ENV: 'production' },
    })
    expect(await processIdentity(agent.pid ?? 0)).toBeDefined()
  })

  it('keeps the bootstrap from other users', async () => {
    await booter.boot({ instanceId, bootstrap })
    const { mode } = await stat(join(folder, 'instances', instanceId, 'bootstrap.json'))
    expect(mode & 0o777).toBe(0o600)
  })

  it('ends the agent and all it started', async () => {
    const agent = await booter.boot({ instanceId, bootstrap })
    const { child } = await ask(agent)
    await booter.halt(instanceId, { forget: false })
    await expect.poll(() => processIdentity(child)).toBeUndefined()
    expect(await processIdentity(agent.pid ?? 0)).toBeUndefined()
    expect(await booter.adopt?.(instanceId)).toBeUndefined()
  })

  it('is adopted by a later booter, and replaced when booted again', async () => {
    const agent = await booter.boot({ instanceId, bootstrap })
    expect(await newBooter().adopt?.(instanceId)).toEqual(agent)
    const second = await newBooter().boot({ instanceId, bootstrap })
    expect(second.pid).not.toBe(agent.pid)
    expect(await processIdentity(agent.pid ?? 0)).toBeUndefined()
  })

  it('leaves a process alone that has the id of an agent by accident', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true })
    try {
      await once(stranger, 'spawn')
      const agent = await booter.boot({ instanceId, bootstrap })
      const record = join(folder, 'instances', instanceId, 'agent.json')
      const recorded = JSON.parse(await readFile(record, 'utf8')) as object
      await booter.halt(instanceId, { forget: false })
      await writeFile(
        record,
        JSON.stringify({ ...recorded, ...agent, pid: stranger.pid, identity: 'another start' }),
      )
      expect(await booter.adopt?.(instanceId)).toBeUndefined()
      await booter.halt(instanceId, { forget: true })
      expect(await processIdentity(stranger.pid ?? 0)).toBeDefined()
    } finally {
      stranger.kill('SIGKILL')
    }
  })

  it('says why an agent did not start, in the words of its log', async () => {
    const boot = booter.boot({ instanceId, bootstrap: { ...bootstrap, key: 'broken' } })
    await expect(boot).rejects.toThrow('The agent did not start: the key is broken')
  })

  it('leaves nothing of an instance that never comes back', async () => {
    await booter.boot({ instanceId, bootstrap })
    await booter.halt(instanceId, { forget: true })
    await expect(stat(join(folder, 'instances', instanceId))).rejects.toThrow('ENOENT')
  })

  describe('whose containers a Docker runs', () => {
    let removed: string[]
    let containers: ContainerHost
    beforeEach(() => {
      removed = []
      containers = {
        docker: { socketPath: '/run/docker.sock', leavesFirewall: true },
        removeContainers: async (instance) => void removed.push(instance),
      }
    })

    it('tells the agent where Docker is, and removes them with the instance, not with its next boot', async () => {
      booter = newBooter(containers)
      const agent = await booter.boot({ instanceId, bootstrap })
      expect(await ask(agent)).toMatchObject({ runtime: 'docker', docker: containers.docker })
      await booter.boot({ instanceId, bootstrap })
      expect(removed).toEqual([])
      await booter.halt(instanceId, { forget: false })
      await booter.halt(instanceId, { forget: true })
      expect(removed).toEqual(['token', 'token'])
      await expect(stat(join(folder, 'instances', instanceId))).rejects.toThrow('ENOENT')
    })

    it('adopts no agent that runs containers in another way', async () => {
      booter = newBooter(containers)
      const agent = await booter.boot({ instanceId, bootstrap })
      expect(await newBooter(containers).adopt?.(instanceId)).toEqual(agent)
      const moved = { ...containers, docker: { ...containers.docker, socketPath: '/run/other.sock' } }
      expect(await newBooter(moved).adopt?.(instanceId)).toBeUndefined()
      expect(await newBooter().adopt?.(instanceId)).toBeUndefined()
    })

    it('remembers an instance whose containers could not be removed, until they are', async () => {
      booter = newBooter(containers)
      await booter.boot({ instanceId, bootstrap })
      await newBooter().halt(instanceId, { forget: true })
      const failing = { ...containers, removeContainers: () => Promise.reject(new Error('Docker is away')) }
      await expect(newBooter(failing).halt(instanceId, { forget: true })).rejects.toThrow('Docker is away')
      await booter.halt(instanceId, { forget: true })
      expect(removed).toEqual(['token'])
      await expect(stat(join(folder, 'instances', instanceId))).rejects.toThrow('ENOENT')
    })
  })
})
