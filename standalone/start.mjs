// `npm start`. Runs before anything is installed, so it imports nothing but Node and its own folder.
import { requireNode } from './start/require-node.mjs'
import { ensureInstalled } from './start/ensure-installed.mjs'
import { ensureBuilt } from './start/ensure-built.mjs'

try {
  requireNode(process.versions.node)
  ensureInstalled()
  ensureBuilt()
} catch (error) {
  console.error(process.env.SDO_DEBUG ? error : error.message)
  process.exit(1)
}
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
await import('../build/standalone.js')
