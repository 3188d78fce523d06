import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

export interface Daemon {
  stop(): Promise<void>
}

/**
 * Starts a program and waits until it is ready.
 * @throws with the end of its log if it ends or is not ready within 60 s
 */
export async function startDaemon(
  program: string,
  parameters: string[],
  {
    logFile,
    isReady,
    environment,
  }: { logFile: string; isReady: () => Promise<boolean>; environment?: Record<string, string> },
): Promise<Daemon> {
  const log = openSync(logFile, 'a')
  const child = spawn(program, parameters, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const stop = async () => {
    process.off('exit', killAtExit)
    child.kill('SIGKILL')
    await ended
  }
  const deadlineEpoch = Date.now() + 60_000
  while (!(await isReady().catch(() => false))) {
    if (hasEnded(child) || Date.now() > deadlineEpoch) {
      await stop()
      const end = readFileSync(logFile, 'utf8').slice(-3000)
      throw new Error(`${program} did not become ready:\n${end}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { stop }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null

/** Ports of 127.0.0.1 that nobody listens on right now. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
