import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as StartSite from './start-site'

const bundle = join(process.cwd(), 'tests/artifacts/site/start-site.mjs')

/** Starts the site in this process. Bundled first: Playwright's own compiler does not know what our sources import. */
export async function loadSite(): Promise<StartSite.Site> {
  await build({
    entryPoints: [join(import.meta.dirname, 'start-site.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  })
  const { startSite } = (await import(pathToFileURL(bundle).href)) as typeof StartSite
  return startSite()
}
