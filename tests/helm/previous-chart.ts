import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { chartFolder } from './chart'

interface Definition {
  spec: { versions: { additionalPrinterColumns: unknown[] }[] }
}

/** The chart as an earlier release had it: of another version, and with definitions whose columns were fewer. Until the test ends. */
export function previousChart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-chart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const chart = join(folder, 'sdo')
  cpSync(chartFolder, chart, { recursive: true })
  change<{ version: string; appVersion: string }>(join(chart, 'Chart.yaml'), (about) => {
    about.version = about.appVersion = '0.0.1'
  })
  change<Definition>(join(chart, 'files/crds/environments.yaml'), ({ spec: { versions } }) => {
    for (const version of versions) version.additionalPrinterColumns.splice(1)
  })
  return chart
}

function change<Content>(path: string, by: (content: Content) => void): void {
  const content = parse(readFileSync(path, 'utf8')) as Content
  by(content)
  writeFileSync(path, stringify(content))
}
