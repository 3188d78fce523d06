import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { describeStoreContract } from './store-contract'

describeWithControlPlane('on a Kubernetes API', (useControlPlane) =>
  describeStoreContract({
    connect: () =>
      createKubernetesStore({
        kubeConfig: useControlPlane().kubeConfig,
        namespace: 'sdo',
        log: silentLogger,
      }),
    cutConnections: () => useControlPlane().restart(),
  }),
)
