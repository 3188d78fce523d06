import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { systemClock } from '../core/time/clock'
import { agentBootstrapSchema, type AgentBootstrap } from '../core/agent/protocol'
import type { BootedAgent, InstanceBooter } from './booter'
import { processIdentity } from './process-identity'

interface ProcessBooterOptions {
  /** Folder of instances; each has one in it with its bootstrap, its log and who its agent is. */
  folder: string
  /** The bundled agent, e.g. `build/agent.js`. */
  agentPath: string
  /** The environment of agents; nothing of our own reaches them otherwise. */
  environment?: Record<string, string>
  /** How long an agent may take until it listens. */
  timeoutMs?: number
  /** Docker that runs containers; absent, agents run sample programs as processes. */
  containers?: ContainerHost
}

/** A Docker that the instances share: each knows its own containers. */
export interface ContainerHost {
  docker: NonNullable<AgentBootstrap['docker']>
  /** Removes all containers of an instance, which its agent's end leaves running. */
  removeContainers(instance: string): Promise<void>
}

const announcementSchema = z.object({
  listening: z.object({ host: z.string(), port: z.int() }),
})
const recordSchema = z.object({
  pid: z.int(),
  identity: z.string(),
  host: z.string().optional(),
  port: z.int().optional(),
})
type AgentRecord = z.infer<typeof recordSchema>
const bootstrapSchema = agentBootstrapSchema.pick({ instance: true, runtime: true, docker: true })
type Bootstrap = z.infer<typeof bootstrapSchema>
type ContainerKind = Pick<AgentBootstrap, 'runtime' | 'docker'>

const pollMs = 10
const longestLogEnd = 8 * 1024

/**
 * Boots the real agent as a process of this machine, one per instance. Agents are leaders of process groups of their own and
 * write to files, so that they outlive us, whatever ends us; a file says who they are, so that they are found again. One whose
 * containers are to run in another way than it runs them is not taken over, but booted again.
 */
