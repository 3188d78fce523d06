import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { createOutgoingFetch } from './api/outgoing-fetch'
import { readAuthorities } from './api/read-authorities'
import { version } from './package.json'
import { readOptions } from './options'
import { readLine } from './read-line'
import { run } from './run'
import type { Surroundings } from './surroundings'

/** The command line as it is started. */
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())
// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

const options = readOptions()

const surroundings: Surroundings = {
  options,
  fetch: createOutgoingFetch({ proxies: options.proxies ?? {} }),
  trusting: (caFile) =>
    createOutgoingFetch({ proxies: options.proxies ?? {}, authorities: readAuthorities(caFile) }),
  write: (text) => void process.stdout.write(text),
  tell: (text) => void process.stderr.write(text),
  hasPerson: process.stdin.isTTY && process.stderr.isTTY && !options.isBuild,
  columns: process.stderr.isTTY ? process.stderr.columns : undefined,
  readSecret: (question) => readLine(question, { isHidden: true }),
  readAnswer: (question) => readLine(question, { isHidden: false }),
  openBrowser,
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal?.addEventListener('abort', end, { once: true })
    }),
  signal: interrupted.signal,
  userAgent: `sdo/${version} (${process.platform}; ${hostname().replace(/[^\w.-]/g, '')})`,
  workingFolder: process.cwd(),
}

process.exitCode = await run(surroundings, process.argv.slice(2), version)

/** Only where a person sits at the terminal: elsewhere nobody would see it. */
function openBrowser(address: string): Promise<boolean> {
  if (!process.stderr.isTTY || surroundings.options.isPlain) return Promise.resolve(false)
  const [program, ...parameters] = {
    darwin: ['open', address],
    win32: ['rundll32', 'url.dll,FileProtocolHandler', address],
  }[process.platform as string] ?? ['xdg-open', address]
  return new Promise((resolve) => {
    const child = spawn(program ?? '', parameters, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
