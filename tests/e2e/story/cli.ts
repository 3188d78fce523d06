import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectOutput } from '../../secrets/collect'

export interface CliRun {
  /** Exit code. */
  code: number | null
  /** Of stdout: each line as JSON, or as text where it is none. */
  lines: unknown[]
  /** stderr */
  told: string
}

/** The built command line with credentials of its own; with `token` as SDO_TOKEN. */
export function createCli(url: string, token?: string) {
  const config = mkdtempSync(join(tmpdir(), 'sdo-cli-'))
  const environment = {
    PATH: process.env.PATH ?? '',
    XDG_CONFIG_HOME: config,
    SDO_URL: url,
    CI: 'true',
    ...(token && { SDO_TOKEN: token }),
  }
  const run = (parameters: string[], input = ''): Promise<CliRun> =>
    new Promise((resolve, reject) => {
      const child = spawn('build/cli/sdo.js', parameters, {
        env: environment as unknown as NodeJS.ProcessEnv,
      })
      let written = ''
      let told = ''
      child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
      child.once('error', reject)
      child.once('close', (code) => {
        collectOutput(written + told)
        resolve({ code, lines: written.trim().split('\n').map(parse), told })
      })
      child.stdin.end(input)
    })
  return { run }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}
