import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { ensurePackages, missingForPackages } from '../../debian/packages'
import { testCache } from '../../run/test-cache'
import { buildRoot, sources } from './build-root'

const needs = {
  purpose: 'A virtual machine',
  programs: ['/usr/sbin/debootstrap', '/usr/bin/qemu-system-x86_64', '/usr/sbin/mke2fs', '/bin/busybox'],
  packages: ['debootstrap', 'qemu-system-x86', 'e2fsprogs', 'busybox-static'],
}

/** Why there can be no virtual machine here, or undefined if there can be one. */
export const missingForMachine = (): string | undefined =>
  process.arch === 'x64' ? missingForPackages(needs) : 'The virtual machine of the tests is of x86-64.'

export interface MachineRoot {
  kernel: string
  initrd: string
  /** A disk with the system, which is never written to. */
  disk: string
}

/** The system of the machine, built once and kept; older ones go. Needs root. @throws Error with what could not be done */
export async function ensureMachineRoot(
  say: (message: string) => void = () => undefined,
): Promise<MachineRoot> {
  ensurePackages(needs)
  const cache = testCache()
  const folder = join(cache, `machine-${fingerprint()}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache).filter((entry) => entry.startsWith('machine-')))
      rmSync(join(cache, old), { recursive: true, force: true })
    // Beside its final place, so that it appears there whole or not at all.
    const unfinished = mkdtempSync(`${folder}-unfinished-`)
    try {
      await buildRoot(unfinished, say)
      renameSync(unfinished, folder)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  return { kernel: join(folder, 'vmlinuz'), initrd: join(folder, 'initrd'), disk: join(folder, 'disk') }
}

/** Of everything that the system is made of: whatever is changed there makes it anew. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesIn).sort())
    hash.update(relative(import.meta.dirname, path)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 12)
}

const filesIn = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)))
