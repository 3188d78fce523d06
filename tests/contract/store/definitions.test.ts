import { expect, it, onTestFinished } from 'vitest'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { DefinitionGoneError } from '../../../controller/store/store'
import { silentLogger } from '../../../core/logging/logger'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { buildEnvironmentSpec } from './specs'

describeWithControlPlane(
  'a Kubernetes API without the definitions',
  (useControlPlane) => {
    it('has no resource taken for gone, and says to whoever asks or writes how the definitions come back', async () => {
      const { kubeConfig } = useControlPlane()
      const store = createKubernetesStore({ kubeConfig, namespace: 'sdo', log: silentLogger })
      onTestFinished(() => store.close())
      const write = { name: 'shop', labels: {}, spec: buildEnvironmentSpec() }
      for (const refused of [
        () => store.get('Environment', 'shop'),
        () => store.list('Environment'),
        () => store.apply('Environment', write),
        () => store.annotate('Environment', 'shop', { a: 'b' }),
        () => store.requestDelete('Environment', 'shop'),
      ]) {
        const error: unknown = await refused().catch((failure: unknown) => failure)
        expect(error).toBeInstanceOf(DefinitionGoneError)
        expect((error as Error).message).toMatch(
          /answered 404: it does not know this kind of resource\. Apply the definitions: kubectl apply --server-side -f crds\//,
        )
      }
    })
  },
  { isEmpty: true },
)
