import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deploymentSteps } from '../../core/resources/deployment'
import { deploymentStates } from '../../core/resources/wire-states'
import type { Span } from '../../core/tracing/span'
import { contextOfDeployment } from '../../core/tracing/trace-context'
import type { Deployment } from '../../db/models/deployment'
import { traceDeployment } from './trace-deployment'

const { LIVE, FAILED } = deploymentStates
const requestSpan = 'b7ad6b7169203331'
const traceparent = `00-0af7651916cd43dd8448eb211c80319c-${requestSpan}-01`

function trace(changes: Partial<Deployment> = {}): Span[] {
  const spans: Span[] = []
  const record = (span: Span) => void spans.push(span)
  const row = {
    id: 'deployment-1',
    environmentId: 'environment-1',
    sequence: 7,
    state: LIVE,
    stoppedBy: null,
    createdAt: new Date(1000),
    startedAt: new Date(2000),
    finishedAt: new Date(9000),
    timeline: { network: 2500, instances: 3000, pulled: 4000, started: 4500, healthy: 6000, serving: 7000 },
    traceparent,
    ...changes,
  } as Deployment
  traceDeployment({ record, isSampled: () => true, stop: () => Promise.resolve() }, row)
  return spans
}
const timesOf = (spans: Span[]) => spans.map(({ name, startEpoch, endEpoch }) => [name, startEpoch, endEpoch])

describe('a deployment that has ended', () => {
  it('is told with each of its steps, from the end of those before it to its own', () => {
    expect(timesOf(trace())).toEqual([
      ['deployment', 1000, 9000],
      ['deployment queued', 1000, 2000],
      ['deployment network', 2000, 2500],
      ['deployment launch', 2500, 3000],
      ['deployment pull', 3000, 4000],
      ['deployment start', 4000, 4500],
      ['deployment healthy', 4500, 6000],
      ['deployment serving', 6000, 7000],
      ['deployment live', 7000, 9000],
    ])
  })

  it('says how it ended, and has failed only where nobody stopped it', () => {
    const endOf = ([whole]: Span[]) => [whole?.attributes['sdo.outcome'], whole?.isFailed]
    expect(endOf(trace())).toEqual(['live', false])
    expect(endOf(trace({ state: FAILED }))).toEqual(['failed', true])
    expect(endOf(trace({ state: FAILED, stoppedBy: 'Ada' }))).toEqual(['stopped', false])
    expect(JSON.stringify(trace({ state: FAILED, stoppedBy: 'Ada' }))).not.toContain('Ada')
  })

  it('before its turn is told as having waited to its end', () => {
    const spans = trace({ state: FAILED, startedAt: null, timeline: null })
    expect(timesOf(spans)).toEqual([
      ['deployment', 1000, 9000],
      ['deployment queued', 1000, 9000],
    ])
  })

  it('is told to nobody unless it has ended, in a trace that is sampled', () => {
    expect(trace({ finishedAt: null })).toEqual([])
    expect(trace({ traceparent: null })).toEqual([])
    expect(trace({ traceparent: traceparent.replace(/01$/, '00') })).toEqual([])
  })

  it('whatever was noted of it, hangs on its request as one tree, the same each time that it is told', () => {
    const timelines = fc.record(
      Object.fromEntries(deploymentSteps.map((step) => [step, fc.integer({ min: 0, max: 10_000 })])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(timelines, fc.constantFrom(LIVE, FAILED), (timeline, state) => {
        const spans = trace({ timeline, state })
        expect(trace({ timeline, state })).toEqual(spans)
        const [whole, ...steps] = spans
        expect(whole?.context).toEqual(contextOfDeployment(traceparent, 'deployment-1'))
        expect(whole?.parentSpanId).toBe(requestSpan)
        expect(steps.every(({ parentSpanId }) => parentSpanId === whole?.context.spanId)).toBe(true)
        expect(new Set(spans.map(({ context }) => context.spanId)).size).toBe(spans.length)
        expect(steps.every(({ startEpoch }) => startEpoch >= 1000)).toBe(true)
      }),
    )
  })
})
