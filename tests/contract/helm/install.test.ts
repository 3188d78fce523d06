import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../../core/resources/kinds'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import type { ResourceStore } from '../../../controller/store/store'
import { foreignDefinitions } from '../../definitions/foreign-definitions'
import { eventually } from '../../builders/eventually'
import { chartFolder, helm, podOf, render, template, withValues } from '../../helm/chart'
import { helmProgram } from '../../helm/helm-program'
import { previousChart } from '../../helm/previous-chart'
import { describeUnlessMissing, describeWithControlPlane } from '../../kube/use-control-plane'
import { buildEnvironmentSpec, buildEnvironmentStatus } from '../store/specs'

const definitions = Object.values(kinds).map(({ plural }) => `${plural}.sdo.dev`)

/** The tests follow one another, as the days of an installation do. */
describeUnlessMissing(helmProgram.missing() ?? foreignDefinitions.missing(), 'the chart', () =>
  describeWithControlPlane('on a cluster', (useControlPlane) => {
    let folder: string
    let store: ResourceStore
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'sdo-helm-'))
      const { kubeConfig } = useControlPlane()
      store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
    })
    afterAll(async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function run(action: string, ...parameters: string[]): Promise<string> {
      const { code, stdout, stderr } = await helm(
        // There is no node, so that no hook could finish: tests/machines/installation.test.ts runs them.
        [action, 'sdo', ...parameters, '--namespace', 'sdo', '--no-hooks'],
        {
          KUBECONFIG: useControlPlane().kubeConfigPath,
          HELM_CACHE_HOME: folder,
          HELM_CONFIG_HOME: folder,
          HELM_DATA_HOME: folder,
        },
      )
      if (code !== 0) throw new Error(stderr)
      return stdout
    }
    async function kubectl(...parameters: string[]): Promise<string> {
      const { code, stdout, stderr } = await useControlPlane().kubectl(['-n', 'sdo', ...parameters])
      if (code !== 0) throw new Error(stderr)
      return stdout.trim()
    }
    const columnsOfEnvironments = () =>
      kubectl('get', 'crd', 'environments.sdo.dev', '-o=jsonpath={..additionalPrinterColumns[*].name}')
    const listDefinitions = async () =>
      (await kubectl('get', 'crd', '-o', 'name')).split('\n').filter((name) => name.endsWith('.sdo.dev'))
    const imageOfController = () =>
      kubectl('get', 'deployment.apps/sdo-controller', '-o=jsonpath={..containers[*].image}')
    const listWorkloads = () => kubectl('get', 'deployments.apps,services,roles', '-o', 'name')

    it.each(['least', 'everything', 'gateway'])(
      'makes nothing of %s.yaml that Kubernetes, Gateway API or the Prometheus operator would refuse, or not know',
      async (name) => {
        await kubectl('apply', '--server-side', '-f', foreignDefinitions.ensure())
        await kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s')
        const { stdout } = await template(withValues([name]))
        const tryOut = (manifest: string) =>
          useControlPlane().kubectl(
            [
              'apply',
              '--server-side',
              '--force-conflicts',
              '--dry-run=server',
              '--validate=strict',
              '-f',
              '-',
            ],
            manifest,
          )
        expect((await tryOut(stdout)).stderr).toBe('')
        for (const [right, wrong] of [
          ['parentRefs', 'parents'],
          ['endpoints', 'endpoint'],
          ['alert:', 'warning:'],
        ] as const)
          if (stdout.includes(right))
            expect((await tryOut(stdout.replaceAll(right, wrong))).stderr).toMatch(wrong.replace(':', ''))
      },
    )

    it('takes over definitions that were applied by hand, and says the next step', async () => {
      const said = await run('install', previousChart(), ...withValues([]), '--take-ownership')
      expect(said).toContain('helm -n sdo test sdo')
      expect(said).toContain('Nothing leads to the portal yet')
      expect(await listWorkloads()).toContain('deployment.apps/sdo-controller')
      expect(await columnsOfEnvironments()).toBe('Title')
    })

    it('keeps every resource when it is upgraded, and upgrades their definitions', async () => {
      const created = await store.apply('Environment', {
        name: 'production',
        labels: {},
        spec: buildEnvironmentSpec(),
      })
      const before = await store.replaceStatus('Environment', created, buildEnvironmentStatus())
      const said = await run('upgrade', chartFolder, ...withValues([], { 'ingress.enabled': true }))
      expect(said).toContain('Register at https://sdo.example.com')
      expect(await columnsOfEnvironments()).toMatch(/^Title Ready Phase /)
      expect(await store.get('Environment', 'production')).toEqual(before)
      expect(await kubectl('get', 'ingress', 'sdo', '-o=jsonpath={.spec.rules[*].host}')).toBe(
        'sdo.example.com',
      )
    })

    it('keeps resources and Secrets when it is rolled back, and again when it is upgraded after all', async () => {
      await kubectl('create', 'secret', 'generic', 'sdo-master', '--from-literal=key=backed-up')
      const secret = () => kubectl('get', 'secret', 'sdo-master', '-o=jsonpath={.metadata.uid} {.data}')
      const [environment, kept] = [await store.get('Environment', 'production'), await secret()]
      const image = await imageOfController()

      await run('rollback', '1')
      expect(await imageOfController()).not.toBe(image)
      expect(await columnsOfEnvironments()).toBe('Title')
      expect(await kubectl('get', 'ingress', '-o', 'name')).toBe('')
      expect(await store.get('Environment', 'production')).toEqual(environment)
      expect(await secret()).toBe(kept)

      await run('upgrade', chartFolder, ...withValues([], { 'ingress.enabled': true }))
      expect(await imageOfController()).toBe(image)
      expect(await columnsOfEnvironments()).toMatch(/^Title Ready Phase /)
      expect(await store.get('Environment', 'production')).toEqual(environment)
    })

    it('makes pods that the strictest standard of Kubernetes lets in', async () => {
      await kubectl('label', 'namespace', 'sdo', 'pod-security.kubernetes.io/enforce=restricted')
      const rendered = await render(withValues([]))
      for (const [kind, name] of [
        ['Deployment', 'sdo-app'],
        ['Deployment', 'sdo-controller'],
        ['Job', 'sdo-migration'],
        ['Pod', 'sdo-test'],
      ] as const) {
        const pod = {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'one' },
          spec: podOf(rendered, kind, name),
        }
        const create = (spec: object) =>
          useControlPlane().kubectl(
            ['-n', 'sdo', 'create', '--dry-run=server', '-f', '-'],
            JSON.stringify({ ...pod, spec: { ...pod.spec, ...spec } }),
          )
        expect(await create({})).toMatchObject({ code: 0 })
        expect((await create({ hostNetwork: true })).stderr).toContain('violates PodSecurity "restricted')
      }
    })

    it('lets the portal do nothing, the controller what it needs, and viewers see no external id', async () => {
      const may = async (subject: string, ...question: string[]) => {
        const { stdout } = await useControlPlane().kubectl([
          '-n',
          'sdo',
          'auth',
          'can-i',
          ...question,
          '--as',
          subject,
        ])
        return stdout.trim() === 'yes'
      }
      const account = (name: string) => `system:serviceaccount:sdo:${name}`
      await kubectl('create', 'rolebinding', 'viewer', '--clusterrole=sdo-sdo-view', '--user=ada')
      await eventually('the viewer to be known', () => may('ada', 'list', 'environments.sdo.dev'))
      expect(await may('ada', 'get', 'awsaccounts.sdo.dev')).toBe(false)
      expect(await may('ada', 'patch', 'environments.sdo.dev')).toBe(false)
      expect(await may(account('sdo-app'), 'get', 'environments.sdo.dev')).toBe(false)
      expect(await may(account('sdo-controller'), 'patch', 'environments.sdo.dev')).toBe(true)
      expect(await may(account('sdo-controller'), 'update', 'leases/sdo-controller')).toBe(true)
      expect(await may(account('sdo-controller'), 'update', 'leases/sdo-controller-shard-15')).toBe(true)
      expect(await may(account('sdo-controller'), 'update', 'leases/another')).toBe(false)
      expect(await may(account('sdo-controller'), 'get', 'secrets')).toBe(false)
    })

    describe('uninstalled', () => {
      it('leaves definitions, resources and the policy that keeps them, and says so', async () => {
        const before = await store.get('Environment', 'production')
        const said = await run('uninstall')
        for (const name of definitions) expect(said).toContain(`[CustomResourceDefinition] ${name}`)
        expect(await listWorkloads()).not.toContain('sdo')
        expect(await store.get('Environment', 'production')).toEqual(before)
        const { stderr } = await useControlPlane().kubectl([
          '-n',
          'sdo',
          'delete',
          'environment',
          'production',
        ])
        expect(stderr).toContain('delete it in the portal')
      })

      it('carries on with them when it is installed again', async () => {
        await run('install', chartFolder, ...withValues([]))
        expect((await store.get('Environment', 'production'))?.status?.phase).toBe('Working')
        await run('uninstall')
      })

      it('is gone by what the documentation says, once nothing of customers is there, and can come again', async () => {
        await store.requestDelete('Environment', 'production')
        const marked = await store.get('Environment', 'production')
        if (marked) await store.dropFinalizer('Environment', marked)
        // Where no one has listed a kind yet, Kubernetes may take minutes to find out that nothing of it is there.
        expect(await kubectl('get', definitions.join(','), '--all-namespaces')).toBe('')
        await kubectl('annotate', 'crd', ...definitions, 'sdo.dev/allow-deletion=true')
        await kubectl('delete', 'crd', ...definitions)
        await kubectl(
          'delete',
          'validatingadmissionpolicybinding,validatingadmissionpolicy',
          'deletion.sdo.dev',
        )
        expect(await listDefinitions()).toEqual([])
        await run('install', chartFolder, ...withValues([]))
        expect(await listDefinitions()).toHaveLength(definitions.length)
      })
    })
  }),
)
