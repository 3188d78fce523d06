import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { nodeBinary } from '../../../standalone/node-binary.mjs'

export interface ServerProcess {
  /** Without a trailing slash. */
  address: string
  /** Seconds of processor time that all its threads have used; NaN where the system does not tell. */
  processorSeconds(): number
  stop(): Promise<void>
}

const startSeconds = 30

/** Node as it is in the images of production, where it runs here; else our own. */
const productionNode = process.platform === 'linux' ? nodeBinary() : process.execPath

export const productionNodeVersion = spawnSync(productionNode, ['--version'], {
  encoding: 'utf8',
}).stdout.trim()

/** Whether processes can be tied to a core each. */
export const canPin =
  process.platform === 'linux' && availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

/** Ties this process, the load generator, to the second core. */
export function pinGenerator(): void {
  if (canPin) spawnSync('taskset', ['-acp', '1', String(process.pid)])
}

/** Starts production's `node PARAMETERS` on the first core and resolves when it answers at `port`. */
export async function startServerProcess(
  parameters: string[],
  port: number,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const command = [...(canPin ? ['taskset', '-c', '0'] : []), productionNode, ...parameters]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startSeconds * 1000
  while (!(await isAnswering(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`"node ${parameters.join(' ')}" did not start.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address,
    processorSeconds: () => readProcessorSeconds(child.pid ?? 0),
    stop: () => stop(child),
  }
}

const isAnswering = (address: string) =>
  fetch(address).then(
    // 503 is said while the app waits for its database.
    (response) => response.arrayBuffer().then(() => response.status !== 503),
    () => false,
  )

function readProcessorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = 100
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return Number.NaN
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}