export function createProcessBooter(options: ProcessBooterOptions): InstanceBooter {
  const { containers } = options
  const folderOf = (instanceId: string) => join(options.folder, instanceId)
  const kind: ContainerKind = containers
    ? { runtime: 'docker', docker: containers.docker }
    : { runtime: 'process' }

  /**
   * Removes the containers of an agent's folder. @returns whether that was possible: while Docker is away, what is left waits for the next
   * start
   */
  async function removeContainers(folder: string): Promise<boolean> {
    const bootstrap = await readBootstrap(folder)
    if (bootstrap?.runtime !== 'docker') return true
    await containers?.removeContainers(bootstrap.instance)
    return containers !== undefined
  }

  return {
    async boot({ instanceId, bootstrap }) {
      const folder = folderOf(instanceId)
      await endAgent(await readRecord(folder))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const full: AgentBootstrap = {
        ...bootstrap,
        listenHost: '127.0.0.1',
        listenPort: 0,
        ...kind,
      }
      const file = bootstrapFile(folder)
      await rm(file, { force: true })
      await writeFile(file, JSON.stringify(full), { mode: 0o600 })
      return startAgent(folder, file, options)
    },

    async adopt(instanceId) {
      const folder = folderOf(instanceId)
      const record = await readRecord(folder)
      if (record?.host === undefined || record.port === undefined || !(await isAlive(record)))
        return undefined
      const { runtime, docker } = (await readBootstrap(folder)) ?? {}
      if (!isDeepStrictEqual({ runtime, docker }, { docker: undefined, ...kind })) return undefined
      return { host: record.host, port: record.port, pid: record.pid }
    },

    async halt(instanceId, { forget }) {
      const folder = folderOf(instanceId)
      await endAgent(await readRecord(folder))
      if ((await removeContainers(folder)) && forget) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startAgent(
  folder: string,
  file: string,
  { agentPath, environment = {}, timeoutMs = 20_000 }: ProcessBooterOptions,
): Promise<BootedAgent> {
  const outputFile = join(folder, 'agent.out')
  const output = await open(outputFile, 'w', 0o600)
  const log = await open(join(folder, 'agent.log'), 'a', 0o600)
  try {
    const child = spawn(process.execPath, [agentPath, '--bootstrap', file], {
      cwd: folder,
      env: { NODE_ENV: 'production', ...environment },
      detached: true,
      stdio: ['ignore', output.fd, log.fd],
    })
    const gone = once(child, 'exit').then(
      () => true,
      () => true,
    )
    await once(child, 'spawn')
    child.unref()
    const pid = child.pid
    const identity = pid === undefined ? undefined : await processIdentity(pid)
    if (pid === undefined || identity === undefined) throw await startFailure(folder)
    await writeRecord(folder, { pid, identity })
    const agent = await readAnnouncement(outputFile, gone, timeoutMs)
    if (!agent) {
      await endAgent({ pid, identity })
      throw await startFailure(folder)
    }
    await writeRecord(folder, { pid, identity, ...agent })
    return { ...agent, pid }
  } finally {
    await closeAll([output, log])
  }
}

const closeAll = (files: FileHandle[]) => Promise.all(files.map((file) => file.close()))

/** The address that the agent prints once it listens, or undefined if it ended or took too long. */
async function readAnnouncement(
  outputFile: string,
  gone: Promise<boolean>,
  timeoutMs: number,
): Promise<{ host: string; port: number } | undefined> {
  const limit = systemClock.now() + timeoutMs
  let isGone = false
  while (!isGone && systemClock.now() < limit) {
    isGone = await Promise.race([gone, systemClock.sleep(pollMs).then(() => false)])
    for (const line of (await readFile(outputFile, 'utf8')).split('\n').slice(0, -1)) {
      const announcement = announcementSchema.safeParse(parseJson(line))
      if (announcement.success && !isGone) return announcement.data.listening
    }
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function startFailure(folder: string): Promise<Error> {
  const log = await readEnd(join(folder, 'agent.log')).catch(() => '')
  const lastLine = log.trimEnd().split('\n').at(-1) ?? ''
  return new Error(`The agent did not start: ${lastLine || `see ${join(folder, 'agent.log')}`}`)
}

/** The last lines of a log, which may have grown for months. */
async function readEnd(file: string): Promise<string> {
  const log = await open(file)
  try {
    const { size } = await log.stat()
    const start = Math.max(0, size - longestLogEnd)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await log.close()
  }
}

const bootstrapFile = (folder: string) => join(folder, 'bootstrap.json')

async function readBootstrap(folder: string): Promise<Bootstrap | undefined> {
  const text = await readFile(bootstrapFile(folder), 'utf8').catch(() => '')
  const bootstrap = bootstrapSchema.safeParse(parseJson(text))
  return bootstrap.success ? bootstrap.data : undefined
}

const recordFile = (folder: string) => join(folder, 'agent.json')

const writeRecord = (folder: string, record: AgentRecord) =>
  writeFile(recordFile(folder), JSON.stringify(record), { mode: 0o600 })

async function readRecord(folder: string): Promise<AgentRecord | undefined> {
  const text = await readFile(recordFile(folder), 'utf8').catch(() => '')
  const record = recordSchema.safeParse(parseJson(text))
  return record.success ? record.data : undefined
}

const isAlive = async ({ pid, identity }: AgentRecord): Promise<boolean> =>
  (await processIdentity(pid)) === identity

/** Kills the agent with its process group, unless the id belongs to somebody else by now; resolves once it is gone. */
async function endAgent(record: AgentRecord | undefined): Promise<void> {
  if (!record || !(await isAlive(record))) return
  try {
    process.kill(-record.pid, 'SIGKILL')
  } catch {
    // It ended just now, which is what was wanted.
  }
  while (await isAlive(record)) await systemClock.sleep(pollMs)
}
