import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+.*?) +\| (met|n\/a|open|yours) +\| (.*?) +\|$/gm)].map(
  ([, requirement = '', status = '', how = '']) => ({
    ids: requirement.match(/\b\d+\.\d+\.\d+\b/g) ?? [],
    status,
    how,
  }),
)

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, by its number. They are numbered without gaps. */
const sections: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '3.2': 2,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

it('judges each of the 253 requirements of ASVS 5.0.0 levels 1 and 2 once', () => {
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(wanted).toHaveLength(253)
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(wanted.sort())
})

it('names files that exist', () => {
  const named = [...text.matchAll(/`((?:app|core|db|agent|controller|tests|standalone)\/[^`\s]*)`/g)]
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('says why wherever a requirement is not met', () => {
  for (const { ids, status, how } of rows) if (status !== 'met') expect(how, ids.join()).not.toBe('')
})
