import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../../core/logging/logger'
import { createMask } from '../../core/output/mask'
import type { OpenLineSender } from '../output/line-sender'
import { requireSampleTag, sampleImage } from '../samples/sample-tags'
import { LastLines, presentOutput } from './output'
import { readLines } from './read-lines'
import type { Container, ContainerExit, ContainerFigures, ContainerRuntime, ImageReference } from './runtime'

const longestLoggedLine = 2000
const drainMs = 500

interface ProcessRuntimeOptions {
  /** The bundled sample program. */
  samplePath: string
  /** There is no log driver: what programs print is sent by the agent. */
  openLineSender: OpenLineSender
  log: Logger
}

/**
 * The runtime of a machine without Docker: the bundled image `sdo/sample`, one child process per container. There is
 * no network of its own to listen in, so the program learns from `SDO_LISTEN_<container port>` which port of the
 * instance to listen on. Limits of CPU and memory are not enforced.
 *
 * Children end with the agent, however it ends: they hold the other end of a pipe, and the system closes it when the
 * agent is gone. Each leads a process group of its own, so that a Ctrl-C in the agent's terminal leaves the order of
 * stopping to the agent, and a kill reaches what the program started.
 */
export const createProcessRuntime = ({
  samplePath,
  openLineSender,
  log,
}: ProcessRuntimeOptions): ContainerRuntime => ({
  agentHost: '127.0.0.1',
  agentHostInContainers: '127.0.0.1',
  outlivesAgent: false,
  sdkHost: '127.0.0.1',

  pull: findSample,
  resolve: findSample,

  async start({ processId, tag, ports, environment, secretNames, logStream }) {
    const listen = ports.map(({ port, hostPort }) => [`SDO_LISTEN_${port}`, String(hostPort)] as const)
    const child = spawn(process.execPath, [samplePath, tag], {
      env: { NODE_ENV: 'production', ...environment, ...Object.fromEntries(listen) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    await once(child, 'spawn')
    const mask = createMask(environment, secretNames)
    const lines = new LastLines()
    const sender = logStream && openLineSender(logStream)
    const see = (line: string) => {
      lines.add(line)
      sender?.add(line)
    }
    void eachLine(child.stdout, see)
    void eachLine(child.stderr, (line) => {
      see(line)
      log.warn({ processId, line: mask(line) }, 'sample program')
    })
    const read = Promise.all([drained(child.stdout), drained(child.stderr)])
    void read.then(() => sender?.end())
    return toContainer(child, async () => {
      // What is still in the pipes of one that has ended belongs to its end; something it started may hold them open.
      if (child.exitCode !== null || child.signalCode !== null)
        await Promise.race([read, setTimeout(drainMs, undefined, { ref: false })])
      return presentOutput(lines.read(), environment, secretNames)
    })
  },

  find: async () => [],
})

/** It is no registry's, and has no digest. @throws Error for any other image */
async function findSample({ image, tag }: ImageReference): Promise<{ digest?: string }> {
  if (image !== sampleImage)
    throw new Error(`without Docker only the bundled image ${sampleImage} can run on this machine`)
  requireSampleTag(tag)
  return {}
}

const drained = (stream: Readable) => new Promise<void>((resolve) => stream.once('close', resolve))

async function eachLine(stream: AsyncIterable<Buffer>, see: (line: string) => void): Promise<void> {
  try {
    for await (const line of readLines(stream, longestLoggedLine)) see(line)
  } catch {
    // The pipe broke with the program; how that ended is told by its exit.
  }
}

const pageBytes = 4096

/** As Linux counts, in hundredths of a second and in pages; nobody can tell elsewhere, nor once it has ended. */
async function figuresOf(pid: number | undefined): Promise<ContainerFigures> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before it may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(11, 13).map(Number)
  const pages = Number(fields[21])
  if (user === undefined || system === undefined || !(pages >= 0)) return {}
  return { cpuSeconds: (user + system) / 100, memoryBytes: pages * pageBytes }
}

function toContainer(child: ChildProcess, lastOutput: Container['lastOutput']): Container {
  const exited = new Promise<ContainerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, signal)
    } catch {
      // It ended between the check and the signal: what was wanted.
    }
  }
  const kill = () => signalGroup('SIGKILL')
  return {
    startedEpoch: Date.now(),
    exited,
    // It has no limit.
    memoryKills: () => 0,
    figures: () => figuresOf(child.pid),
    terminate: () => signalGroup('SIGTERM'),
    kill,
    lastOutput,
    async discard() {
      kill()
      await exited
    },
  }
}
