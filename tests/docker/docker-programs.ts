import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const programs = [
  '/usr/sbin/dockerd',
  '/usr/sbin/iptables',
  '/bin/busybox',
  '/usr/bin/qemu-aarch64-static',
  '/usr/aarch64-linux-gnu/lib/libstdc++.so.6',
]
const packages = [
  'docker.io',
  'iptables',
  'iproute2',
  'busybox-static',
  'qemu-user-static',
  'libstdc++6-arm64-cross',
]

const areThere = () => programs.every((path) => existsSync(path))
const isRoot = () => process.getuid?.() === 0

/** Why there can be no Docker of the tests' own here, or undefined if there can be one. */
export function missingForDocker(): string | undefined {
  if (!isRoot()) return 'Real containers need root, for a Docker of the tests’ own.'
  if (areThere() || existsSync('/usr/bin/apt-get')) return undefined
  return `Real containers need ${programs.join(', ')}.`
}

/** Whether tests with real containers are skipped here; required ones fail instead of being skipped. */
export const dockerIsMissing = process.env.SDO_REQUIRE_ALL_SUITES !== '1' && missingForDocker() !== undefined

/**
 * Installs Debian's Docker where we may.
 * @throws Error that says what to do where we may not
 */
export function ensureDocker(): void {
  if (areThere()) return
  const missing = missingForDocker()
  if (missing) throw new Error(missing)
  console.log('Installing Docker …')
  for (const command of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', command, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // The daemon of the package is not to start: the tests have theirs.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  if (!areThere()) throw new Error(`Install ${packages.join(', ')} for the tests with real containers.`)
}
