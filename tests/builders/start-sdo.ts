import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { collectFile, recordSecret } from '../secrets/collect'

const startScript = resolve('standalone/start.mjs')

export interface StartOptions {
  dataDir: string
  /** Absent: the system chooses one. */
  port?: number
  flags?: string[]
  environment?: Record<string, string>
  /** Flags of Node itself. */
  nodeFlags?: string[]
  /** Start it with `npm start` instead of the program behind it. */
  throughNpm?: boolean
}

/** A folder of its own for one test. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sdo-e2e-'))
  // Started by root, the database runs as another account; in a closed folder it would have to put its files elsewhere.
  chmodSync(dataDir, 0o711)
  return dataDir
}
export function removeDataDir(dataDir: string): void {
  // The log alone: the terminal shows codes and the login of the demo team to whoever started it.
  for (const name of ['sdo.log', 'sdo.log.1']) collectFile(join(dataDir, name))
  recordSecretsOf(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

const shownSecrets = {
  password: /with the password (\S+)/g,
  'verification code': /\b([A-Z2-9]{6}) is your/g,
  'token in a mail': /token=([\w-]{20,})/g,
}

/** What the terminal shows to whoever started SDO, or a mail to whoever gets it, and the log must not. */
export function recordShownSecrets(terminal: string): void {
  for (const [kind, pattern] of Object.entries(shownSecrets))
    for (const [, value = ''] of terminal.matchAll(pattern)) recordSecret(kind, value)
}

/** Keys and passwords that the first start made. */
function recordSecretsOf(dataDir: string): void {
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name } of files.filter(({ name }) => /key|password|secret/i.test(name)))
    for (const [value] of readFileSync(join(dataDir, name), 'utf8').matchAll(/[\w+/=-]{16,}/g))
      recordSecret(name, value)
}

/** What `npm start` runs, as a process with its terminal output. */
export class Sdo {
  private text = ''
  private readonly listeners = new Set<() => void>()
  private readonly child: ChildProcess
  /** Exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Nothing more will be said. */
  readonly closed: Promise<void>

  constructor({ dataDir, port = 0, flags = [], environment = {}, nodeFlags = [], throughNpm }: StartOptions) {
    const env: Record<string, string | undefined> = {
      // Not the environment of the tests: what a person has in a terminal.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SDO_DATA_DIR: dataDir,
      PORT: String(port),
      // Sample programs, whatever Docker this machine has.
      DOCKER_HOST: 'unix:///no-docker',
      ...environment,
    }
    const [program, ...parameters] = throughNpm
      ? ['npm', 'start', '--', ...flags]
      : [process.execPath, ...nodeFlags, startScript, ...flags]
    this.child = spawn(program, parameters, {
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.text += chunk.toString()
        this.wake()
      })
    this.closed = new Promise((resolveClosed) =>
      this.child.once('close', () => {
        recordShownSecrets(this.text)
        resolveClosed()
      }),
    )
    this.ended = new Promise((resolveEnd) => {
      // Not its output's: that stays open as long as anything it started does.
      this.child.once('exit', (code, signal) => {
        resolveEnd(code ?? signal ?? 'unknown')
        this.wake()
      })
    })
  }

  get output(): string {
    return this.text
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** The first match in the output, as soon as it is there. @throws if the process ends or the time passes before */
  async waitFor(pattern: RegExp, withinMs = 60_000): Promise<RegExpExecArray> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.wake()
    }, withinMs)
    try {
      for (;;) {
        const match = pattern.exec(this.text)
        if (match) return match
        if (isLate || this.child.exitCode !== null || this.child.signalCode !== null)
          throw new Error(`SDO did not say ${pattern}. It said:\n${this.text}`)
        await new Promise<void>((resolveNews) => this.listeners.add(resolveNews))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  private wake(): void {
    for (const listener of this.listeners) listener()
    this.listeners.clear()
  }

  /** The address of the site once it serves. */
  async ready(withinMs?: number): Promise<string> {
    return (await this.waitFor(/^SDO is ready at (http:\/\/127\.0\.0\.1:\d+)$/m, withinMs))[1] ?? ''
  }

  /** The address of the demo application once it is live. */
  async sampleUrl(): Promise<string> {
    return (await this.waitFor(/^The sample application is live at (http:\S+)/m))[1] ?? ''
  }

  /** As the end of whoever reads what it says. */
  stopReading(): void {
    this.child.stdout?.destroy()
    this.child.stderr?.destroy()
  }

  /** As Ctrl-C does. Resolves with the exit code. */
  async interrupt(): Promise<number | string> {
    this.child.kill('SIGINT')
    return this.ended
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }
}

/** Ids of all processes that `pid` or the servers of `dataDir` started, except `pid` itself. Linux only. */
export function listStartedProcesses(pid: number, dataDir: string): number[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => describeProcess(Number(name)) ?? [])
  const found = new Set(
    processes
      .filter(({ parent, command }) => parent === pid || command.includes(dataDir))
      .map((each) => each.pid),
  )
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const each of processes) if (found.has(each.parent)) found.add(each.pid)
  }
  found.delete(pid)
  return [...found]
}

/** Seconds that the main thread of `pid` could have run and others had the processor. 0 where the system does not say. */
export function secondsWithoutProcessor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9
  } catch {
    return 0
  }
}

/** Whether a process is there and has not ended; one that nobody has asked for its exit code has. */
export const isAlive = (pid: number): boolean => describeProcess(pid) !== undefined

function describeProcess(pid: number): { pid: number; parent: number; command: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return undefined
    return { pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}
