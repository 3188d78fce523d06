import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createFleetMetrics } from '../../controller/metrics/fleet-metrics'
import { createLeftoverMetrics } from '../../controller/metrics/leftover-metrics'
import { facts, occurrences } from '../../core/logging/occurrences'
import { spanAttributes } from '../../core/tracing/span'
import { exposedMetrics, metricsIn, nodeMetrics } from '../prometheus/exposed-metrics'
import type { RuleFile } from '../prometheus/rules'

const operations = readFileSync('docs/operations.md', 'utf8')

/** The cells of the rows of a table: the one that is `number`th below a heading. */
function tableOf(heading: string, number = 0): string[][] {
  const section = operations.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? []
  const [, , ...rows] = tables[number]?.trim().split('\n') ?? []
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const code = (text: string) => `\`${text}\``

it.each(['portal', 'controller'] as const)(
  'every metric of the %s is in the documentation, as it is',
  (program) => {
    const rows = exposedMetrics()[program].map(({ name, type, labels, help }) => [
      code(name),
      type,
      labels.map(code).join(', '),
      help,
    ])
    expect(tableOf('Metrics', program === 'portal' ? 0 : 1)).toEqual(rows)
  },
)

it('every line that says what happened, and every field of one, is in the documentation', () => {
  expect(tableOf('Log lines', 0)).toEqual(
    Object.entries(occurrences).map(([name, text]) => [code(name), text]),
  )
  expect(tableOf('Log lines', 1)).toEqual(
    Object.entries(facts).map(([name, meaning]) => [code(name), meaning]),
  )
})

it('everything that a span may say is in the documentation', () => {
  expect(tableOf('Traces', 1)).toEqual(
    Object.entries(spanAttributes).map(([name, meaning]) => [code(name), meaning]),
  )
})

const { groups } = parse(readFileSync('helm/sdo/alerts/sdo.yaml', 'utf8')) as RuleFile
const rules = groups.flatMap((group) => group.rules)
const dashboard = readFileSync('helm/sdo/dashboards/sdo.json', 'utf8')
const expressions = [...dashboard.matchAll(/"expr":\s*("(?:[^"\\]|\\.)*")/g)].map(
  ([, text = '']) => JSON.parse(text) as string,
)

it('what each controller says of the environments that it leads is summed by rules and the dashboard', () => {
  const registry = new Registry()
  createFleetMetrics(registry)
  createLeftoverMetrics(registry, () => true)
  const parts = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('_max'))
  const asked = [...rules.map(({ expr }) => expr), ...expressions].filter((expression) =>
    metricsIn(expression).some((name) => parts.includes(name)),
  )
  expect(asked.length).toBeGreaterThanOrEqual(parts.length)
  expect(asked.filter((expression) => /\b(max|min|avg)\b/.test(expression))).toEqual([])
})

it('rules and the dashboard ask only for metrics that the processes have, and the dashboard for each kind', () => {
  const { portal, controller } = exposedMetrics()
  const known = [...portal, ...controller].map(({ name }) => name)
  const asked = [...rules.map(({ expr }) => expr), ...expressions].flatMap(metricsIn)
  expect(asked.filter((name) => !known.includes(name) && !nodeMetrics().includes(name))).toEqual([])
  const shown = new Set(expressions.flatMap(metricsIn))
  expect(known.filter((name) => !shown.has(name) && !isForDebugging(name))).toEqual([])
})

it('rules and the dashboard ask SDO’s processes alone for what many programs show', () => {
  const own = /sdo_|name=~"sdo-controller-/
  const shared = [...rules.map(({ expr }) => expr), ...expressions].filter((expression) =>
    metricsIn(expression).some((name) => !name.startsWith('sdo_')),
  )
  expect(shared.length).toBeGreaterThan(10)
  expect(shared.filter((expression) => !own.test(expression))).toEqual([])
})

it('rules and the dashboard choose and group by labels that the metrics have', () => {
  const { portal, controller } = exposedMetrics()
  const labels = new Map([...portal, ...controller].map(({ name, labels }) => [name, labels]))
  // What Prometheus adds, and the bounds of a histogram.
  const always = ['namespace', 'job', 'instance', 'le']
  const wrong = [...rules.map(({ expr }) => expr), ...expressions].flatMap((expression) => {
    const known = [...always, ...metricsIn(expression).flatMap((name) => labels.get(name) ?? [])]
    const asked = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)|[{,]\s*(\w+)[!=]~?=?"/g)].flatMap(
      ([, grouped = '', chosen = '']) => [...grouped.split(/,\s*/), chosen].filter((name) => name !== ''),
    )
    return asked.filter((name) => !known.includes(name)).map((name) => `${name}: ${expression}`)
  })
  expect(wrong).toEqual([])
})

/** What helps only with one question, and would hide the others on a dashboard. */
const isForDebugging = (name: string) =>
  [
    'controller_runtime_max_concurrent_reconciles',
    'sdo_watch_failures_total',
    'sdo_watch_silence_seconds',
    'sdo_workqueue_spared_total',
    'workqueue_adds_total',
    'workqueue_longest_running_processor_seconds',
    'workqueue_retries_total',
    'sdo_agent_call_duration_seconds',
    'sdo_http_requests_in_flight',
  ].includes(name)

it('every alert leads to a page that says what to look at, what to do, and in which test that was rehearsed', () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    const [, page = ''] = operations.split(`\n### ${alert}\n`)
    const [text = ''] = page.split(/\n#{2,3} /)
    for (const part of [/^\*\*Look\*\*: ./m, /^\*\*Do\*\*: ./m, /^\*\*Rehearsed\*\*: `[\w./-]+\.test\.ts`/m])
      expect([alert, text]).toEqual([alert, expect.stringMatching(part)])
  }
})

it('the inventory of packages that is printed lists each that runs, and marks those for development', () => {
  const [, command = ''] = /`(npm sbom [^`]+)`/.exec(operations) ?? []
  const [program = '', ...parameters] = command.split(' ')
  const { components } = JSON.parse(execFileSync(program, parameters, { encoding: 'utf8' })) as Inventory
  const used = components
    .filter(({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:development'))
    .map(({ purl }) => purl.replace('%40', '@').replace(/^pkg:npm\/(.+)@.+$/, '$1'))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(used).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(used).not.toContain('vitest')
})

interface Inventory {
  components: { purl: string; properties?: { name: string }[] }[]
}
