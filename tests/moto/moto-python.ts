import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const requirement = 'moto[server]==5.2.5'

/** Why moto cannot run here, or undefined if it can. */
export function missingForMoto(): string | undefined {
  if (existsSync(python()) || spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0)
    return undefined
  return 'Testing the AWS side of the cloud needs Python 3 with its venv module (python3 and python3-venv).'
}

/**
 * Makes sure that there is a Python with moto in it; the first time this takes about half a minute.
 * @returns its path
 * @throws if it cannot be installed
 */
export async function ensureMotoPython(): Promise<string> {
  if (existsSync(python())) return python()
  mkdirSync(dirname(folder()), { recursive: true })
  // Beside its final place, so that it appears there whole or not at all, whoever else installs it.
  const unfinished = mkdtempSync(`${folder()}-unfinished-`)
  try {
    await run('python3', ['-m', 'venv', unfinished])
    await run(join(unfinished, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      requirement,
    ])
    if (!existsSync(python())) renameSync(unfinished, folder())
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return python()
}

const folder = () =>
  join(
    process.env.SDO_TEST_CACHE ?? join(homedir(), '.cache', 'sdo-tests'),
    requirement.replace(/[^a-z0-9.]+/g, '-'),
  )

const python = () => join(folder(), 'bin', 'python')

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
