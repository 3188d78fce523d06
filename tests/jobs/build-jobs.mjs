import esbuild from 'esbuild'
import { bundleOptions, jobs } from '../../standalone/start/bundle-options.mjs'

/** Builds what runs in threads, where programs that run from their sources look for it; vitest calls it before the tests. */
export default async function buildJobs() {
  await esbuild.build({
    ...bundleOptions(),
    entryPoints: { ...jobs, 'trial-job': 'tests/jobs/trial-job.ts' },
    outdir: 'node_modules/.cache/jobs',
  })
}
