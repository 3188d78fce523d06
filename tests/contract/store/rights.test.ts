import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import type { ResourceStore } from '../../../controller/store/store'
import { documentedRights } from '../../kube/documented-role'
import { logInWith, type Right } from '../../kube/service-account'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { buildEnvironmentSpec, buildEnvironmentStatus, uniqueName } from './specs'

/** Everything that the controller does to a resource, from its creation until it is gone. */
async function liveThrough(store: ResourceStore): Promise<void> {
  const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
  const created = await store.apply('Environment', write)
  await store.list('Environment')
  await store.annotate('Environment', write.name, { 'a.example/one': '1' })
  const annotated = (await store.get('Environment', write.name)) ?? created
  const reported = await store.replaceStatus('Environment', annotated, buildEnvironmentStatus())
  await store.requestDelete('Environment', write.name)
  await store.dropFinalizer('Environment', (await store.get('Environment', write.name)) ?? reported)
  expect(await store.get('Environment', write.name)).toBeUndefined()
}

describeWithControlPlane('the rights of the controller', (useControlPlane) => {
  async function connectWith(rights: Right[]): Promise<ResourceStore> {
    const { kubeConfig } = await logInWith(useControlPlane(), uniqueName('account'), rights)
    const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
    onTestFinished(() => store.close())
    return store
  }

  it('are enough for all that it does to a resource', async () => {
    await liveThrough(await connectWith(documentedRights()))
  })

  describe('are all needed:', () => {
    const used = documentedRights().filter(
      ({ resource, verb }) => resource.startsWith('environments') && verb !== 'watch',
    )
    it.each(used.map((right) => [`${right.verb} ${right.resource}`, right] as const))(
      'without %s it is told which one to grant, and where that is written',
      async (_, missing) => {
        const rights = documentedRights().filter((one) => JSON.stringify(one) !== JSON.stringify(missing))
        const words = `cannot ${missing.verb} resource "${missing.resource}".*docs/operations.md`
        await expect(liveThrough(await connectWith(rights))).rejects.toThrow(new RegExp(words, 's'))
      },
    )
  })
})
