import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chartFolder } from './chart'
import { helmProgram } from './helm-program'
import { kubeAssetsFolder } from '../kube/assets'
import type { ControlPlane } from '../kube/control-plane'

const run = promisify(execFile)

/** Somebody at a shell with kubectl, helm, the chart and the definitions, who does what the manual prints. */
export interface Reader {
  /** Runs a command as it is printed. @returns what it said @throws if it fails */
  run(command: string): Promise<string>
  write(file: string, content: string): void
  leave(): void
}

export async function openShell({ kubeConfigPath }: ControlPlane): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-reader-'))
  const programs = join(folder, 'bin')
  mkdirSync(programs)
  symlinkSync(join(kubeAssetsFolder(), 'kubectl'), join(programs, 'kubectl'))
  symlinkSync(await helmProgram.ensure(), join(programs, 'helm'))
  mkdirSync(join(folder, 'helm'))
  symlinkSync(chartFolder, join(folder, 'helm/sdo'))
  symlinkSync(join(chartFolder, '../../crds'), join(folder, 'crds'))
  const env = {
    NODE_ENV: 'test',
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder,
    KUBECONFIG: kubeConfigPath,
  } as const
  return {
    run: async (command) => (await run('sh', ['-c', command], { cwd: folder, env })).stdout,
    write: (file, content) => writeFileSync(join(folder, file), content),
    leave: () => rmSync(folder, { recursive: true, force: true }),
  }
}
