import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Bundle to the file that it starts from. */
const entryPoints = {
  standalone: 'standalone/main.ts',
  agent: 'agent/main.ts',
  'samples/sample': 'agent/samples/sample.ts',
  app: 'app/main.ts',
  controller: 'controller/main.ts',
  migrate: 'db/migrate.ts',
}

/** How the servers are bundled: our own code in one file per program, packages from node_modules. */
export const bundleOptions = () => ({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(
    Object.entries(entryPoints).filter(([, path]) => existsSync(join(root, path))),
  ),
  outdir: 'build',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
})
