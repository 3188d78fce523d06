import { expect, it } from 'vitest'
import type { AccountState } from '../state'
import { answerQuery } from './resolve'

const addresses = (records: Record<string, string>) => {
  const zone = {
    id: 'Z1',
    name: 'example.com',
    isPrivate: false,
    isDelegated: true,
    nameServers: ['ns-1.awsdns-1.com'],
    records: Object.entries(records).map(([name, value]) => ({ name, type: 'A', values: [value], ttl: 60 })),
  }
  const accounts = { '1': { hostedZones: { Z1: zone } } as unknown as AccountState }
  return (name: string) =>
    answerQuery(accounts, { type: 'query', flags: 0x100, questions: [{ name, type: 'A' }] }).answers?.map(
      (answer) => 'data' in answer && answer.data,
    )
}

it('a wildcard answers for every name below it that nothing else has, and for none below another name', () => {
  const of = addresses({
    'example.com': '192.0.2.1',
    '*.example.com': '192.0.2.2',
    'www.example.com': '192.0.2.3',
    'api.staging.example.com': '192.0.2.4',
  })
  expect(of('example.com')).toEqual(['192.0.2.1'])
  expect(of('shop.example.com')).toEqual(['192.0.2.2'])
  expect(of('a.b.example.com')).toEqual(['192.0.2.2'])
  expect(of('www.example.com')).toEqual(['192.0.2.3'])
  // RFC 4592: what exists, if only because of a name below it, is no wildcard's.
  for (const name of ['staging.example.com', 'web.staging.example.com', 'a.www.example.com'])
    expect(of(name)).toEqual([])
})
