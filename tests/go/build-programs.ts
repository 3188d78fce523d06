import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

export interface GoProgram {
  name: string
  /** Its package. */
  source: string
}

/** A module of ours whose go.mod pins programs of others. */
export interface GoModule {
  folder: string
  programs: GoProgram[]
  linkerFlags: string
}

export const areBuilt = (programs: GoProgram[], folder: string): boolean =>
  programs.every(({ name }) => existsSync(join(folder, name)))

/**
 * Builds the programs of a module into `folder`, which is there whole or not at all.
 *
 * @param say is told every step
 * @throws Error with the end of what the compiler said
 */
export async function buildPrograms(
  module: GoModule,
  folder: string,
  say: (message: string) => void,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = mkdtempSync(`${folder}-unfinished-`)
  try {
    for (const program of module.programs) await build(module, program, unfinished, say)
    if (!areBuilt(module.programs, folder)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(unfinished, folder)
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function build(
  { folder: module, linkerFlags }: GoModule,
  { name, source }: GoProgram,
  folder: string,
  say: (message: string) => void,
): Promise<void> {
  const startedEpoch = Date.now()
  const seconds = () => Math.round((Date.now() - startedEpoch) / 1000)
  say(`Building ${name} …`)
  const compiler = spawn(
    'go',
    ['build', '-v', '-trimpath', '-mod=readonly', '-ldflags', linkerFlags, '-o', join(folder, name), source],
    { cwd: module, env: { ...process.env, CGO_ENABLED: '0' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const lines: string[] = []
  createInterface(compiler.stderr).on('line', (line) => lines.push(line))
  const progress = setInterval(
    () => say(`Building ${name}: ${lines.length} packages, ${seconds()} s`),
    15_000,
  )
  return new Promise<void>((resolve, reject) => {
    compiler.once('error', reject)
    compiler.once('close', (code) => {
      if (code !== 0) reject(new Error(`${name} could not be built:\n${lines.slice(-20).join('\n')}`))
      else {
        say(`Built ${name} in ${seconds()} s`)
        resolve()
      }
    })
  }).finally(() => clearInterval(progress))
}
