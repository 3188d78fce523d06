import { expect, it } from 'vitest'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createLogger } from '../logging/logger'
import { BoundedExporter } from './bounded-exporter'
import { OutageLog } from './outage-log'

const span = {} as ReadableSpan

function build(doExport: () => void) {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => lines.push(JSON.parse(text) as Record<string, unknown>)
  const outage = new OutageLog(createLogger('app', 'info', { write }), new VirtualClock())
  const exporter = { export: doExport, shutdown: () => Promise.resolve() }
  return { lines, bounded: new BoundedExporter(exporter, outage, { mostSpans: 2, milliseconds: 1 }) }
}
const exportOne = (bounded: BoundedExporter) =>
  new Promise<number>((resolve) => bounded.export([span], ({ code }) => resolve(code)))

it('has no room for more spans than its bound, and room again when an export was given up', async () => {
  const { bounded, lines } = build(() => undefined)
  expect([bounded.hasRoom(), bounded.hasRoom(), bounded.hasRoom()]).toEqual([true, true, false])
  expect(await exportOne(bounded)).toBe(1)
  expect(lines).toMatchObject([{ occurrence: 'tracing.outage', reason: 'ETIMEDOUT' }])
  expect([bounded.hasRoom(), bounded.hasRoom()]).toEqual([true, false])
})

it.each([
  [Object.assign(new Error('the answer of somebody'), { code: 401 }), 'HTTP 401'],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('x'), { code: 'a whole sentence' }), 'Unavailable'],
  [new Error('the answer of somebody'), 'Unavailable'],
])('says of %s no more than its kind, also when it is thrown', async (error, reason) => {
  const { bounded, lines } = build(() => {
    throw error
  })
  expect(bounded.hasRoom()).toBe(true)
  expect(await exportOne(bounded)).toBe(1)
  expect(lines).toMatchObject([{ reason }])
  expect(JSON.stringify(lines)).not.toContain('somebody')
})
