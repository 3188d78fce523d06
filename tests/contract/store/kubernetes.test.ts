import type { KubeConfig } from '@kubernetes/client-node'
import { silentLogger } from '../../../core/logging/logger'
import { createKubernetesStore } from '../../../controller/store/kubernetes'
import { controllerRights } from '../../kube/controller-rights'
import { logInWith } from '../../kube/service-account'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { describeStoreContract } from './store-contract'

/** The chart's rights, but on leases of any name: each test has its own. */
const rights = controllerRights().map(({ apiGroup, resource, verb }) => ({ apiGroup, resource, verb }))

let account: Promise<KubeConfig> | undefined

describeWithControlPlane('on a Kubernetes API, with the rights that the chart gives', (useControlPlane) =>
  describeStoreContract({
    async connect() {
      account ??= logInWith(useControlPlane(), 'controller', rights)
      return createKubernetesStore({ kubeConfig: await account, namespace: 'sdo', log: silentLogger })
    },
    cutConnections: () => useControlPlane().restart(),
  }),
)
