import { root } from './root.mjs'

/** Bundle to the file that it starts from. */
const programs = {
  standalone: 'standalone/main.ts',
  trial: 'standalone/trial/main.ts',
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
  'kubernetes-lease-job': 'controller/store/kubernetes-lease-job.ts',
}

/** Packages of CommonJS ask for modules of Node when they are loaded. */
const requiring =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

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

/** How the command line is bundled: one file with its packages, so that it is all there is to install. */
export const cliBundleOptions = () => ({
  ...bundleOptions(),
  entryPoints: { 'cli/sdo': 'cli/main.ts' },
  packages: 'bundle',
  sourcemap: false,
  legalComments: 'inline',
  banner: { js: `#!/usr/bin/env node\n${requiring}` },
})

/** How the part of the GitHub action is bundled that it shares with the command line: readable, for it is kept in the repository. */
export const actionBundleOptions = () => ({
  ...bundleOptions(),
  entryPoints: { outgoing: 'cli/action/outgoing.ts' },
  packages: 'bundle',
  banner: { js: requiring },
  sourcemap: false,
  legalComments: 'inline',
})

/** What the client of Docker could do over SSH or with builds, and zod in other languages; the agent does neither. */
const unused = ['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', '../locales/index.js']

/**
 * How the agent of instances is bundled: with its packages, as there are none beside it. Clients of AWS are in files of their own, which cost no
 * memory before they are needed. @param {string} outdir
 */
export const agentBundleOptions = (outdir) => ({
  ...bundleOptions(),
  entryPoints: { agent: programs.agent },
  outdir,
  packages: 'bundle',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: false,
  minifySyntax: true,
  minifyWhitespace: true,
  banner: { js: requiring },
  plugins: [
    {
      name: 'unused',
      setup(build) {
        const filter = new RegExp(`^(${unused.join('|')})$`)
        build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }))
        build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
      },
    },
  ],
})
