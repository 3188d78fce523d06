import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** The folder that holds the releases of the agent, as the launch script (core/agent/launch-script.ts) reads it. */
export class ReleaseFolder {
  constructor(readonly path: string) {}

  /** SHA-256 of the bundle of the release that is started next. */
  get current(): string {
    return this.read('current') ?? ''
  }

  /** Whether the present release was started for the first time and has yet to prove itself. */
  get isOnTrial(): boolean {
    return existsSync(join(this.path, 'tried'))
  }

  /** The attempt whose release ended before it had proved itself, if that was the last one. */
  get refusedAttempt(): number | undefined {
    const attempt = this.read('refused')
    return attempt === undefined ? undefined : Number(attempt)
  }

  /** Folder of a release, whether or not it is there yet. */
  folderOf = (sha256: string): string => join(this.path, 'releases', sha256)

  /** From the next start on, the agent is of this release; the present one stays, in case that does not come up. */
  switchTo(sha256: string, attempt: number): void {
    rmSync(join(this.path, 'refused'), { force: true })
    this.write('previous', this.current)
    this.write('trial', String(attempt))
    this.write('current', sha256)
  }

  /** The present release has proved itself. What is older than the one before it goes. */
  confirm(): void {
    rmSync(join(this.path, 'tried'), { force: true })
    const kept = new Set([this.current, this.read('previous')])
    for (const name of readdirSync(join(this.path, 'releases')))
      if (!kept.has(name)) rmSync(this.folderOf(name), { recursive: true, force: true })
  }

  private read(name: string): string | undefined {
    try {
      return readFileSync(join(this.path, name), 'utf8').trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** Whole or not at all, whenever the agent or the machine ends. */
  private write(name: string, content: string): void {
    const unfinished = join(this.path, `${name}.new`)
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, join(this.path, name))
  }
}
