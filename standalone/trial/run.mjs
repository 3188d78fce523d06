// `npm run trial`. Runs before anything is installed, so it imports nothing but Node and the folder of the start.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode } from '../start/require-node.mjs'
import { ensureInstalled } from '../start/ensure-installed.mjs'
import { ensureBuilt } from '../start/ensure-built.mjs'
import { root } from '../start/root.mjs'

/** The second release is the same agent, packed otherwise: what gives way to it is told by the sum of its bundle. */
const levels = { present: 6, next: 5 }

try {
  requireNode(process.versions.node)
  ensureInstalled()
  ensureBuilt()
  const { buildAgentBundles } = await import('../build-agent-bundles.mjs')
  for (const [name, level] of Object.entries(levels)) {
    const folder = join(root, 'build', 'trial-agents', name)
    // A build empties its folder, so what is there is of these sources.
    if (!existsSync(join(folder, 'agent-linux-arm64.tar.gz.sha256')))
      await buildAgentBundles(folder, ['arm64'], level)
  }
} catch (error) {
  console.error(process.env.SDO_DEBUG ? error : error.message)
  process.exit(1)
}
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
await import('../../build/trial.js')
