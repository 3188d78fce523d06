import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { deploymentRules } from '../../core/deployment/rules'
import { environmentChoices } from '../../core/environment/choices'
import { describeOwnApi } from '../api/table'
import { createApiReference } from './api-reference/api-reference'

const folder = 'app/content/docs'
const markdownOf = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8')
const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))

/** What files of `folders` say, on one line. */
const textOf = (...folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll('&apos;', "'")
    .replaceAll(/\s+/g, ' ')

/** What stands between backticks in the first column of the tables of a page. */
const listedIn = (markdown: string) =>
  [...markdown.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )

describe('the documentation', () => {
  const portal =
    textOf('app/routes', 'app/components', 'app/messages', 'core/application/config') +
    JSON.stringify([deploymentRules, environmentChoices])

  // The news has headings of its own in bold.
  it.each(names.filter((name) => name !== 'changelog'))(
    '%s prints in bold what the portal shows, as it shows it',
    (name) => {
      const labels = [...markdownOf(name).matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
      for (const label of labels) expect(portal.includes(label), label).toBe(true)
    },
  )

  it.each([
    ['external-resources', 'app/components/aws-account-status.tsx'],
    ['external-networks', 'app/components/external-network-status.tsx'],
    ['deployments', 'app/components/deployment-state.tsx'],
  ])('%s explains each word of %s', (name, component) => {
    const words = [...readFileSync(component, 'utf8').matchAll(/\bword: '([^']+)'/g)].map(([, word]) => word)
    expect(words.length).toBeGreaterThan(3)
    for (const word of words)
      expect(markdownOf(name)).toMatch(new RegExp(`^\\| ([\\w ]+, )*${word}\\b.* \\|`, 'm'))
  })

  it('quotes what the log of a deployment that failed says', () => {
    const said = textOf('controller', 'agent')
    const [, table = ''] = markdownOf('deployments').split('## When a deployment fails')
    const [, , ...rows] = [...table.matchAll(/^\| (.+?) +\|/gm)].map(([, cell = '']) => cell)
    expect(rows.length).toBeGreaterThan(5)
    for (const fragment of rows.flatMap((cell) => cell.split(/, or | … /)))
      expect(said.includes(fragment), fragment).toBe(true)
  })

  it('names variables that processes are given', () => {
    const given = textOf('agent', 'controller/environment/processes')
    for (const name of listedIn(markdownOf('application-integration')))
      expect(given, name).toContain(name.replace('SHOP_8080', ''))
  })

  it('lists every area of the API', () => {
    for (const { path, title } of createApiReference(describeOwnApi()))
      expect(markdownOf('api')).toContain(`[${title.replace('API: ', '')}](${path})`)
  })

  it('lists every input and output of the action', () => {
    const { inputs, outputs } = parse(readFileSync('.github/actions/deploy/action.yml', 'utf8')) as Record<
      'inputs' | 'outputs',
      object
    >
    const subjects = /^repo:/
    expect(listedIn(markdownOf('github-integration')).filter((name) => !subjects.test(name))).toEqual(
      expect.arrayContaining([...Object.keys(inputs), ...Object.keys(outputs)]),
    )
  })
})
