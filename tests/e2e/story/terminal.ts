import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectOutput } from '../../secrets/collect'

/** The built command line where a person sits: on a terminal that `script` makes, with credentials of its own. */
export function createTerminal(url: string) {
  const environment = {
    PATH: process.env.PATH ?? '',
    XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'sdo-cli-')),
    SDO_URL: url,
    // Opens no browser of whoever runs the tests.
    TERM: 'dumb',
  }

  /** Runs it. `shown` is what stands on the terminal by then. */
  function start(...parameters: string[]) {
    const command = ['build/cli/sdo.js', ...parameters].join(' ')
    const child = spawn('script', ['-q', '-e', '-c', command, '/dev/null'], {
      env: environment as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let shown = ''
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
    const code = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exitCode) => {
        collectOutput(shown)
        resolve(exitCode)
      })
    })
    return { shown: () => shown, code }
  }
  return { start }
}
