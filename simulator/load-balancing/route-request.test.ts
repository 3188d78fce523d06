import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ListenerState, RuleState } from '../state'
import { openProxy } from './http-proxy'
import { routeOf } from './route-request'

const rule = (priority: number, host: string, changes: Partial<RuleState> = {}): RuleState => ({
  id: `rule-${priority}`,
  priority,
  hosts: [host],
  action: 'forward',
  targetGroupId: host,
  effectiveEpoch: 0,
  ...changes,
})

const listener = (...rules: RuleState[]): ListenerState => ({
  port: 443,
  protocol: 'HTTPS',
  action: 'not-found',
  certificateIds: [],
  rules,
})

describe('a request', () => {
  it('goes by the rule of the lowest number that fits its host, or as all others do', () => {
    const both = listener(rule(20, '*.example.com'), rule(10, 'api.example.com'))
    expect(routeOf(both, 'API.example.com', 1).targetGroupId).toBe('api.example.com')
    expect(routeOf(both, 'www.example.com', 1).targetGroupId).toBe('*.example.com')
    expect(routeOf(both, 'example.org', 1).action).toBe('not-found')
    expect(routeOf(both, undefined, 1).action).toBe('not-found')
  })

  it('goes as before until a change of a rule has reached the load balancer', () => {
    const former = { hosts: ['a.example.com'], action: 'forward', targetGroupId: 'before' } as const
    const changed = listener(
      rule(1, 'a.example.com', { effectiveEpoch: 10, former: { ...former, hosts: [...former.hosts] } }),
    )
    expect(routeOf(changed, 'a.example.com', 9).targetGroupId).toBe('before')
    expect(routeOf(changed, 'a.example.com', 10).targetGroupId).toBe('a.example.com')
    expect(
      routeOf(listener(rule(1, 'a.example.com', { effectiveEpoch: 10 })), 'a.example.com', 9).action,
    ).toBe('not-found')
  })

  it('is sent to HTTPS, told 404 or forwarded by its host', async () => {
    const proxy = await openProxy(0, () => undefined, {
      redirectPort: (host) => (host === 'sent.example.com' ? 8443 : undefined),
      isUnknown: (host) => host === 'unknown.example.com',
    })
    const answerTo = (host: string) =>
      new Promise((resolve, reject) => {
        request(proxy.url, { headers: { host: `${host}:${proxy.port}` } }, (answer) => {
          answer.resume()
          resolve([answer.statusCode, answer.headers.location])
        })
          .on('error', reject)
          .end()
      })
    try {
      expect(await answerTo('sent.example.com')).toEqual([301, 'https://sent.example.com:8443/'])
      expect(await answerTo('unknown.example.com')).toEqual([404, undefined])
      expect(await answerTo('other.example.com')).toEqual([503, undefined])
    } finally {
      await proxy.close()
    }
  })
})
