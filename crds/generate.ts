import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { kinds, type Kind } from '../core/resources/kinds'
import { buildCustomResourceDefinition } from './custom-resource-definition'
import { buildDeletionPolicy } from './deletion-policy'

const checkout = fileURLToPath(new URL('..', import.meta.url))
/** The second one is the chart's, which can have no files of other folders. */
const folders = ['crds', 'helm/sdo/files/crds']
const header = '# Generated from core/resources by `npm run crds`.\n'

const toYaml = (object: object) => stringify(object, { lineWidth: 0, singleQuote: true })

const wanted = new Map<string, string>([
  ...Object.entries(kinds).map(
    ([kind, { plural }]) =>
      [`${plural}.yaml`, header + toYaml(buildCustomResourceDefinition(kind as Kind))] as const,
  ),
  ['deletion-policy.yaml', header + buildDeletionPolicy().map(toYaml).join('---\n')] as const,
])
const namesIn = (folder: string) =>
  readdirSync(checkout + folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`)
const pathsWanted = new Map<string, string>(
  folders.flatMap((folder) => [...wanted].map(([name, content]) => [`${folder}/${name}`, content] as const)),
)
const present = new Map<string, string>(
  folders.flatMap(namesIn).map((path) => [path, readFileSync(checkout + path, 'utf8')] as const),
)
const changed = [...pathsWanted].filter(([path, content]) => content !== present.get(path))
const surplus = [...present.keys()].filter((path) => !pathsWanted.has(path))
const differing = [...changed.map(([path]) => path), ...surplus].join(', ')

if (differing === '') {
  console.log('The CRDs are up to date.')
} else if (process.argv.includes('--check')) {
  console.error(`Not as core/resources says: ${differing}. Run \`npm run crds\` and commit the result.`)
  process.exitCode = 1
} else {
  for (const [path, content] of changed) writeFileSync(checkout + path, content)
  for (const path of surplus) rmSync(checkout + path)
  console.log(`Wrote ${differing}.`)
}
