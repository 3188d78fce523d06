import { expect, it, onTestFinished } from 'vitest'
import { kinds } from '../../../core/resources/kinds'
import { isAsApplied } from '../../../core/resources/fingerprint'
import { isToGo } from '../../../core/resources/metadata'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { announceChanges } from '../../../controller/notices/announce-changes'
import { buildInstance, buildProcess } from '../../builders/environment-parts'
import { eventually } from '../../builders/eventually'
import { boundStatus, mostProcesses } from '../../../controller/environment/bound-status'
import { buildLargeStatus } from '../../builders/large-status'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { manifest } from './manifest'
import {
  buildAwsAccountSpec,
  buildDeploymentSpec,
  buildEnvironmentSpec,
  buildEnvironmentStatus,
  uniqueName,
} from './specs'

const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: 'All is well.',
  lastTransitionTime: '2020-01-01T00:00:00.000Z',
  observedGeneration: 1,
} as const

describeWithControlPlane('an operator with kubectl', (useControlPlane) => {
  const connect = () => {
    const { kubeConfig } = useControlPlane()
    const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
    onTestFinished(() => store.close())
    return store
  }
  const apply = (text: string) => useControlPlane().kubectl(['apply', '-f', '-'], text)
  const get = async (...parameters: string[]) => {
    const { stdout, stderr } = await useControlPlane().kubectl(['-n', 'sdo', 'get', ...parameters])
    expect(stderr).toBe('')
    return stdout
  }

  it('sees what runs where, in which phase, at what cost', async () => {
    const store = connect()
    const name = uniqueName('env')
    const spec = buildEnvironmentSpec({ displayName: 'Shop' })
    const created = await store.apply('Environment', { name, labels: {}, spec })
    const status = buildEnvironmentStatus({
      conditions: [ready],
      instances: [buildInstance('one', { market: 'spot' })],
      processes: [buildProcess('a'), buildProcess('b', { phase: 'Starting' })],
      phase: 'Ready',
      message: 'All is well.',
      servingDeployment: 'deploy-7',
    })
    await store.replaceStatus('Environment', created, status)

    const table = async (...parameters: string[]) => {
      const [header = '', row = ''] = (await get('environments', name, ...parameters)).split('\n')
      const cells = row.trim().split(/\s{2,}/)
      return Object.fromEntries(
        header
          .trim()
          .split(/\s{2,}/)
          .map((column, index) => [column, cells[index]]),
      )
    }
    expect(await table()).toEqual({
      NAME: name,
      TITLE: 'Shop',
      READY: 'True',
      PHASE: 'Ready',
      PROCESSES: '1/2',
      INSTANCES: '1/1',
      'USD/H': '0.0416',
      MESSAGE: 'All is well.',
      AGE: expect.stringMatching(/^\d+s$/) as string,
    })
    await useControlPlane().kubectl(['-n', 'sdo', 'annotate', 'env', name, 'sdo.dev/paused=True'])
    const wide = await get('environments', name, '-o', 'wide')
    expect(wide).toMatch(/REASON +SINCE +SPOT +GAP +STRATEGY +SERVING +VPC +ACCOUNT +PAUSED/)
    expect(wide).toMatch(/Ready +\d+[dhy]\w* +1\/1 .*ALL_BUT_ONE +deploy-7 +vpc-1 +main +True/)
  })

  it('waits for a resource to be ready, as long as it takes', async () => {
    const store = connect()
    const name = uniqueName('env')
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    const working = await store.replaceStatus('Environment', created, buildEnvironmentStatus())
    const waiting = useControlPlane().kubectl([
      ...['-n', 'sdo', 'wait', '--for=condition=Ready', `env/${name}`, '--timeout=20s'],
    ])
    const status = buildEnvironmentStatus({ phase: 'Ready', conditions: [ready] })
    await store.replaceStatus('Environment', working, status)
    expect(await waiting).toMatchObject({ code: 0, stdout: `environment.sdo.dev/${name} condition met\n` })
  })

  it.each([
    ['environments.spec.spotStrategy', /ALL_BUT_ONE.*How much may run on Spot instances/],
    ['deployments.sdo.dev.spec.applications.memoryMb', /Memory of one process, in units of 1,000,000 bytes/],
    ['awsaccounts.status.conditions.reason', /Why, in one word of a fixed list/],
    ['hostedzones', /A zone in Route 53/],
    ['externalnetworks.status.vpc', /As AWS has it; absent until it was read/],
  ])('has %s explained', async (path, text) => {
    const { stdout, stderr } = await useControlPlane().kubectl(['explain', path])
    expect(stderr).toBe('')
    expect(stdout.replace(/\s+/g, ' ')).toMatch(text)
  })

  it('sees what happened to a resource, each thing once', async () => {
    const store = connect()
    const name = uniqueName('env')
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    const denied = {
      ...ready,
      status: 'False',
      reason: 'AccessDenied',
      message: 'The role is gone.',
    } as const
    const status = buildEnvironmentStatus({ conditions: [denied] })
    await announceChanges(store).replaceStatus('Environment', created, status)
    for (let time = 0; time < 3; time++)
      store.record(created, { reason: 'SpecEdited', message: 'It was edited.', isWarning: true })
    const events = await eventually('both are told', async () => {
      const listed = ['-n', 'sdo', 'events', '--for', `environment/${name}`]
      const { stdout } = await useControlPlane().kubectl(listed)
      return stdout.includes('SpecEdited') && stdout
    })
    expect(events).toMatch(/Warning\s+AccessDenied\s+Environment\/\S+\s+The role is gone\./)
    expect(events.match(/SpecEdited/g)).toHaveLength(1)
  })

  it('sees on an Event which trace it follows from', async () => {
    const store = connect()
    const name = uniqueName('env')
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    store.record(created, { reason: 'DeploymentStarted', message: 'It started.', isWarning: false, traceId })
    const annotation = await eventually('it is told', async () => {
      const path = '-o=jsonpath={.items[*].metadata.annotations.sdo\\.dev/trace-id}'
      const listed = ['-n', 'sdo', 'get', 'events', `--field-selector=involvedObject.name=${name}`, path]
      return (await useControlPlane().kubectl(listed)).stdout || undefined
    })
    expect(annotation).toBe(traceId)
  })

  it('has the status of the largest environment stored whole', async () => {
    const store = connect()
    const name = uniqueName('env')
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    const status = boundStatus(buildLargeStatus(mostProcesses.replaced, { message: 'x'.repeat(400) }))
    await store.replaceStatus('Environment', created, status)
    expect((await store.get('Environment', name))?.status?.processes).toEqual(status.processes)
  })

  it('sees how often another controller took the lead', async () => {
    const { leases } = connect()
    const name = uniqueName('lease')
    const lease = { durationSeconds: 10, renewEpoch: 1_780_000_000_000 }
    const first = await leases.put(name, { ...lease, holder: 'a' }, undefined)
    const renewed = await leases.put(name, { ...lease, holder: 'a', renewEpoch: 1_780_000_002_000 }, first)
    const released = await leases.put(name, { ...lease, holder: '' }, renewed)
    await leases.put(name, { ...lease, holder: 'b', renewEpoch: 1_780_000_009_000 }, released)
    const path = '{.spec.leaseTransitions} {.spec.acquireTime}'
    expect(await get('lease', name, '-o', `jsonpath=${path}`)).toMatch(/^1 2026-05-28T20:26:49/)
  })

  it('is told by the fingerprint when somebody edits a spec, and the next apply restores all of it', async () => {
    const store = connect()
    const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
    const created = await store.apply('Environment', write)
    const patch = JSON.stringify({ spec: { spotStrategy: 'NONE', overrides: [], examineRequestedEpoch: 7 } })
    const { stderr } = await useControlPlane().kubectl([
      '-n',
      'sdo',
      'patch',
      'env',
      write.name,
      '--type=merge',
      '-p',
      patch,
    ])
    expect(stderr).toBe('')
    const edited = await store.get('Environment', write.name)
    expect(edited && isAsApplied(edited)).toBe(false)
    const restored = await store.apply('Environment', write)
    expect(restored.spec).toEqual(created.spec)
    expect(isAsApplied(restored)).toBe(true)
  })

  it('cannot delete what runs by a slip, and is told how to mean it', async () => {
    const store = connect()
    const name = uniqueName('env')
    const created = await store.apply('Environment', { name, labels: {}, spec: buildEnvironmentSpec() })
    const remove = () => useControlPlane().kubectl(['-n', 'sdo', 'delete', 'env', name, '--wait=false'])
    const refused = await remove()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/delete it in the portal.*annotate it with sdo\.dev\/allow-deletion=true/s)
    expect(await store.get('Environment', name)).toEqual(created)
    await useControlPlane().kubectl(['-n', 'sdo', 'annotate', 'env', name, 'sdo.dev/allow-deletion=true'])
    expect((await remove()).code).toBe(0)
    const marked = await store.get('Environment', name)
    expect(marked && isToGo(marked.metadata)).toBe(true)
  })

  it('cannot delete a definition by a slip, is told how to mean it, and may delete those of others', async () => {
    const kubectl = (...parameters: string[]) => useControlPlane().kubectl(parameters)
    for (const { plural } of Object.values(kinds)) {
      const refused = await kubectl('delete', 'crd', `${plural}.sdo.dev`, '--wait=false')
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(
        /runs in customers' accounts.*annotate it with sdo\.dev\/allow-deletion=true/s,
      )
    }
    const conditions = '-o=jsonpath={.items[*].metadata.deletionTimestamp}'
    expect((await kubectl('get', 'crd', conditions)).stdout).toBe('')
    const foreign = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }
    const schema = { openAPIV3Schema: { type: 'object' } }
    await apply(
      JSON.stringify({
        ...foreign,
        metadata: { name: 'others.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'others', singular: 'other', kind: 'Other' },
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      }),
    )
    expect(await kubectl('delete', 'crd', 'others.example.com')).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    ['Environment', buildEnvironmentSpec()],
    ['Deployment', buildDeploymentSpec()],
    ['AwsAccount', buildAwsAccountSpec()],
  ] as const)('may apply a right %s and finds it by each of its names', async (kind, spec) => {
    const name = uniqueName('applied')
    expect(await apply(manifest(kind, name, spec))).toMatchObject({ code: 0, stderr: '' })
    const { plural, singular, shortNames } = kinds[kind]
    for (const word of [`${plural}.sdo.dev`, `${singular}.sdo.dev`, ...shortNames])
      expect(await get(word, name, '-o', 'name')).toBe(`${singular}.sdo.dev/${name}\n`)
    expect(await get('sdo', '-o', 'name')).toContain(`${singular}.sdo.dev/${name}\n`)
  })
})
