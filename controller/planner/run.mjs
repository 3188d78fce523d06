import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Starting from a bundle takes half as long as from the sources; it is made anew when a source is newer.
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
const bundle = join(root, 'build', 'plan.mjs')

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => statSync(join(folder, name)).mtimeMs),
  )

const sources = Math.max(newest(here), newest(join(root, 'core', 'resources')))
if (!existsSync(bundle) || statSync(bundle).mtimeMs < sources)
  await (
    await import('esbuild')
  ).build({
    absWorkingDir: root,
    entryPoints: [join(here, 'command', 'command.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'error',
  })
await import(pathToFileURL(bundle).href)
