import { describe, expect, it } from 'vitest'
import type { Deployment } from '../../../core/resources/deployment'
import { traceparentAnnotation } from '../../../core/resources/metadata'
import type { Span, Tracing } from '../../../core/tracing/span'
import { buildApplicationSpec, buildDeployment } from '../../../tests/builders/environment-parts'
import { CloudError } from '../../cloud/cloud'
import { ConflictError } from '../../store/store'
import type { EnvironmentDependencies } from '../dependencies'
import { tracePass } from './trace-pass'

const traceId = '0af7651916cd43dd8448eb211c80319c'

function build(deployment: Partial<Deployment['metadata']> | undefined, phase?: 'Live' | 'Deploying') {
  const spans: Span[] = []
  const tracing: Tracing = {
    isSampled: () => true,
    record: (span) => void spans.push(span),
    stop: () => Promise.resolve(),
  }
  let now = 1000
  const dependencies = {
    tracing,
    clock: { now: () => now++ },
    store: { replaceStatus: async () => 'written', get: async () => undefined },
    agents: { apply: async () => 'applied', status: async () => 'status' },
    cloud: {
      account: () => ({
        instances: {
          list: async () => ['i-1'],
          launch: async () => {
            throw new CloudError('throttled', 'Slow down, hunter2.')
          },
        },
      }),
    },
  } as unknown as EnvironmentDependencies
  const one = buildDeployment(1, phase ?? 'Deploying', [buildApplicationSpec('web')])
  Object.assign(one.metadata, deployment)
  return { spans, dependencies, deployments: [one] }
}
const annotated = (flags = '01') => ({
  annotations: { [traceparentAnnotation]: `00-${traceId}-b7ad6b7169203331-${flags}` },
})
const write = ({ store }: EnvironmentDependencies) =>
  store.replaceStatus('Environment', undefined as never, undefined as never)
const account = ({ cloud }: EnvironmentDependencies) =>
  cloud.account({ accountNumber: '', externalId: 'hunter2' })

describe('a pass', () => {
  it('for a traced deployment has a span with one for each call, by operation and outcome, if it wrote something', async () => {
    const { spans, dependencies, deployments } = build(annotated())
    const result = await tracePass(dependencies, deployments, async (ports) => {
      await account(ports).instances.list({})
      await account(ports)
        .instances.launch(undefined as never)
        .catch(() => undefined)
      await ports.agents.status(undefined as never)
      await ports.agents.apply(undefined as never, undefined as never)
      return write(ports)
    })
    expect(result).toBe('written')
    const pass = spans.at(-1)
    expect(pass).toMatchObject({ name: 'reconcile environment', isFailed: false, context: { traceId } })
    expect(
      spans
        .slice(0, -1)
        .map(({ name, attributes, parentSpanId }) => [name, attributes['sdo.outcome'], parentSpanId]),
    ).toEqual([
      ['cloud instances.list', 'success', pass?.context.spanId],
      ['cloud instances.launch', 'throttled', pass?.context.spanId],
      ['agent apply', 'success', pass?.context.spanId],
    ])
    for (const { startEpoch, endEpoch } of spans) expect(endEpoch).toBeGreaterThan(startEpoch)
    expect(JSON.stringify(spans)).not.toContain('hunter2')
  })

  it('that only looked has none', async () => {
    const { spans, dependencies, deployments } = build(annotated())
    await tracePass(dependencies, deployments, (ports) => account(ports).instances.list({}))
    expect(spans).toEqual([])
  })

  it('that failed has one that says how, and fails all the same', async () => {
    const { spans, dependencies, deployments } = build(annotated())
    const failure = new CloudError('access-denied', 'hunter2')
    const failing = tracePass(dependencies, deployments, () => Promise.reject(failure))
    await expect(failing).rejects.toBe(failure)
    expect(spans).toMatchObject([{ isFailed: true, attributes: { 'sdo.outcome': 'access-denied' } }])
  })

  it('that met another writer has not failed', async () => {
    const { spans, dependencies, deployments } = build(annotated())
    const conflict = new ConflictError('Read again.')
    await expect(tracePass(dependencies, deployments, () => Promise.reject(conflict))).rejects.toBe(conflict)
    expect(spans).toMatchObject([{ isFailed: false, attributes: { 'sdo.outcome': 'conflict' } }])
  })

  it('over very many instances has spans of its first calls, and says how many it left out', async () => {
    const { spans, dependencies, deployments } = build(annotated())
    await tracePass(dependencies, deployments, async (ports) => {
      for (let call = 0; call < 1000; call++) await account(ports).instances.list({})
      await write(ports)
    })
    expect(spans).toHaveLength(201)
    expect(spans.at(-1)?.attributes['sdo.calls_left_out']).toBe(800)
  })

  it.each([
    ['nobody asked for in a trace', {}, 'Deploying'],
    ['is asked for in a trace that is not sampled', annotated('00'), 'Deploying'],
    ['has ended', annotated(), 'Live'],
  ] as const)('gets its ports as they are when its deployment %s', async (_, metadata, phase) => {
    const { spans, dependencies, deployments } = build(metadata, phase)
    await tracePass(dependencies, deployments, async (ports) => {
      expect(ports).toBe(dependencies)
      await write(ports)
    })
    expect(spans).toEqual([])
  })
})
