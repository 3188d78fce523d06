import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import type { Import } from './find-circles'
import { programs } from './programs'

/** Every import of one of our files by another, of types too; tests left out. */
export async function listImports(): Promise<Import[]> {
  const { output } = await cruise(
    programs,
    {
      exclude: { path: '\\.test\\.tsx?$' },
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: 'tsconfig.json' },
    },
    undefined,
    { tsConfig: extractTsConfig('tsconfig.json') },
  )
  const { modules } = output as ICruiseResult
  const ours = new Set(
    modules.map(({ source }) => source).filter((source) => !source.includes('node_modules')),
  )
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => ours.has(resolved))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )
}
