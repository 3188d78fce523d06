import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createEnvironmentMetrics } from '../../controller/environment/environment-metrics'
import { createLogger } from '../../core/logging/logger'
import { facts, occurrences, type Occurrence } from '../../core/logging/occurrences'
import { traceparentAnnotation } from '../../core/resources/metadata'
import type { Span } from '../../core/tracing/span'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

interface Line {
  level: number
  occurrence: Occurrence
  msg: string
  [fact: string]: unknown
}

async function start() {
  const lines: Line[] = []
  const log = createLogger('controller', 'info', {
    write: (text) => {
      const line = JSON.parse(text) as Line
      if (line.occurrence) lines.push(line)
    },
  })
  const registry = new Registry()
  const bench = await buildEnvironmentBench()
  bench.replaceController({ log, metrics: createEnvironmentMetrics(registry) })
  const deploy = async (tag: string) => {
    const name = await bench.deploy(buildApplicationSpec('web', { tag }))
    await bench.store.annotate('Deployment', name, {
      [traceparentAnnotation]: `00-${traceId}-b7ad6b7169203331-01`,
    })
    return name
  }
  const linesOf = (occurrence: Occurrence) => lines.filter((line) => line.occurrence === occurrence)
  return { bench, lines, linesOf, registry, deploy }
}

it('a deployment leaves its launch, every change of phase, its start and its end in the log, in one shape and under one trace', async () => {
  const { bench, lines, linesOf, registry, deploy } = await start()
  const deployment = await deploy('1')
  await bench.runUntilPhase(deployment, 'Live')
  await bench.runUntilReady()

  expect(linesOf('deployment.start')).toMatchObject([{ traceId, deployment, sequence: 1, level: 30 }])
  expect(linesOf('deployment.end')).toMatchObject([{ traceId, deployment, outcome: 'live', level: 30 }])
  const [instance] = (await bench.status()).instances
  expect(linesOf('instance.launch')).toMatchObject([
    { traceId, instance: instance?.clientToken, instanceId: instance?.instanceId, market: instance?.market },
  ])
  expect(linesOf('instance.phase').map(({ from, to }) => [from, to])).toEqual([
    [undefined, 'Launching'],
    ['Launching', 'Running'],
  ])
  const phases = linesOf('process.phase').map(({ to }) => to)
  expect(phases[0]).toBe('Pending')
  expect(phases.at(-1)).toBe('Serving')
  expect(linesOf('process.phase').every((line) => line['traceId'] === traceId)).toBe(true)
  expect(linesOf('environment.phase').at(-1)).toMatchObject({ to: 'Ready' })

  const known = new Set([
    'level',
    'time',
    'pid',
    'hostname',
    'name',
    'msg',
    'occurrence',
    ...Object.keys(facts),
  ])
  for (const line of lines) {
    expect(Object.keys(line).filter((field) => !known.has(field))).toEqual([])
    expect(line.msg).toBe(occurrences[line.occurrence])
  }
  const text = await registry.metrics()
  expect(text).toContain('sdo_deployments_total{outcome="live"} 1')
  expect(text).toContain('sdo_deployment_duration_seconds_count{outcome="live"} 1')
  expect(text).toContain(`sdo_instance_launches_total{market="${instance?.market}"} 1`)
})

it('its trace reaches the agent, and every line that people read of it', async () => {
  const { bench, deploy } = await start()
  const deployment = await deploy('1')
  await bench.runUntilPhase(deployment, 'Live')
  expect(bench.agents.running().map((process) => process.traceId)).toEqual([traceId])
  const { events } = await bench.status()
  const since = events.findIndex(({ code }) => code === deploymentLines.started.code)
  expect(events.slice(since).map((event) => event.traceId)).toEqual(events.slice(since).map(() => traceId))
})

it('what fails or is refused is a warning with its reason', async () => {
  const { bench, linesOf, registry, deploy } = await start()
  bench.aws.faults.refuse('ec2:RunInstances', 'insufficient-capacity', 1)
  const deployment = await deploy('broken')
  await bench.runUntilPhase(deployment, 'Failed')
  expect(linesOf('instance.refusal')).toMatchObject([{ level: 40, reason: 'InsufficientCapacity', traceId }])
  expect(linesOf('deployment.end')).toMatchObject([{ level: 40, outcome: 'failed', deployment, traceId }])
  const text = await registry.metrics()
  expect(text).toContain('sdo_deployments_total{outcome="failed"} 1')
  expect(text).toMatch(
    /sdo_instance_launch_refusals_total\{market="[\w-]+",reason="InsufficientCapacity"\} 1/,
  )
})

it('a process that is never healthy ends in a span that failed, in the trace of its deployment', async () => {
  const spans: Span[] = []
  const record = (span: Span) => void spans.push(span)
  const { bench, deploy } = await start()
  bench.replaceController({ tracing: { record, isSampled: () => true, stop: () => Promise.resolve() } })
  const deployment = await deploy('broken')
  await bench.runUntilPhase(deployment, 'Failed')
  await bench.runUntilReady()
  expect(spans.filter(({ context }) => context.traceId !== traceId)).toEqual([])
  const [process] = spans.filter(({ name }) => name === 'process')
  expect(process).toMatchObject({ isFailed: true, attributes: { 'sdo.deployment': deployment } })
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === process?.context.spanId)
  expect(steps.map(({ name }) => name)).toEqual(['process start'])
})
