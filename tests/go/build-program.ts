import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface GoProgram {
  /** Folder of the module whose go.mod pins the program. */
  module: string
  name: string
  /** Import path of its main package. */
  source: string
  linkerFlags?: string
  /** As `-gcflags` takes them, with the packages that they are for. */
  compilerFlags?: string
}

/** Builds a program into a folder. @param say is told how far it is @throws with the end of what the compiler said */
export function buildGoProgram(
  { module, name, source, linkerFlags = '-s -w', compilerFlags = '' }: GoProgram,
  folder: string,
  say: (message: string) => void,
): Promise<void> {
  const startedEpoch = Date.now()
  const seconds = () => Math.round((Date.now() - startedEpoch) / 1000)
  say(`Building ${name} …`)
  const compiler = spawn(
    'go',
    [
      ...['build', '-v', '-trimpath', '-mod=readonly', '-ldflags', linkerFlags, '-gcflags', compilerFlags],
      ...['-o', join(folder, name), source],
    ],
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
