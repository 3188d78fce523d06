import { KubeConfig } from '@kubernetes/client-node'
import { expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { startBreakableProxy } from '../../builders/breakable-proxy'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { buildEnvironmentSpec, uniqueName } from './specs'

describeWithControlPlane('connections to Kubernetes', (useControlPlane) => {
  async function connect() {
    const { kubeConfig } = useControlPlane()
    const target = new URL(kubeConfig.getCurrentCluster()?.server ?? '')
    const proxy = await startBreakableProxy({ host: target.hostname, port: Number(target.port) })
    onTestFinished(() => proxy.close())
    target.port = String(proxy.port)
    const behind = new KubeConfig()
    behind.loadFromOptions({
      clusters: kubeConfig.clusters.map((cluster) => ({ ...cluster, server: target.origin })),
      users: kubeConfig.users,
      contexts: kubeConfig.contexts,
      currentContext: kubeConfig.currentContext,
    })
    const store = createKubernetesStore({ kubeConfig: behind, namespace: 'sdo', log: silentLogger })
    onTestFinished(() => store.close())
    return { store, proxy }
  }

  it('are used again by whatever is asked next', async () => {
    const { store, proxy } = await connect()
    const write = { name: uniqueName('env'), labels: {}, spec: buildEnvironmentSpec() }
    await store.apply('Environment', write)
    for (let call = 0; call < 50; call++) await store.get('Environment', write.name)
    await store.leases.get('none')
    expect(proxy.connections).toBe(1)
  })

  it('are bounded, however much is asked at once', async () => {
    const { store, proxy } = await connect()
    await Promise.all(Array.from({ length: 200 }, () => store.list('Environment')))
    expect(proxy.connections).toBeLessThanOrEqual(32)
  })

  it('that the server closed while nobody used them cost a reader nothing', async () => {
    const { store, proxy } = await connect()
    for (let round = 0; round < 20; round++) {
      await store.get('Environment', 'none')
      proxy.cut()
      expect(await store.get('Environment', 'none')).toBeUndefined()
    }
  })
})
