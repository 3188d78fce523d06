import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import esbuild from 'esbuild'
import { bundleOptions, jobs } from '../../standalone/start/bundle-options.mjs'

/** Builds what runs in threads, where programs that run from their sources look for it; vitest calls it before the tests. */
export default async function buildJobs() {
  const { outputFiles } = await esbuild.build({
    ...bundleOptions(),
    entryPoints: {
      ...jobs,
      'trial-job': 'tests/jobs/trial-job.ts',
      'trial-lease-job': 'tests/jobs/trial-lease-job.ts',
    },
    outdir: 'node_modules/.cache/jobs',
    write: false,
  })
  // Suites that run at the same time write the same files: nobody finds half of one.
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
}
