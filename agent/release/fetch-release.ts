import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import type { AgentRelease } from '../../core/agent/protocol'
import type { ReleaseFolder } from './release-folder'

const run = promisify(execFile)

/** Longest bundle in bytes, as the user data of an instance has it for curl. */
const longestBundle = 536_870_912
const fetchMilliseconds = 600_000
const unpackMilliseconds = 120_000

/** Puts a release into its folder, unless it is there: all of it, or nothing. @throws Error for people */
export async function fetchRelease(releases: ReleaseFolder, { url, sha256 }: AgentRelease): Promise<void> {
  const folder = releases.folderOf(sha256)
  if (existsSync(folder)) return
  const bundle = `${folder}.tar.gz`
  const unfinished = `${folder}.new`
  try {
    await download(url, sha256, bundle)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    await run('tar', ['-xzf', bundle, '-C', unfinished, '--no-same-owner'], { timeout: unpackMilliseconds })
    renameSync(unfinished, folder)
  } finally {
    for (const left of [bundle, unfinished]) rmSync(left, { recursive: true, force: true })
  }
}

async function download(url: string, sha256: string, file: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(fetchMilliseconds) })
  if (!answer.ok || !answer.body) throw new Error(`The bundle could not be fetched: ${answer.status}`)
  const sum = createHash('sha256')
  let length = 0
  const measured = new Transform({
    transform(part: Buffer, _encoding, done) {
      length += part.length
      sum.update(part)
      done(length > longestBundle ? new Error('The bundle is too long') : null, part)
    },
  })
  await pipeline(
    Readable.fromWeb(answer.body as ReadableStream),
    measured,
    createWriteStream(file, { mode: 0o600 }),
  )
  if (sum.digest('hex') !== sha256) throw new Error('The bundle has another SHA-256 than it should have')
}
