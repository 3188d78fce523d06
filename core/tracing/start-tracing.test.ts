import { describe, expect, it, onTestFinished } from 'vitest'
import { startCollector } from '../../tests/tracing/collector'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createLogger } from '../logging/logger'
import type { Span } from './span'
import { startTracing, type TracingLimits } from './start-tracing'
import type { TracingOptions } from './tracing-options'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const requestSpan = 'b7ad6b7169203331'

const buildSpan = (span: Partial<Span> = {}): Span => ({
  name: 'GET /portal',
  kind: 'server',
  context: { traceId, spanId: requestSpan, isSampled: true },
  startEpoch: 1_767_225_600_123.25,
  endEpoch: 1_767_225_600_125.5,
  attributes: { 'http.response.status_code': 200 },
  ...span,
})

async function start(options: TracingOptions = {}, limits: Partial<TracingLimits> = {}) {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>)
  const clock = new VirtualClock()
  const tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...options },
    {
      serviceName: 'sdo-app',
      log: createLogger('app', 'info', { write }),
      clock,
      limits: { delayMilliseconds: 1, ...limits },
    },
  )
  if (!tracing) throw new Error('Tracing is off.')
  onTestFinished(() => tracing.stop())
  const record = (count: number) => {
    for (let made = 0; made < count; made++) tracing.record(buildSpan())
  }
  const untilLogged = async (count: number) => {
    while (lines.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { collector, tracing, lines, clock, record, untilLogged }
}

describe('spans', () => {
  it('come to the collector as they were told, with the name of the service and the headers', async () => {
    const { collector, tracing } = await start({ OTEL_EXPORTER_OTLP_HEADERS: { 'api-key': 'k' } })
    tracing.record(buildSpan({ parentSpanId: 'a'.repeat(16), isFailed: true }))
    await collector.until(() => collector.spans.length > 0)
    expect(collector.requests).toMatchObject([{ path: '/v1/traces', headers: { 'api-key': 'k' } }])
    expect(collector.spans).toMatchObject([
      {
        service: 'sdo-app',
        traceId,
        spanId: requestSpan,
        parentSpanId: 'a'.repeat(16),
        name: 'GET /portal',
        kind: 2,
        startEpoch: 1_767_225_600_123.25,
        endEpoch: 1_767_225_600_125.5,
        attributes: { 'http.response.status_code': 200 },
        isFailed: true,
      },
    ])
  })

  it('say nothing that is not on the list of attributes, and nothing at length', async () => {
    const { collector, tracing } = await start()
    const attributes = { password: 'hunter2', 'sdo.outcome': 'o'.repeat(5000), 'sdo.zone': undefined }
    tracing.record(buildSpan({ attributes }))
    await collector.until(() => collector.spans.length > 0)
    expect(collector.spans[0]?.attributes).toEqual({ 'sdo.outcome': 'o'.repeat(200) })
  })

  it('never end before they begin, whatever the clocks of two machines said', async () => {
    const { collector, tracing } = await start()
    tracing.record(buildSpan({ startEpoch: 5000, endEpoch: 4000 }))
    await collector.until(() => collector.spans.length > 0)
    expect(collector.spans[0]).toMatchObject({ startEpoch: 5000, endEpoch: 5000 })
  })

  it('of a trace that is not sampled stay here, and those that are left are sent at the end', async () => {
    const { collector, tracing } = await start({}, { delayMilliseconds: 60_000 })
    tracing.record(buildSpan({ context: { traceId, spanId: requestSpan, isSampled: false } }))
    tracing.record(buildSpan({ name: 'last' }))
    await tracing.stop()
    tracing.record(buildSpan({ name: 'too late' }))
    await tracing.stop()
    expect(collector.spans.map(({ name }) => name)).toEqual(['last'])
  })

  it('go nowhere without a collector', async () => {
    const program = { serviceName: 'a', log: createLogger('a', 'silent'), clock: new VirtualClock() }
    expect(await startTracing({}, program)).toBeUndefined()
  })
})

describe('the sampler', () => {
  const caller = (isSampled: boolean) => ({ traceId, spanId: requestSpan, isSampled })
  const low = `${'0'.repeat(31)}1`

  it.each([
    ['always_on', true, true, true],
    ['always_off', false, false, false],
    ['parentbased_always_on', true, true, false],
    ['parentbased_always_off', false, true, false],
    [undefined, true, true, false],
  ] as const)('%s', async (name, alone, underSampled, underOther) => {
    const { tracing } = await start({ OTEL_TRACES_SAMPLER: name })
    expect(tracing.isSampled(traceId, undefined)).toBe(alone)
    expect(tracing.isSampled(traceId, caller(true))).toBe(underSampled)
    expect(tracing.isSampled(traceId, caller(false))).toBe(underOther)
  })

  it('takes a share of all traces, by their ids', async () => {
    const { tracing } = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 0.5 })
    expect(tracing.isSampled(low, caller(false))).toBe(true)
    expect(tracing.isSampled('f'.repeat(32), caller(true))).toBe(tracing.isSampled('f'.repeat(32), undefined))
    const ids = Array.from({ length: 1000 }, (_, index) =>
      (BigInt(index) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).padStart(32, '0').slice(-32),
    )
    const taken = ids.filter((id) => tracing.isSampled(id, undefined)).length
    expect(taken).toBeGreaterThan(400)
    expect(taken).toBeLessThan(600)
  })
})

