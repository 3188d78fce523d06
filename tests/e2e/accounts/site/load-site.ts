import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { jobs } from '../../../../standalone/start/bundle-options.mjs'
import type * as StartSite from './start-site'

/** Of this process alone: workers that start at the same time would find half of what the others write. */
const folder = join(process.cwd(), 'tests/artifacts/site', String(process.pid))

/**
 * Starts the site in this process. Bundled first, with what it runs in threads beside it: Playwright's own compiler does not know what our
 * sources import.
 */
export async function loadSite(): Promise<StartSite.Site> {
  await build({
    entryPoints: { 'start-site': join(import.meta.dirname, 'start-site.ts'), ...jobs },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  })
  const { startSite } = (await import(pathToFileURL(join(folder, 'start-site.js')).href)) as typeof StartSite
  return startSite()
}
