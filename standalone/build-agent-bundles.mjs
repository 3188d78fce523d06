// The agent as instances fetch it: code with everything it needs, and a Node of its own, for each architecture.
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { architectures, nodeBinary } from './node-binary.mjs'
import { run } from './npm-package.mjs'
import { agentBundleOptions } from './start/bundle-options.mjs'
import { root } from './start/root.mjs'

/**
 * Makes `agent-linux-<architecture>.tar.gz` and its SHA-256 in a file beside it. The same sources make the same bytes.
 *
 * @param {string} folder where they go @param {string[]} wanted architectures, in Docker's words @param {number} level of gzip
 */
export async function buildAgentBundles(folder, wanted = architectures, level = 6) {
  mkdirSync(folder, { recursive: true })
  const content = mkdtempSync(join(tmpdir(), 'sdo-agent-bundle-'))
  try {
    await esbuild.build(agentBundleOptions(content))
    writeFileSync(join(content, 'package.json'), '{"type":"module"}\n')
    for (const architecture of wanted) {
      cpSync(nodeBinary(architecture), join(content, 'node'))
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
