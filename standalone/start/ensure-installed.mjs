import { spawnSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { step } from './step.mjs'

/** Installs the dependencies unless exactly those of package-lock.json are there, or others keep them for us. @throws if npm cannot */
export function ensureInstalled() {
  if (isInstalled() || isLinked()) return
  step('Installing the dependencies', () => {
    // Whatever NODE_ENV says: the build needs the development dependencies.
    const { status, stderr, error } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    if (status === 0) return
    process.stderr.write(stderr ?? '')
    throw new Error(
      `"npm ci" failed${error ? ` (${error.message})` : ''}: mend what it says above and start again.`,
    )
  })
}

/** In a second work tree: npm would empty the folder of the first one, and whoever works there. */
const isLinked = () =>
  lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** npm notes what it installed in a lock file of its own, as its last act. */
function isInstalled() {
  const wanted = readLock('package-lock.json')
  const present = readLock(join('node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      path === '' || (present[path] ? present[path].version === version : optional || peer),
  )
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}
