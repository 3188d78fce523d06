import { describe, expect, it } from 'vitest'
import { parseTraceparent } from '../../core/tracing/trace-context'
import { spanAttributes } from '../../core/tracing/span'
import { Deployment } from '../../db/models/deployment'
import { AwsAccount } from '../../db/models/aws-account'
import { useTestDatabase } from '../postgres/test-database'
import type { ReceivedSpan } from '../tracing/collector'
import { person, startTracedPlatform, typed } from '../tracing/traced-platform'

const database = useTestDatabase()
const callersSpan = 'b7ad6b7169203331'

describe('a deployment', () => {
  it('is one trace from the form to its containers, whole, and in the log, in Events and in the answer by the same id', async () => {
    const { collector, lines, notices, settle } = await startTracedPlatform(database)
    const { environmentId, application, deploy } = await settle()
    const traceId = 'a'.repeat(32)
    const answered = await deploy(`00-${traceId}-${callersSpan}-01`)
    const spans = () => collector.spans.filter((span) => span.traceId === traceId)
    const named = (name: string) => spans().filter((span) => span.name === name)
    await collector.until(() => named('deployment').length > 0)
    await collector.until(() => isWhole(spans()))

    const [request] = named('POST /v1/deployment/patch')
    expect(request).toMatchObject({
      service: 'sdo-app',
      parentSpanId: callersSpan,
      kind: 2,
      attributes: { 'http.route': '/v1/deployment/patch', 'http.response.status_code': 200 },
    })
    expect(parseTraceparent(answered)).toEqual({ traceId, spanId: request?.spanId, isSampled: true })
    expect(named('patchDeployment')).toMatchObject([
      { service: 'sdo-app', parentSpanId: request?.spanId, attributes: { 'sdo.outcome': 'success' } },
    ])

    const [deployment] = named('deployment')
    const row = await Deployment.findOne({ rejectOnEmpty: true, where: { environmentId } })
    expect(deployment).toMatchObject({
      service: 'sdo-controller',
      parentSpanId: request?.spanId,
      startEpoch: row.createdAt.getTime(),
      endEpoch: row.finishedAt?.getTime(),
      attributes: { 'sdo.deployment': row.id, 'sdo.environment': environmentId, 'sdo.outcome': 'live' },
      isFailed: false,
    })
    for (const step of [
      'queued',
      'network',
      'load balancers',
      'launch',
      'start',
      'healthy',
      'serving',
      'live',
    ])
      expect(named(`deployment ${step}`)).toMatchObject([{ parentSpanId: deployment?.spanId }])
    const passes = named('reconcile environment')
    expect(passes.length).toBeGreaterThan(1)
    expect(passes.every(({ parentSpanId }) => parentSpanId === deployment?.spanId)).toBe(true)
    const passIds = passes.map(({ spanId }) => spanId)
    for (const call of ['cloud instances.launch', 'agent apply'])
      expect([call, named(call)[0]?.attributes['sdo.outcome'], named(call)[0]?.kind]).toEqual([
        call,
        'success',
        3,
      ])
    const calls = spans().filter(({ kind }) => kind === 3)
    expect(calls.every(({ parentSpanId = '' }) => passIds.includes(parentSpanId))).toBe(true)

    const [process] = named('process')
    expect(process).toMatchObject({ parentSpanId: deployment?.spanId, isFailed: false })
    expect(process?.attributes['sdo.application']).toBe(application.id)
    for (const step of ['process start', 'process health'])
      expect(named(step)).toMatchObject([{ parentSpanId: process?.spanId }])
    expect(named('process health')[0]?.endEpoch).toBe(process?.endEpoch)

    const occurrencesOf = lines
      .filter((line) => line['traceId'] === traceId)
      .map((line) => line['occurrence'])
    for (const occurrence of ['deployment.queued', 'deployment.start', 'process.phase', 'deployment.end'])
      expect(occurrencesOf).toContain(occurrence)
    const told = notices.filter((notice) => notice.traceId === traceId).map(({ reason }) => reason)
    for (const reason of ['DeploymentStarted', 'InstanceLaunched', 'DeploymentLive'])
      expect(told).toContain(reason)
  })

  it('says in its spans no secret and nothing that somebody typed', async () => {
    const { collector, settle } = await startTracedPlatform(database)
    const { customer, deploy } = await settle()
    const traceId = 'b'.repeat(32)
    await deploy(`00-${traceId}-${callersSpan}-01`)
    await collector.until(() => collector.spans.some((span) => span.name === 'deployment'))
    const account = await AwsAccount.findOne({ rejectOnEmpty: true })
    const sent = JSON.stringify(collector.spans)
    const unsaid = {
      ...typed,
      password: person.password,
      email: person.email,
      externalId: account.externalId,
      session: customer.cookie('X-SDO-AUTHORIZATION'),
    }
    for (const [what, text] of Object.entries(unsaid)) {
      expect([what, text.length > 5]).toEqual([what, true])
      expect([what, sent.includes(text)]).toEqual([what, false])
    }
    const known = Object.keys(spanAttributes)
    const attributes = new Set(collector.spans.flatMap((span) => Object.keys(span.attributes)))
    expect([...attributes].filter((name) => !known.includes(name))).toEqual([])
  })

  it('of a caller who does not sample leaves no span, and its id in the log all the same', async () => {
    const { collector, lines, tracing, settle } = await startTracedPlatform(database)
    const { deploy } = await settle()
    const traceId = 'c'.repeat(32)
    const answered = await deploy(`00-${traceId}-${callersSpan}-00`)
    expect(parseTraceparent(answered)).toMatchObject({ traceId, isSampled: false })
    await Promise.all([tracing.app?.stop(), tracing.controller?.stop()])
    expect(collector.spans.length).toBeGreaterThan(0)
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
    expect(lines.some((line) => line['traceId'] === traceId && line['occurrence'] === 'deployment.end')).toBe(
      true,
    )
  })

  it('sends nothing anywhere while tracing is off, and carries its trace all the same', async () => {
    const { collector, lines, tracing, settle } = await startTracedPlatform(database, { isTraced: false })
    const { deploy } = await settle()
    const traceId = 'd'.repeat(32)
    const answered = await deploy(`00-${traceId}-${callersSpan}-01`)
    expect(parseTraceparent(answered)).toMatchObject({ traceId, isSampled: true })
    expect(tracing).toEqual({ app: undefined, controller: undefined })
    expect(collector.requests).toEqual([])
    expect(lines.some((line) => line['traceId'] === traceId && line['occurrence'] === 'deployment.end')).toBe(
      true,
    )
  })
})

/** Whether everything in a trace hangs on something that is there, and all of it on the caller's span. */
function isWhole(spans: ReceivedSpan[]): boolean {
  const ids = new Set([callersSpan, ...spans.map(({ spanId }) => spanId)])
  return spans.every(({ parentSpanId }) => parentSpanId !== undefined && ids.has(parentSpanId))
}
