import { expect, it } from 'vitest'
import { askedOutput } from './asked-output'

const ask = (address: string) => {
  const search = new URLSearchParams(address)
  return askedOutput((name) => search.get(name) ?? '')
}

it.each([
  ['', { span: '1h', isFollowed: false }],
  ['processId=p', { processId: 'p', span: '24h', isFollowed: false }],
  ['deploymentId=d', { deploymentId: 'd', isFollowed: false }],
  [
    'deploymentId=d&since=7d&level=error',
    { deploymentId: 'd', span: '7d', level: 'error', isFollowed: false },
  ],
  [
    'until=2026-11-26T10:00&follow=yes',
    { untilEpoch: Date.UTC(2026, 10, 26, 10), span: '1h', isFollowed: false },
  ],
  ['until=12&since=15m', { untilEpoch: 12, span: '15m', isFollowed: false }],
  ['follow=yes&text=a b', { text: 'a b', span: '1h', isFollowed: true }],
  ['until=soon&since=ever&level=loud', { span: '1h', isFollowed: false }],
])('the address says what is searched, and what is no search is passed over: %s', (address, asked) => {
  expect(JSON.parse(JSON.stringify(ask(address)))).toEqual(asked)
})
