import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lineReasons } from '../../core/resources/events'
import { kinds, type Kind } from '../../core/resources/kinds'
import * as metadata from '../../core/resources/metadata'
import { printerColumns } from '../../crds/printer-columns'

const folder = 'docs/resources'
const read = (path: string) => readFileSync(path, 'utf8')
const readme = read(`${folder}/README.md`)

/** First cells of the table under a header that begins with `header`, each as its row. */
function rowsOf(page: string, header: string): Map<string, string[]> {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${header} `))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const cells = lines.slice(start + 2, end).map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(cells.map(([, name = '', ...rest]) => [name.replaceAll('`', ''), rest]))
}

/** Source files of a file or folder, without tests. */
const sourcesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => sourcesIn(`${path}/${name}`))
    : path.endsWith('.ts') && !path.endsWith('.test.ts')
      ? [path]
      : []

const found = (paths: string[], pattern: RegExp): string[] =>
  paths.flatMap(sourcesIn).flatMap((path) => [...read(path).matchAll(pattern)].map(([, word = '']) => word))

const ofDeployments = [
  'controller/environment/deployments/decide.ts',
  'controller/mirror/apply-deployment.ts',
]
const external = ['controller/reconcile', 'controller/external/write-external-status.ts']
const writersOf: Record<Kind, string[]> = {
  Environment: ['controller/environment', 'controller/reconcile'],
  Deployment: ofDeployments,
  AwsAccount: ['controller/external/aws-account', 'controller/reconcile'],
  HostedZone: external,
  ExternalNetwork: external,
}

describe.each(Object.keys(kinds) as Kind[])('the page of %s', (kind) => {
  const page = read(`${folder}/${kinds[kind].singular}.md`)

  it('has the columns that kubectl shows, and what each says', () => {
    const rows = [...rowsOf(page, 'column')].map(([name, [shows, isWide]]) => [name, shows, isWide !== ''])
    expect(rows).toEqual(
      printerColumns[kind].map(({ name, description, priority }) => [
        name.toUpperCase(),
        description,
        priority === 1,
      ]),
    )
  })

  it('has every condition that the code sets, and no other', () => {
    const types = found(
      writersOf[kind],
      /(?:type: |condition: |condition = |const type = )'([A-Z][A-Za-z]+)'/g,
    )
    expect([...rowsOf(page, 'condition').keys()].sort()).toEqual([...new Set(types)].sort())
  })

  it('names its short name, and says of each annotation that concerns it what it does', () => {
    expect(page).toContain(`\`${kinds[kind].shortNames[0]}\``)
    if (kind !== 'Deployment')
      for (const name of [metadata.pausedAnnotation, metadata.examineAnnotation])
        expect(page).toContain(`- \`${name}\`: `)
  })
})

describe('the page of all resources', () => {
  it('has every reason that a condition may have, and no other', () => {
    expect([...rowsOf(readme, 'reason').keys()]).toEqual([...metadata.conditionReasons])
  })

  it('has every reason of an Event that is not that of a condition', () => {
    const recording = sourcesIn('controller').filter((path) => read(path).includes('store.record('))
    const words = [
      ...found(recording, /reason: '([A-Z][A-Za-z]+)', ?\n? *message/g),
      ...found(['controller/notices'], /(?:reason: |launch: |move: |retire: )'([A-Z][A-Za-z]+)'/g),
      ...lineReasons,
    ]
    const events = readme.slice(readme.indexOf('## Events'))
    const told = [...rowsOf(events, 'reason').keys()].flatMap((names) => names.split(', '))
    const known: string[] = [...metadata.conditionReasons].filter((reason) => reason !== 'Paused')
    expect(told.sort()).toEqual([...new Set(words)].filter((word) => !known.includes(word)).sort())
  })

  it('has every annotation that operators set', () => {
    const { pausedAnnotation, examineAnnotation, patchesAnnotation, deletionAllowedAnnotation } = metadata
    expect([...rowsOf(readme, 'annotation').keys()]).toEqual([
      pausedAnnotation,
      examineAnnotation,
      patchesAnnotation,
      deletionAllowedAnnotation,
    ])
  })
})
