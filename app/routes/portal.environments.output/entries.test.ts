import { expect, it } from 'vitest'
import { toEntries } from './entries'

const line = (epoch: number, processId: string, text: string) => ({
  epoch,
  processId,
  text,
  applicationId: 'a',
  applicationName: 'Shop',
})

it('a stack trace is one entry, where other processes print meanwhile, and not across a pause', () => {
  const entries = toEntries([
    line(1, 'p', 'Error: no'),
    line(2, 'q', 'GET /'),
    line(3, 'p', '    at main'),
    line(4, 'q', '    at other'),
    line(5000, 'p', '    a list'),
  ])
  expect(entries.map(({ text, more }) => [text, more])).toEqual([
    ['Error: no', ['    at main']],
    ['GET /', ['    at other']],
    ['    a list', []],
  ])
})
