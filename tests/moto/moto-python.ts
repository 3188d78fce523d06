import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const requirement = 'moto[server]==5.2.5'

/** Why moto cannot run here, or undefined if it can. */
export function missingForMoto(): string | undefined {
  if (existsSync(readyMarker()) || spawnSync('python3', ['-m', 'venv', '--help']).status === 0)
    return undefined
  return 'Testing the AWS side of the cloud needs Python 3 with its venv module (python3 and python3-venv).'
}

/**
 * Makes sure that there is a Python with moto in it; the first time this takes about half a minute.
 * @returns its path
 * @throws if it cannot be installed
 */
export function ensureMotoPython(): string {
  const python = join(folder(), 'bin', 'python')
  if (existsSync(readyMarker())) return python
  rmSync(folder(), { recursive: true, force: true })
  mkdirSync(folder(), { recursive: true })
  run('python3', ['-m', 'venv', folder()])
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement])
  // Last, so that an interrupted installation is not taken for a whole one.
  writeFileSync(readyMarker(), '')
  return python
}

const folder = () =>
  join(
    process.env.SDO_TEST_CACHE ?? join(homedir(), '.cache', 'sdo-tests'),
    requirement.replace(/[^a-z0-9.]+/g, '-'),
  )

const readyMarker = () => join(folder(), 'ready')

function run(program: string, parameters: string[]): void {
  const { status, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${[program, ...parameters].join(' ')} failed:\n${error ? String(error) : stderr}`)
}
