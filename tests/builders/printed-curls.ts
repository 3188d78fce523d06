import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = 'app/content/docs'
const run = promisify(execFile)

/** The commands of the documentation's pages that make calls, each as it is printed, in the order of the files. */
const listPrintedCurls = (): string[] =>
  readdirSync(folder)
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^```\n([\s\S]*?)\n```$/gm)])
    .map(([, code = '']) => code)
    .filter((code) => /^(TOKEN=|curl )/m.test(code))

/** What the pages speak of. */
interface Variables {
  SDO: string
  SDO_TOKEN: string
  INTEGRATION_ID: string
  INTEGRATION_USER: string
  /** Of a build system that the integration user trusts. */
  IDENTITY_TOKEN: string
}

/** Runs them one after the other in a shell. @returns what they printed. @throws for the first that fails */
export async function runPrintedCurls(variables: Variables): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'sdo-curls-'))
  try {
    const commands = listPrintedCurls().join('\n').replaceAll('{{portal.url}}', variables.SDO)
    const { stdout } = await run('sh', ['-e', '-c', commands], {
      cwd,
      env: { ...process.env, ...variables },
    })
    return stdout
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
