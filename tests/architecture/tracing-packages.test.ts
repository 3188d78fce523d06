import esbuild from 'esbuild'
import { expect, it } from 'vitest'
import { agentBundleOptions, bundleOptions } from '../../standalone/start/bundle-options.mjs'

const isTracing = (path: string) => path.includes('@opentelemetry/')

it('portal and controller load OpenTelemetry when they are told to and not at their start, and other programs never', async () => {
  const options = { ...bundleOptions(), sourcemap: false, write: false, metafile: true } as const
  const { metafile } = await esbuild.build(options)
  const kindsOf = (program: string) => {
    const { imports = [] } = metafile?.outputs[`build/${program}.js`] ?? {}
    return [...new Set(imports.filter(({ path }) => isTracing(path)).map(({ kind }) => kind))]
  }
  for (const program of ['app', 'controller', 'standalone'])
    expect(kindsOf(program)).toEqual(['dynamic-import'])
  for (const program of ['agent', 'migrate', 'hash-job', 'plan-job', 'kubernetes-lease-job'])
    expect(kindsOf(program)).toEqual([])
}, 60_000)

it('the bundle of the agent holds nothing of OpenTelemetry', async () => {
  const options = { ...agentBundleOptions('build/none'), write: false, metafile: true } as const
  const { metafile } = await esbuild.build({ ...options, logLevel: 'error' })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.length).toBeGreaterThan(100)
  expect(inputs.filter((path) => isTracing(path) || path.endsWith('start-tracing.ts'))).toEqual([])
}, 60_000)
