import { describe, expect, it, onTestFinished } from 'vitest'
import { kinds, type Kind } from '../../../core/resources/kinds'
import { createLogger, silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { leaseNames } from '../../../controller/runtime/run-shards'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import type { ResourceStore } from '../../../controller/store/store'
import { controllerRights, without } from '../../kube/controller-rights'
import { logInWith, type Right } from '../../kube/service-account'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { ofEachKind } from './each-kind'
import { uniqueName } from './specs'

/** Everything that the controller does to a resource, from its creation until it is gone. */
async function liveThrough<K extends Kind>(store: ResourceStore, kind: K): Promise<void> {
  const { spec, status } = ofEachKind[kind]
  const write = { name: uniqueName('one'), labels: {}, spec }
  const created = await store.apply(kind, write)
  await store.list(kind)
  await watchOnce(store, kind)
  await store.annotate(kind, write.name, { 'a.example/one': '1' })
  const annotated = (await store.get(kind, write.name)) ?? created
  const reported = await store.replaceStatus(kind, annotated, status)
  await store.requestDelete(kind, write.name)
  await store.dropFinalizer(kind, (await store.get(kind, write.name)) ?? reported)
  expect(await store.get(kind, write.name)).toBeUndefined()
}

/** Watches until the API lets us. @throws Error with its refusal */
function watchOnce<K extends Kind>(store: ResourceStore, kind: K): Promise<void> {
  const stopping = new AbortController()
  return new Promise<void>((resolve, reject) => {
    const ignore = () => undefined
    const failed = (reason: string) => reject(new Error(reason))
    store.watch(kind, { changed: ignore, removed: ignore, progressed: resolve, failed }, stopping.signal)
  }).finally(() => stopping.abort())
}

const rightsOn = (kind: Kind) =>
  controllerRights().filter(({ resource }) => resource.split('/')[0] === kinds[kind].plural)

describeWithControlPlane('the rights of the controller', (useControlPlane) => {
  async function connectWith(rights: Right[]): Promise<ResourceStore> {
    const kubeConfig = await logInWith(useControlPlane(), uniqueName('account'), rights)
    const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
    onTestFinished(() => store.close())
    return store
  }

  it('are enough for all that it does to a resource of every kind', async () => {
    const store = await connectWith(controllerRights())
    for (const kind of Object.keys(kinds) as Kind[]) await liveThrough(store, kind)
  })

  it('are about resources of these kinds, its leases, and telling of them alone', () => {
    const isOfUs = ({ apiGroup, resource, name }: Right) =>
      (apiGroup === 'sdo.dev' &&
        Object.values(kinds).some(({ plural }) => plural === resource.split('/')[0])) ||
      (apiGroup === 'events.k8s.io' && resource === 'events') ||
      (resource === 'leases' && (name === undefined || leaseNames.includes(name)))
    expect(controllerRights().filter((right) => !isOfUs(right))).toEqual([])
    expect(
      controllerRights().filter(({ resource, name }) => resource === 'leases' && name === undefined),
    ).toMatchObject([{ verb: 'list' }, { verb: 'create' }])
    expect(
      new Set(
        controllerRights().flatMap(({ resource, name }) => (resource === 'leases' && name ? [name] : [])),
      ),
    ).toEqual(new Set(leaseNames))
  })

  it.each(controllerRights().filter(({ resource }) => resource === 'events'))(
    'let it tell operators what happened: without $verb it is told which one to grant',
    async (right) => {
      const lines: string[] = []
      const log = createLogger('test', 'warn', { write: (line: string) => lines.push(line) })
      const kubeConfig = await logInWith(useControlPlane(), uniqueName('account'), without(right))
      let passed = 0
      const clock = {
        ...systemClock,
        now: () => Date.now() + passed,
        sleep: async (milliseconds: number) => void (passed += milliseconds),
      }
      const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log, clock })
      onTestFinished(() => store.close())
      const write = { name: uniqueName('one'), labels: {}, spec: ofEachKind.Environment.spec }
      const resource = await store.apply('Environment', write)
      const refusal = await eventually(`a warning about ${right.verb}`, () => {
        store.record(resource, { reason: 'Trouble', message: 'Something is gone.', isWarning: true })
        return lines.find((line) => line.includes(`cannot ${right.verb} resource`))
      })
      expect(refusal).toMatch(/resource \\"events\\".*docs\/operations\.md/)
    },
  )

  describe.each(Object.keys(kinds) as Kind[])('are all needed for a %s:', (kind) => {
    it.each(rightsOn(kind).map((right) => [`${right.verb} ${right.resource}`, right] as const))(
      'without %s it is told which one to grant, and where that is written',
      async (_, missing) => {
        const words = `cannot ${missing.verb} resource "${missing.resource}".*docs/operations.md`
        const store = await connectWith(without(missing))
        await expect(liveThrough(store, kind)).rejects.toThrow(new RegExp(words, 's'))
      },
    )
  })
})
