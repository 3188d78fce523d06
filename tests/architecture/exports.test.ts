import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { trafficOf } from './list-exports'
import { programs } from './programs'

/** What Remix, threads and the GitHub action look for by the names that they expect. */
const foundByName = [
  /^app\/(routes|entry|root)/,
  /-job\.ts$/,
  /^cli\/action\/outgoing\.ts$/,
  /^app\/remix\.d\.ts$/,
]

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name))

it('has a user for every export of the programs', { timeout: 60_000 }, () => {
  const ours = programs.flatMap(filesIn)
  const read = [...ours, ...filesIn('tests')].map((path) => ({ path, ...trafficOf(path) }))
  const used = new Set(
    read.flatMap(({ path, imported }) =>
      imported.map(({ from, name }) => `${fileOf(dirname(path), from)} ${name}`),
    ),
  )
  const unused = read
    .filter(({ path }) => ours.includes(path) && !foundByName.some((pattern) => pattern.test(path)))
    .filter(({ path }) => !used.has(`${path} *`))
    .flatMap(({ path, exported }) => exported.map((name) => `${path} ${name}`))
    .filter((one) => !used.has(one))
  expect(used.size).toBeGreaterThan(1000)
  expect(unused).toEqual([])
})

/** The file that an import names; what it names itself for packages. */
function fileOf(folder: string, from: string): string {
  if (!from.startsWith('.')) return from
  const path = join(folder, from)
  const endings = ['', '.ts', '.tsx', '/index.ts', '/route.tsx']
  return (
    endings.map((ending) => path + ending).find((file) => /\.\w+$/.test(file) && existsSync(file)) ?? path
  )
}
