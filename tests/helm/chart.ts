import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { helmProgram } from './helm-program'

export const chartFolder = join(import.meta.dirname, '../../helm/sdo')
export const valuesFile = (name: string) =>
  join(import.meta.dirname, '../contract/helm/values', `${name}.yaml`)

export interface HelmResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs helm, which keeps nothing of its own outside of `environment`. */
export async function helm(
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<HelmResult> {
  const program = await helmProgram.ensure()
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      env: { NODE_ENV: 'test', HOME: '/nonexistent', ...environment },
    })
    const result = { stdout: '', stderr: '' }
    child.stdout.on('data', (text) => (result.stdout += String(text)))
    child.stderr.on('data', (text) => (result.stderr += String(text)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, ...result }))
  })
}

/** The files of values, and what is set beside them, as parameters. The least that is needed comes first. */
export const withValues = (files: string[], settings: Record<string, unknown> = {}): string[] => [
  ...['least', ...files].flatMap((name) => ['--values', valuesFile(name)]),
  ...Object.entries(settings).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]),
]

/** What the chart makes of values, as text. */
export const template = (values: string[], chart = chartFolder): Promise<HelmResult> =>
  helm(['template', 'sdo', chart, '--namespace', 'sdo', '--kube-version', '1.36.0', ...values])

export interface KubernetesDocument {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  [field: string]: unknown
}

/** What the chart makes of values. @throws Error with what helm says against them */
export async function render(values: string[]): Promise<KubernetesDocument[]> {
  const { code, stdout, stderr } = await template(values)
  if (code !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as KubernetesDocument | null) ?? [])
}

export interface PodSpec {
  containers: {
    args?: string[]
    env: { name: string; value?: string }[]
    resources: { limits: { memory: string } }
  }[]
}

/** The pod of a Deployment or of the Job. */
export function podOf(documents: KubernetesDocument[], kind: string, name: string): PodSpec {
  const found = documents.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`The chart has no ${kind} ${name}.`)
  return kind === 'Pod'
    ? (found.spec as PodSpec)
    : (found.spec as { template: { spec: PodSpec } }).template.spec
}

/** The environment that the chart gives a program. A variable whose value is another object's is left out. */
export const environmentOf = ({ containers: [container] }: PodSpec): Record<string, string> =>
  Object.fromEntries(
    (container?.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  )