describe('a collector that is away, slow or refuses', () => {
  it('leaves one line in the log for each outage, and one when it is over', async () => {
    const { collector, clock, lines, record, untilLogged } = await start()
    collector.answerWith(500)
    for (let sent = 1; sent <= 3; sent++) {
      record(2)
      await collector.until(() => collector.requests.length === sent)
      await untilLogged(1)
      await clock.advance(90_000)
    }
    collector.answerWith(200)
    record(1)
    await untilLogged(2)
    expect(lines).toMatchObject([
      { occurrence: 'tracing.outage', level: 40, reason: 'HTTP 500' },
      { occurrence: 'tracing.recovery', level: 30, lost: 6, seconds: 270 },
    ])
  })

  it('does not flood the log when it fails every other time', async () => {
    const { collector, clock, lines, record } = await start()
    for (let sent = 1; sent <= 20; sent++) {
      collector.answerWith(sent % 2 ? 500 : 200)
      record(1)
      await collector.until(() => collector.requests.length === sent)
      await clock.advance(1000)
    }
    expect(lines.length).toBeLessThan(4)
  })

  it('holds up nobody and fills no memory: what does not fit is lost, and counted', async () => {
    const limits = { mostSpans: 20, mostSpansPerExport: 10, exportMilliseconds: 50, stopMilliseconds: 50 }
    const { collector, lines, record } = await start({}, limits)
    const recordOneMore = async () => {
      record(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    collector.fallSilent()
    record(100_000)
    // An export that is given up before it reached the collector leaves room for the next.
    while (collector.requests.length === 0) await recordOneMore()
    record(100_000)
    collector.answerWith(200)
    // The room comes back when the exports that nobody answered are given up.
    while (lines.length < 2) await recordOneMore()
    const recovery = lines.find(({ occurrence }) => occurrence === 'tracing.recovery')
    expect(lines[0]).toMatchObject({ occurrence: 'tracing.outage', reason: 'ETIMEDOUT' })
    expect(recovery?.['lost']).toBeGreaterThan(199_000)
  })

  it('delays the end of the process by no more than the bound', async () => {
    const { collector, tracing, record } = await start({}, { stopMilliseconds: 20 })
    collector.fallSilent()
    record(1)
    const before = performance.now()
    await tracing.stop()
    expect(performance.now() - before).toBeLessThan(2000)
  })

  it('is told as unreachable when nobody listens', async () => {
    const { collector, tracing, lines, record } = await start({}, { exportMilliseconds: 100 })
    await collector.close()
    record(1)
    await tracing.stop()
    expect(lines).toMatchObject([{ occurrence: 'tracing.outage', reason: 'ECONNREFUSED' }])
  })
})
