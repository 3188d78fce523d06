import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster, readPassword, readPostmaster } from './cluster'
import { clusterFolder, reachableBinaries } from './folders'
import { ensureDatabase } from '../../db/connection'
import { answers, answersSoon, findFreePort, isAlive } from './probe'
import { collectOutput, findPrograms, postgresEnvironment } from './programs'
import { findServiceUser } from './service-user'

export interface EmbeddedPostgres {
  /** Address of its database `sdo`. */
  url: string
  /** Where its socket is, if it was started with one. */
  socketFolder?: string
  /** True when the server of an earlier run was still there. */
  adopted: boolean
  /** Ends the server after its open transactions; resolves when its process is gone. */
  stop(): Promise<void>
  /** The server ended although nobody asked. */
  onExit(callback: (reason: string) => void): void
}

interface EmbeddedPostgresOptions {
  /** Absolute path; made if absent. */
  dataDir: string
  /** False trades safety against a power cut for speed, and adds a socket, whose path is too long in many a folder: tests only. */
  durable?: boolean
  /** Where to listen unless a server is adopted; absent: a free one. */
  port?: number
}

const startTimeoutMilliseconds = 60_000
const watchMilliseconds = 500

/**
 * Starts the Postgres that came with the dependencies on a free loopback port, with its files under `dataDir`; makes the
 * database on the first start and adopts a server that outlived an earlier run.
 *
 * @throws Error with one sentence that says what to do
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  port: wantedPort,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = findServiceUser()
  const programs = reachableBinaries(await findPrograms(), user)
  const cluster = clusterFolder(dataDir, user)
  const passwordFile = join(dataDir, 'postgres-password')
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    if (existsSync(cluster)) {
      throw new Error(
        `${cluster} is there but holds no database: move it away, or choose another data folder with SDO_DATA_DIR.`,
      )
    }
    await createCluster(programs, cluster, passwordFile, user)
  }
  const password = readPassword(passwordFile)
  const running = readPostmaster(cluster)
  if (running && (await answersSoon(running.pid, addressOf(running.port, password, 'postgres')))) {
    await ensureDatabase(addressOf(running.port, password, 'postgres'))
    return serverHandle(running.pid, addressOf(running.port, password), cluster, undefined)
  }
  const port = wantedPort ?? (await findFreePort())
  const child = spawn(
    join(programs, 'bin/postgres'),
    [
      ['-D', cluster, '-p', String(port)],
      setting('listen_addresses', '127.0.0.1'),
      setting('unix_socket_directories', durable ? '' : cluster),
      setting('max_connections', '200'),
      durable
        ? []
        : ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => setting(name, 'off')),
    ].flat(),
    // A group of its own, so that Ctrl-C reaches us first and we end it after our own work.
    { ...user, detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: postgresEnvironment },
  )
  const output = collectOutput(child)
  await untilReady(child, addressOf(port, password, 'postgres'), output, cluster)
  await ensureDatabase(addressOf(port, password, 'postgres'))
  const handle = serverHandle(child.pid ?? 0, addressOf(port, password), cluster, child)
  return durable ? handle : { ...handle, socketFolder: cluster }
}

const setting = (name: string, value: string) => ['-c', `${name}=${value}`]

const addressOf = (port: number, password: string, database = 'sdo') =>
  `postgres://sdo:${password}@127.0.0.1:${port}/${database}`

async function untilReady(
  child: ChildProcess,
  url: string,
  output: () => string,
  cluster: string,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMilliseconds
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      const reason =
        output()
          .trim()
          .split('\n')
          .findLast((line) => /FATAL|PANIC/.test(line)) ?? output().trim().split('\n').at(-1)
      throw new Error(
        `The database in ${cluster} does not start: ${reason?.replace(/^.*?(FATAL|PANIC):\s*/, '')}. Restore it, or choose another data folder with SDO_DATA_DIR.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function serverHandle(
  pid: number,
  url: string,
  cluster: string,
  child: ChildProcess | undefined,
): EmbeddedPostgres {
  let stopping = false
  const callbacks: ((reason: string) => void)[] = []
  const report = (reason: string) => {
    if (!stopping) for (const callback of callbacks) callback(reason)
  }
  child?.once('exit', (code, signal) => report(`Postgres ended with ${signal ?? `code ${code}`}.`))
  if (!child) {
    // Nobody tells us of the end of a process that another one started.
    const watching = setInterval(() => {
      if (isAlive(pid) && !stopping) return
      clearInterval(watching)
      report('Postgres ended.')
    }, watchMilliseconds)
    watching.unref()
  }
  return {
    url,
    adopted: child === undefined,
    onExit: (callback) => void callbacks.push(callback),
    async stop() {
      stopping = true
      if (isAlive(pid)) process.kill(pid, 'SIGINT')
      while (isAlive(pid) && existsSync(join(cluster, 'postmaster.pid')))
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}
