import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pythonTool } from '../../python/python-tool'

/** Makes calls out of an OpenAPI document, good and bad ones, and compares the answers with it. */
export const schemathesisPython = pythonTool(['schemathesis==4.32.5'], 'Fuzzing /v1')

export interface FuzzingOptions {
  address: string
  /** The OpenAPI document. */
  document: object
  /** Sent with every call. */
  headers?: Record<string, string>
  checks: string[]
  /** Random cases of each call. */
  maximumExamples: number
  /** Whether every boundary of every schema is tried too. */
  isThorough: boolean
}

/** A run that hangs is a failure too. One takes three minutes where nothing else does, and twice that beside the other suites. */
const limitMilliseconds = 590_000

/**
 * Runs schemathesis against `address`, always with the same cases.
 * @returns what it printed, and whether everything it found was as documented
 */
export async function runSchemathesis(
  options: FuzzingOptions,
): Promise<{ isClean: boolean; output: string }> {
  const python = await schemathesisPython.ensure()
  const folder = mkdtempSync(join(tmpdir(), 'sdo-fuzz-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(options.document))
    return await run(python, folder, [
      '-m',
      'schemathesis.cli',
      'run',
      file,
      `--url=${options.address}`,
      ...Object.entries(options.headers ?? {}).map(([name, value]) => `--header=${name}: ${value}`),
      `--checks=${options.checks.join(',')}`,
      `--max-examples=${options.maximumExamples}`,
      `--phases=examples,${options.isThorough ? 'coverage,' : ''}fuzzing`,
      '--generation-with-security-parameters=false',
      '--generation-deterministic',
      '--no-shrink',
      '--continue-on-failure',
      '--suppress-health-check=all',
      '--request-timeout=10',
      '--warnings=off',
      '--no-color',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(program: string, folder: string, parameters: string[]) {
  const child = spawn(program, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMilliseconds)
  return new Promise<{ isClean: boolean; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ isClean: code === 0, output }))
  }).finally(() => clearTimeout(timer))
}
