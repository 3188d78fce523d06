import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { jobs } from '../../../standalone/start/bundle-options.mjs'
import { collectOutput } from '../../secrets/collect'

const checkout = join(import.meta.dirname, '../../..')

export interface BuiltProgram {
  /** The folder that it is to be started in; `build/program.js` is the bundle. */
  folder: string
  remove(): void
}

/** Bundles a program as it is delivered, with the work of threads and what else belongs beside it, by name under `build/`. */
export async function buildProgram(path: string, beside: Record<string, string> = {}): Promise<BuiltProgram> {
  const cache = join(checkout, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'program-'))
  await build({
    absWorkingDir: checkout,
    entryPoints: { program: path, ...jobs, ...beside },
    outdir: join(folder, 'build'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface RunningProgram {
  /** Everything it wrote so far. */
  output(): string
  end(signal: NodeJS.Signals): void
  /** Its exit code, or null after a signal that it did not handle. */
  readonly exitCode: Promise<number | null>
}

/** Starts a program with nothing in its environment but `environment`. The end of the test is its end. */
export function startProgram(
  { folder }: BuiltProgram,
  environment: Record<string, string>,
  parameters: string[] = [],
): RunningProgram {
  const child = spawn(process.execPath, ['build/program.js', ...parameters], {
    cwd: folder,
    env: { NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      collectOutput(text)
    })
  const exitCode = exitCodeOf(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exitCode
  })
  return { output: () => output, end: (signal) => void child.kill(signal), exitCode }
}

const exitCodeOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    // Not 'exit': the last of the output comes before 'close'.
    child.once('close', resolve)
  })
