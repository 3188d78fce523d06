import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Needs {
  /** What needs them, as a sentence begins. */
  purpose: string
  /** Paths of what must be there. */
  programs: string[]
  /** Where Debian has them. */
  packages: string[]
}

const areThere = ({ programs }: Needs) => programs.every((path) => existsSync(path))
const isRoot = () => process.getuid?.() === 0

/** Why what is needed cannot be had here, or undefined if it can. All of it runs as root. */
export function missingForPackages(needs: Needs): string | undefined {
  if (!isRoot()) return `${needs.purpose} needs root.`
  if (areThere(needs) || existsSync('/usr/bin/apt-get')) return undefined
  return `${needs.purpose} needs ${needs.programs.join(', ')}.`
}

/**
 * Installs Debian's packages where we may.
 * @throws Error that says what to do where we may not
 */
export function ensurePackages(needs: Needs): void {
  if (areThere(needs)) return
  const missing = missingForPackages(needs)
  if (missing) throw new Error(missing)
  console.log(`Installing ${needs.packages.join(', ')} …`)
  for (const command of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...needs.packages],
  ])
    spawnSync('apt-get', command, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Daemons of packages are not to start: the tests have theirs.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  if (!areThere(needs)) throw new Error(`${needs.purpose} needs ${needs.packages.join(', ')}: install them.`)
}
