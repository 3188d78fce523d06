import { expect, it } from 'vitest'
import { ApiException } from '@kubernetes/client-node'
import { createLogger } from '../../core/logging/logger'
import { KubernetesEvents } from './kubernetes-events'

const subject = {
  kind: 'Environment' as const,
  metadata: { name: 'env-1', uid: 'uid-1', resourceVersion: '7' },
}
const notice = { reason: 'SpotInterruption', message: 'AWS announced to reclaim i-1.', isWarning: true }

interface Write {
  name?: string
  body: { metadata?: { annotations?: object }; note?: string; series?: { count: number } }
}

function setUp(refusal?: Error) {
  let now = 0
  const created: Write[] = []
  const patched: Write[] = []
  const lines: string[] = []
  const sleeps: (() => void)[] = []
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleeps.push(resolve)
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  const write = (writes: Write[]) => (one: unknown) => {
    writes.push(one as Write)
    return refusal ? Promise.reject(refusal) : Promise.resolve({})
  }
  const api = { createNamespacedEvent: write(created), patchNamespacedEvent: write(patched) }
  const log = createLogger('test', 'warn', { write: (text: string) => lines.push(text) })
  const events = new KubernetesEvents(api as never, { namespace: 'sdo', instance: 'test', clock, log })
  const pass = async (milliseconds: number) => {
    now += milliseconds
    for (const wake of sleeps.splice(0)) wake()
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return { events, created, patched, lines, pass }
}

it('makes one Event of what happens again and again, and brings its count up to date now and then', async () => {
  const { events, created, patched, pass } = setUp()
  for (let time = 0; time < 5; time++) {
    events.record(subject, notice)
    await pass(100)
  }
  expect(created).toMatchObject([
    { body: { regarding: { uid: 'uid-1', namespace: 'sdo' }, type: 'Warning', ...{ note: notice.message } } },
  ])
  expect(patched).toEqual([])
  await pass(10_000)
  expect(patched).toMatchObject([{ body: { series: { count: 5 } } }])
  await events.close()
})

it('says which trace an Event is of, and keeps those of several traces apart', async () => {
  const { events, created, pass } = setUp()
  for (const traceId of ['a'.repeat(32), 'b'.repeat(32), undefined])
    events.record(subject, { ...notice, traceId })
  await pass(0)
  expect(created.map(({ body }) => body.metadata?.annotations)).toEqual([
    { 'sdo.dev/trace-id': 'a'.repeat(32) },
    { 'sdo.dev/trace-id': 'b'.repeat(32) },
    undefined,
  ])
  await events.close()
})

it('tells what is new at once, also while a count waits', async () => {
  const { events, created, pass } = setUp()
  events.record(subject, notice)
  await pass(0)
  events.record(subject, notice)
  await pass(0)
  events.record(subject, { ...notice, message: 'Another.' })
  await pass(0)
  expect(created).toHaveLength(2)
  await events.close()
})

it('says once in the log that it may not write, names the right, and holds nobody up', async () => {
  const body = JSON.stringify({ message: 'events.events.k8s.io is forbidden' })
  const { events, lines, pass } = setUp(new ApiException(403, '', body, {}))
  for (let time = 0; time < 3; time++) {
    events.record(subject, notice)
    await pass(100)
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/events\.events\.k8s\.io is forbidden.*docs\/operations\.md/)
  await events.close()
})

it('cuts a long note to what Kubernetes takes, between two characters', async () => {
  const { events, created, pass } = setUp()
  events.record(subject, { ...notice, message: 'ü'.repeat(2_000) })
  await pass(0)
  const note = created[0]?.body.note ?? ''
  expect(Buffer.byteLength(note)).toBeLessThanOrEqual(1024)
  expect(note).toMatch(/^ü{500,}…$/)
  await events.close()
})
