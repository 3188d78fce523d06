import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { promtool } from '../../prometheus/promtool'
import type { Rule, RuleFile } from '../../prometheus/rules'
import type { Series } from '../../prometheus/series-of'
import { alertCases, type AlertCase } from './alert-cases'

const run = promisify(execFile)
const ruleFile = resolve('helm/sdo/alerts/sdo.yaml')
const { groups } = parse(readFileSync(ruleFile, 'utf8')) as RuleFile
const rules = groups.flatMap((group) => group.rules)

/** By then every alert has had its time. */
const looksAt = '100m'

const inputOf = (series: Series) => Object.entries(series).map(([name, values]) => ({ series: name, values }))

/** What promtool is asked of an alert: that it fires with its words, and that it does not. */
async function questionsOf({ alert, labels, annotations }: Rule, one: AlertCase) {
  const isFiring = { exp_labels: { ...labels, ...one.labels }, exp_annotations: annotations }
  return [
    { series: await one.fires(), expected: [isFiring] },
    ...(one.firesToo ? [{ series: one.firesToo, expected: [isFiring] }] : []),
    { series: one.isQuiet, expected: [] },
  ].map(({ series, expected }) => ({
    name: `${alert} ${expected.length > 0 ? 'fires' : 'is quiet'}`,
    interval: '1m',
    input_series: inputOf(series),
    alert_rule_test: [{ eval_time: looksAt, alertname: alert, exp_alerts: expected }],
  }))
}

const missing = promtool.missing()
describe.skipIf(missing && process.env.SDO_REQUIRE_ALL_SUITES !== '1')('alert rules', () => {
  let path: string
  beforeAll(async () => {
    path = await promtool.ensure()
  }, 900_000)

  it('are rules to Prometheus', async () => {
    const { stdout } = await run(path, ['check', 'rules', '--lint=all', '--lint-fatal', ruleFile])
    expect(stdout).toContain(`${rules.length} rules found`)
  })

  it('and what the dashboard asks are PromQL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sdo-dashboard-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { panels } = JSON.parse(readFileSync('helm/sdo/dashboards/sdo.json', 'utf8')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const asked = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }))
    const file = join(folder, 'dashboard.yaml')
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: asked }] }))
    const { stdout } = await run(path, ['check', 'rules', file])
    expect(stdout).toContain(`${asked.length} rules found`)
  })

  it('each fire in their case, with their words, and are quiet in one that looks like it', async () => {
    expect(Object.keys(alertCases)).toEqual(rules.map(({ alert }) => alert))
    const folder = mkdtempSync(join(tmpdir(), 'sdo-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'alerts.yaml')
    const tests = await Promise.all(
      rules.map((rule) => questionsOf(rule, alertCases[rule.alert] as AlertCase)),
    )
    writeFileSync(file, stringify({ rule_files: [ruleFile], evaluation_interval: '1m', tests: tests.flat() }))
    const answer = await run(path, ['test', 'rules', file]).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    expect(`${answer.stdout}${answer.stderr}`).toContain('SUCCESS')
  })
})
