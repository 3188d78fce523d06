import { root } from './root.mjs'

/** Bundle to the file that it starts from. */
const programs = {
  standalone: 'standalone/main.ts',
  agent: 'agent/main.ts',
  'samples/sample': 'agent/samples/sample.ts',
  app: 'app/main.ts',
  controller: 'controller/main.ts',
  migrate: 'db/migrate.ts',
}

/** What programs run in a thread, which they look for beside themselves. */
export const jobs = {
  'hash-job': 'app/services/password-hashing/hash-job.ts',
  'plan-job': 'controller/planner/plan-job.ts',
}

/** How the servers are bundled: our own code in one file per program, packages from node_modules. */
export const bundleOptions = () => ({
  absWorkingDir: root,
  entryPoints: { ...programs, ...jobs },
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
