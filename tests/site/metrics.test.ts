import { beforeEach, expect, it } from 'vitest'
import { createAppMetrics, type AppMetrics } from '../../app/metrics/app-metrics'
import { fillRegistration, testPassword, useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { eventually } from '../builders/eventually'
import { useTestDatabase } from '../postgres/test-database'

const { openBrowser } = useAppServer(useTestDatabase())

let metrics: AppMetrics
let browser: Browser
beforeEach(async () => {
  metrics = createAppMetrics()
  browser = await openBrowser({ metrics })
})

async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const wanted = Object.entries(labels)
  const families = await metrics.registry.getMetricsAsJSON()
  const values = families.flatMap(
    (family) => family.values as { metricName?: string; value: number; labels: Record<string, string> }[],
  )
  const named = families.find((family) => family.name === name)?.values ?? []
  return [...named, ...values.filter(({ metricName }) => metricName === name)].find(({ labels }) =>
    wanted.every(([label, value]) => (labels as Record<string, string>)[label] === value),
  )?.value
}

it('counts and measures requests by the pattern of their route', async () => {
  await browser.open('/pricing')
  await browser.send('/v1/view-controller/aws-account/6f1c/roles')
  await browser.send('/v1/nothing/6f1c')
  const requests = 'sdo_http_requests_total'
  await eventually('the last answer is counted', () => valueOf(requests, { route: '/v1/*', status: '404' }))
  expect(await valueOf(requests, { method: 'GET', route: '/pricing', status: '200' })).toBe(1)
  expect(
    await valueOf(requests, { route: '/v1/view-controller/aws-account/{id}/roles', status: '401' }),
  ).toBe(1)
  expect(await valueOf('sdo_http_request_duration_seconds_count', { route: '/pricing' })).toBe(1)
  expect(await valueOf('sdo_http_requests_in_flight')).toBe(0)
  expect(await metrics.registry.metrics()).not.toContain('6f1c')
})

it('counts refusals of pages, calls and what comes before them by their code', async () => {
  await browser.send('/v1/nothing')
  await browser.open('/login/nothing')
  await browser.call('POST', '/v1/account/login', { email: 'x'.repeat(1_100_000) })
  expect(await valueOf('sdo_http_refusals_total', { code: 'not-found' })).toBe(2)
  expect(await valueOf('sdo_http_refusals_total', { code: 'too-large' })).toBe(1)
})

it('counts logins by outcome, and nothing of who tried', async () => {
  await browser.post('/register', await fillRegistration(browser, 'ada@example.com'))
  for (const password of [testPassword, 'wrong-horse'])
    await browser.call('POST', '/v1/account/login', { email: 'ada@example.com', password })
  await browser.call('POST', '/v1/account/login', { integrationToken: 'made up' })
  const logins = 'sdo_logins_total'
  expect(await valueOf(logins, { kind: 'person', outcome: 'success' })).toBe(1)
  expect(await valueOf(logins, { kind: 'person', outcome: 'refused' })).toBe(1)
  expect(await valueOf(logins, { kind: 'integration', outcome: 'refused' })).toBe(1)
  expect(await metrics.registry.metrics()).not.toContain('ada')
})
