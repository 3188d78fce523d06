import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import esbuild from 'esbuild'
import { actionBundleOptions } from './start/bundle-options.mjs'
import { root } from './start/root.mjs'

/** Runners take the action as it is in the repository, so what it shares with the command line is kept there, bundled. */
export const bundlePath = join(root, '.github/actions/deploy/outgoing.mjs')

/** What the bundle has to be. */
export async function bundleAction() {
  const { outputFiles } = await esbuild.build({ ...actionBundleOptions(), write: false })
  return `// Generated from cli/action by \`npm run action\`.\n${outputFiles[0]?.text ?? ''}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(bundlePath, await bundleAction())
