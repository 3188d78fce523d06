import { expect, it, vi } from 'vitest'
import { silentLogger } from '../logging/logger'
import { systemClock } from '../time/clock'
import { startTracing } from './start-tracing'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('@opentelemetry/api', () => loaded.push('api') && {})
vi.mock('@opentelemetry/sdk-trace-base', () => loaded.push('sdk') && {})
vi.mock('@opentelemetry/exporter-trace-otlp-http', () => loaded.push('exporter') && {})
vi.mock('@opentelemetry/resources', () => loaded.push('resources') && {})

const program = { serviceName: 'sdo-app', log: silentLogger, clock: systemClock }

it('without a collector nothing of OpenTelemetry is loaded, with one all of it', async () => {
  expect(await startTracing({}, program)).toBeUndefined()
  expect(loaded).toEqual([])
  await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, program).catch(() => undefined)
  expect(loaded.sort()).toEqual(['api', 'exporter', 'resources', 'sdk'])
})
