import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as portal from '../../../app/options'
import * as controller from '../../../controller/options'
import {
  chartFolder,
  environmentOf,
  helm,
  podOf,
  render,
  template,
  valuesFile,
  withValues,
  type KubernetesDocument,
} from '../../helm/chart'
import { helmProgram } from '../../helm/helm-program'
import { describeUnlessMissing } from '../../kube/use-control-plane'

const variants = {
  least: [],
  everything: ['everything'],
  gateway: ['gateway'],
  mesh: ['mesh'],
  stopped: ['stopped'],
}

describeUnlessMissing(helmProgram.missing(), 'the chart', () => {
  it.each(Object.entries(variants))('passes the linter with the values of %s.yaml', async (_, files) => {
    const { code, stdout } = await helm(['lint', '--strict', chartFolder, ...withValues(files)])
    expect(stdout).not.toMatch(/WARNING|ERROR/)
    expect(code).toBe(0)
  })

  it.each(Object.entries(variants))('makes what it made before of %s.yaml', async (name, files) => {
    const { stdout, stderr } = await template(withValues(files, { 'crds.install': false }))
    expect(stderr).toBe('')
    await expect(stdout).toMatchFileSnapshot(`snapshots/${name}.yaml`)
  })

  it('brings the definitions of crds/, and the policy, to stay', async () => {
    const folder = join(chartFolder, '../../crds')
    const wanted = readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
      .map((document) => document.toJS() as KubernetesDocument)
    const rendered = await render(withValues([]))
    for (const { kind, metadata, spec } of wanted) {
      const found = rendered.find((one) => one.kind === kind && one.metadata.name === metadata.name)
      expect(found?.spec).toEqual(spec)
      expect(found?.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })
    }
  })

  describe('gives every variable', () => {
    /** Those of the program, files by what they stand for. */
    const namesOf = (environment: Record<string, string>) =>
      Object.keys(environment).map((name) => name.replace(/_FILE$/, ''))

    it.each([
      ['portal', 'app', portal.variableNames],
      ['controller', 'controller', controller.variableNames],
    ])('that the %s reads, and none that it does not know', async (_, process, wanted) => {
      const rendered = await render(withValues(['everything']))
      const environment = environmentOf(podOf(rendered, 'Deployment', `sdo-${process}`))
      const ofLibraries = ['NODE_ENV', 'HTTPS_PROXY', 'AWS_REGION']
      const sorted = (names: string[]) =>
        [...new Set(names)].filter((name) => !ofLibraries.includes(name)).sort()
      expect(sorted(namesOf(environment))).toEqual(sorted(wanted))
    })

    it.each(Object.entries(variants))('a value that the programs take (%s.yaml)', async (_, files) => {
      const secrets = {
        DATABASE_URL: 'postgres://database.example.com/sdo?sslmode=verify-full',
        SMTP_URL: 'smtps://sdo:hunter2@mail.example.com',
        AUTHENTICATOR_KEYS: `2027:${randomBytes(32).toString('base64')}`,
        MASTER_KEY: randomBytes(32).toString('base64'),
        KUBECONFIG: '',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2',
      }
      const folder = mkdtempSync(join(tmpdir(), 'sdo-chart-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      for (const [name, content] of Object.entries(secrets)) writeFileSync(join(folder, name), content)
      const rendered = await render(withValues(files))
      const read = (process: string) => {
        const given = environmentOf(podOf(rendered, 'Deployment', `sdo-${process}`))
        const mounted = Object.entries(given).map(([name, value]) => [
          name,
          value.replace('/etc/sdo/secrets', folder),
        ])
        return Object.fromEntries([...mounted, ['KUBERNETES_SERVICE_HOST', '10.0.0.1']]) as Record<
          string,
          string
        >
      }
      expect(portal.readOptions(read('app'))).toMatchObject({ PUBLIC_URL: 'https://sdo.example.com' })
      expect(controller.readOptions(read('controller'))).toMatchObject({
        NAMESPACE: 'sdo',
        CONTROL_CIDRS: ['203.0.113.0/28', '198.51.100.4/32'],
      })
    })
  })

  describe('refuses', () => {
    it('nothing at all, and says at once what is needed', async () => {
      const { code, stderr } = await helm(['template', 'sdo', chartFolder, '--kube-version', '1.36.0'])
      expect(code).not.toBe(0)
      const wanted = parse(readFileSync(valuesFile('least'), 'utf8')) as object
      const paths = leavesOf(wanted).filter((path) => !/\.\d+$/.test(path))
      expect(paths.length).toBeGreaterThan(10)
      for (const path of paths) expect(stderr).toMatch(new RegExp(`^${path}: must be given, .+\\.$`, 'm'))
    })

    it.each([
      ['app.replicas', 'two', /at '\/app\/replicas': got string, want integer/],
      ['app.replica', 2, /at '\/app': additional properties 'replica' not allowed/],
      ['database.password', 'x', /at '\/database': additional properties 'password' not allowed/],
      ['platformAccountNumber', 999999999999, /at '\/platformAccountNumber': got number, want string/],
      [
        'controller.controlCidrs',
        ['10.0.0.1'],
        /at '\/controller\/controlCidrs\/0': '10\.0\.0\.1' does not match pattern/,
      ],
      [
        'app.publicUrl',
        'http://sdo.example.com',
        /at '\/app\/publicUrl': 'http.*' does not match pattern '\^\(https/,
      ],
      ['app.quotas', { PEOPLE: 0 }, /at '\/app\/quotas\/PEOPLE': minimum: got 0, want 1/],
      ['tracing.sampler', 'sometimes', /at '\/tracing\/sampler': value must be one of 'always_on'/],
      [
        'tracing.endpoint',
        'http://user:hunter2@collector:4318',
        /at '\/tracing\/endpoint': 'http.*' does not match pattern/,
      ],
      [
        'tracing.headers.secret.name',
        'collector',
        /tracing\.endpoint: must be given, the address of the collector that tracing\.headers are for/,
      ],
      ['logLevel', 'chatty', /at '\/logLevel': value must be one of 'fatal', 'error', 'warn'/],
      [
        'app.extraEnv',
        [{ name: 'SMTP_URL', value: 'smtps://x' }],
        /app\.extraEnv: SMTP_URL is a secret, name the Secret that holds it/,
      ],
      [
        'app.extraEnv',
        [{ name: 'LOG_LEVEL', value: 'debug' }],
        /app\.extraEnv: LOG_LEVEL is given twice\. Give it by the chart's own value/,
      ],
      [
        'controller.extraEnv',
        [
          { name: 'AWS_REGION', value: 'us-east-1' },
          { name: 'AWS_REGION', value: 'eu-west-1' },
        ],
        /controller\.extraEnv: AWS_REGION is given twice/,
      ],
      [
        'migration.extraEnv',
        [{ name: 'DATABASE_URL_FILE', value: '/elsewhere' }],
        /migration\.extraEnv: DATABASE_URL_FILE is given twice/,
      ],
      ['app.publicUrl', 'https://example.com/sdo', /at '\/app\/publicUrl': .* does not match pattern/],
      [
        'controller.controlCidrs',
        ['0.0.0.0/0'],
        /at '\/controller\/controlCidrs\/0': '0\.0\.0\.0\/0' does not match pattern/,
      ],
    ])('%s: %j', async (name, value, sentence) => {
      const { code, stderr } = await template(withValues([], { [name]: value }))
      expect(code).not.toBe(0)
      expect(stderr).toMatch(sentence)
    })

    it('two ways in, and a route without its Gateway', async () => {
      const { stderr } = await template(
        withValues([], { 'ingress.enabled': true, 'httpRoute.enabled': true }),
      )
      expect(stderr).toContain('ingress.enabled, httpRoute.enabled: choose one of them.')
      expect(stderr).toContain('httpRoute.parentRefs: must name the Gateway that the portal is reached by.')
    })
  })

  it('has no secret in anything but files that are mounted from a Secret', async () => {
    const rendered = await render(withValues(['everything']))
    expect(rendered.map(({ kind }) => kind)).not.toContain('Secret')
    const maps = rendered.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name)
    expect(maps).toEqual(['sdo-dashboard'])
  })
})

const leavesOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`))
    : [path]
