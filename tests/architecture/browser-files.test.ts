import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { describe, expect, it } from 'vitest'

/** Bundles files as for a browser. Rejects with what a browser lacks. */
async function bundle(entry: Pick<esbuild.BuildOptions, 'entryPoints' | 'stdin'>): Promise<string[]> {
  const { metafile } = await esbuild.build({
    ...entry,
    ...{ bundle: true, write: false, metafile: true, outdir: 'none', logLevel: 'silent' },
    ...{ format: 'esm', platform: 'browser', jsx: 'automatic', packages: 'external' },
  })
  return [
    ...Object.keys(metafile.inputs),
    ...Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
  ]
}

const filesOf = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))

const isServers = (path: string) => /^(node:|db\/|pg$|sequelize)/.test(path)

describe('what a browser gets', () => {
  it('reaches neither the database nor a part of Node: components, and the forms of what services answer', async () => {
    const entryPoints = [
      ...filesOf('app/components', /(?<!\.test)\.tsx$/),
      ...filesOf('app/services', /-views\.ts$/),
    ]
    expect(entryPoints.length).toBeGreaterThan(100)
    const files = await bundle({ entryPoints })
    expect(files.length).toBeGreaterThan(entryPoints.length)
    expect(files.filter(isServers)).toEqual([])
  })

  it.each([
    ['a model', "export { Team } from './db/models/team'"],
    ['a query', "export { select } from './db/sql'"],
    ['a part of Node', "export { createHash } from 'node:crypto'"],
  ])('is refused where a file reaches %s', async (_, contents) => {
    const files = await bundle({ stdin: { contents, resolveDir: '.' } }).catch((error: unknown) => error)
    if (files instanceof Error) expect(files.message).toContain('Could not resolve')
    else expect((files as string[]).filter(isServers)).not.toEqual([])
  })
})
