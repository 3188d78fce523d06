import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '../../core/logging/logger'
import { readLines } from './read-lines'
import type { Container, ContainerExit, ContainerRuntime } from './runtime'

export const sampleImage = 'sdo/sample'

/** Any version number answers; the three words misbehave on purpose (see samples/behaviour.ts). */
const knownTag = /^(v?\d+(\.\d+){0,2}|broken|slow|crash)$/

const longestLoggedLine = 2000

interface ProcessRuntimeOptions {
  /** The bundled sample program. */
  samplePath: string
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
export const createProcessRuntime = ({ samplePath, log }: ProcessRuntimeOptions): ContainerRuntime => ({
  agentHost: '127.0.0.1',
  sdkHost: '127.0.0.1',

  async pull(image, tag) {
    if (image !== sampleImage)
      throw new Error(`without Docker only the bundled image ${sampleImage} can run on this machine`)
    if (!knownTag.test(tag))
      throw new Error(
        `${sampleImage} has the tags broken, slow and crash, and every version number such as 1 or 2`,
      )
  },

  async start({ processId, tag, ports, environment }) {
    const listen = ports.map(({ port, hostPort }) => [`SDO_LISTEN_${port}`, String(hostPort)] as const)
    const child = spawn(process.execPath, [samplePath, tag], {
      env: { NODE_ENV: 'production', ...environment, ...Object.fromEntries(listen) },
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    })
    await once(child, 'spawn')
    void logLines(child.stderr, (line) => log.warn({ processId, line }, 'sample program'))
    return toContainer(child)
  },
})

async function logLines(stream: AsyncIterable<Buffer>, log: (line: string) => void): Promise<void> {
  try {
    for await (const line of readLines(stream, longestLoggedLine)) log(line)
  } catch {
    // The pipe broke with the program; how that ended is told by its exit.
  }
}

function toContainer(child: ChildProcess): Container {
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
  return { exited, terminate: () => signalGroup('SIGTERM'), kill: () => signalGroup('SIGKILL') }
}
