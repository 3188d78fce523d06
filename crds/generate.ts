import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { kinds, type Kind } from '../core/resources/kinds'
import { buildCustomResourceDefinition } from './custom-resource-definition'
import { buildDeletionPolicy } from './deletion-policy'

const folder = fileURLToPath(new URL('.', import.meta.url))
const header = '# Generated from core/resources by `npm run crds`.\n'

const toYaml = (object: object) => stringify(object, { lineWidth: 0, singleQuote: true })

const wanted = new Map<string, string>([
  ...Object.entries(kinds).map(
    ([kind, { plural }]) =>
      [`${plural}.yaml`, header + toYaml(buildCustomResourceDefinition(kind as Kind))] as const,
  ),
  ['deletion-policy.yaml', header + buildDeletionPolicy().map(toYaml).join('---\n')] as const,
])
const present = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
)
const changed = [...wanted.keys()].filter((name) => wanted.get(name) !== present.get(name))
const surplus = [...present.keys()].filter((name) => !wanted.has(name))
const differing = [...changed, ...surplus].map((name) => `crds/${name}`).join(', ')

if (differing === '') {
  console.log('The CRDs are up to date.')
} else if (process.argv.includes('--check')) {
  console.error(`Not as core/resources says: ${differing}. Run \`npm run crds\` and commit the result.`)
  process.exitCode = 1
} else {
  for (const name of changed) writeFileSync(`${folder}/${name}`, wanted.get(name) ?? '')
  for (const name of surplus) rmSync(`${folder}/${name}`)
  console.log(`Wrote ${differing}.`)
}
