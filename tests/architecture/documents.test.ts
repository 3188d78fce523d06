import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { programs } from './programs'

const files = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => join(folder, name))

const documents = ['README.md', 'CONTRIBUTING.md', ...files('docs', /\.md$/)]
const read = (path: string) => readFileSync(path, 'utf8').replace(/^```.*?^```/gms, '')

it.each(documents)('%s has tables whose rows are as long as their head', (path) => {
  const tables = read(path).match(/(?:^\|.*\n)+/gm) ?? []
  const ragged = tables.flatMap((table) => {
    const [head = '', ...rows] = table.trimEnd().split('\n')
    return rows.filter((row) => cellsOf(row) !== cellsOf(head))
  })
  expect(ragged).toEqual([])
})

it.each(documents)('%s links to what is there', (path) => {
  const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const lost = links.filter((link) => !/^(https?:|mailto:)/.test(link) && !leadsSomewhere(path, link))
  expect(lost).toEqual([])
})

it.each(documents)('%s names tests that are there', (path) => {
  const names = read(path).match(/(?<=`)[\w./-]+\.test\.tsx?(?=`)/g) ?? []
  expect(names.filter((name) => !isTest(name))).toEqual([])
})

/** How many cells a row of a table has; a bar in code or behind a backslash is none. */
const cellsOf = (row: string): number => row.replace(/`[^`]*`|\\\|/g, '').split('|').length - 2

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : join(dirname(from), file)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(target).includes(anchor)
}

/** What GitHub makes of the headings of a document. */
function anchorsOf(path: string): string[] {
  const headings = read(path).match(/(?<=^#+ ).*$/gm) ?? []
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const tests = [...programs, 'tests'].flatMap((folder) => files(folder, /\.test\.tsx?$/))

/** A path from the top, or the end of one, as what was named before gives the folder. */
const isTest = (name: string): boolean => tests.some((path) => path === name || path.endsWith(`/${name}`))

it('README.md leads to every document but the decisions and the kinds of resources, which have lists of their own', () => {
  const linked = [...read('README.md').matchAll(/\]\((docs\/[^)#]+)/g)].map(([, path]) => path)
  expect(linked).toEqual(expect.arrayContaining(files('docs', /^[^/]*\.md$/)))
  for (const folder of ['docs/decisions', 'docs/resources']) {
    expect(linked).toContain(`${folder}/README.md`)
    const listed = read(`${folder}/README.md`)
    for (const path of files(folder, /(?<!README)\.md$/))
      expect(listed).toContain(`(${path.slice(folder.length + 1)})`)
  }
})
