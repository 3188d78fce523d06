import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { chartFolder, render, template, valuesFile, withValues } from '../../helm/chart'
import { helmProgram } from '../../helm/helm-program'
import { describeUnlessMissing } from '../../kube/use-control-plane'

/** A chart of an operator's own that has ours as a dependency, with the least values under its name. */
function umbrella(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdo-umbrella-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dependency = { name: 'sdo', version: '*', condition: 'sdo.enabled' }
  const chart = { apiVersion: 'v2', name: 'platform', version: '1.0.0', dependencies: [dependency] }
  const sdo = parse(readFileSync(valuesFile('least'), 'utf8')) as object
  writeFileSync(join(folder, 'Chart.yaml'), stringify(chart))
  writeFileSync(
    join(folder, 'values.yaml'),
    stringify({
      global: { domain: 'example.com' },
      sdo: { enabled: true, ...sdo, commonLabels: { team: 'a' } },
    }),
  )
  mkdirSync(join(folder, 'charts'))
  cpSync(chartFolder, join(folder, 'charts/sdo'), { recursive: true })
  return folder
}

describeUnlessMissing(helmProgram.missing(), 'the chart as a dependency of another', () => {
  it('makes what it makes by itself, and what is common to all of it', async () => {
    const { stdout, stderr } = await template(['--set', 'sdo.crds.install=false'], umbrella())
    expect(stderr).toBe('')
    await expect(stdout).toMatchFileSnapshot('snapshots/umbrella.yaml')
  })

  it('makes nothing where the other one leaves it out', async () => {
    const { code, stdout } = await template(['--set', 'sdo.enabled=false'], umbrella())
    expect([code, stdout.trim()]).toEqual([0, ''])
  })
})

describeUnlessMissing(helmProgram.missing(), 'the names that an operator chooses', () => {
  it('are those of everything, and what selects pods finds them', async () => {
    const rendered = await render(
      withValues(['mesh'], { fullnameOverride: 'portal-of-ours', 'crds.install': false }),
    )
    for (const { kind, metadata } of rendered) {
      expect([kind, metadata.name]).toEqual([kind, expect.stringMatching(/^portal-of-ours/)])
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/name': 'deploy',
        'example.com/cost-centre': 'platform',
      })
    }
    for (const process of ['app', 'controller']) {
      const { spec } = rendered.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `portal-of-ours-${process}`,
      ) as unknown as {
        spec: { selector: { matchLabels: object }; template: { metadata: { labels: object } } }
      }
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expect(spec.template.metadata.labels).toMatchObject({ 'sidecar.istio.io/inject': 'true' })
      // It cannot be changed later.
      expect(spec.selector.matchLabels).not.toHaveProperty(['example.com/cost-centre'])
    }
  })
})
