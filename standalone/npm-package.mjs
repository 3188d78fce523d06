import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** @returns {string} what it printed @throws Error with what it said */
export function run(program, parameters) {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}

/**
 * A package of npm for whatever machine it is, checked and kept for the next build.
 *
 * @param {string} name @param {string} version @param {string} integrity what the registry says of it: sha512-…
 * @returns {string} path of its archive
 */
export function packageArchive(name, version, integrity) {
  const folder = join(homedir(), '.cache', 'sdo-node', version)
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `${name.replace('@', '').replaceAll('/', '-')}-${version}.tgz`)
  const isThere = () => {
    try {
      return `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}` === integrity
    } catch {
      return false
    }
  }
  if (!isThere()) run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder])
  if (!isThere()) throw new Error(`${archive} is not what was published as ${name}@${version}.`)
  return archive
}
