import { chmodSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { cliBundleOptions } from './start/bundle-options.mjs'
import { root } from './start/root.mjs'

/** Makes build/cli: the command line in one file that can be started, and the package to publish it in. */
export async function buildCli() {
  await esbuild.build(cliBundleOptions())
  chmodSync(join(root, 'build/cli/sdo.js'), 0o755)
  copyFileSync(join(root, 'cli/package.json'), join(root, 'build/cli/package.json'))
}
