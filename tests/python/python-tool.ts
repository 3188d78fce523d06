import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testCache } from '../run/test-cache'

/** A program from PyPI that tests talk to, in an environment of its own that is kept between runs. */
export interface PythonTool {
  /** Why it cannot run here, or undefined if it can. */
  missing(): string | undefined
  /** Makes sure that it is installed; the first time this takes about half a minute. @returns the path of its Python */
  ensure(): Promise<string>
}

/** @param requirements what pip is to install, pinned: `moto[server]==5.2.5` */
export function pythonTool(requirements: string[], purpose: string): PythonTool {
  const folder = () => join(testCache(), requirements.join(' ').replace(/[^a-z0-9.]+/g, '-'))
  const python = () => join(folder(), 'bin', 'python')
  return {
    missing() {
      if (existsSync(python()) || spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0)
        return undefined
      return `${purpose} needs Python 3 with its venv module (python3 and python3-venv).`
    },
    async ensure() {
      if (!existsSync(python())) await install(requirements, folder())
      return python()
    },
  }
}

async function install(requirements: string[], folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  // Beside its final place, so that it appears there whole or not at all, whoever else installs it.
  const unfinished = mkdtempSync(`${folder}-unfinished-`)
  try {
    await run('python3', ['-m', 'venv', unfinished])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements]
    await run(join(unfinished, 'bin', 'python'), pip)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function run(program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  const complaints: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${[program, ...parameters].join(' ')} failed:\n${Buffer.concat(complaints)}`))
    })
  })
}
