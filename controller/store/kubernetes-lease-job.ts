import { CoordinationV1Api } from '@kubernetes/client-node'
import { createLogger } from '../../core/logging/logger'
import { holdLeasesInThread } from '../runtime/hold-leases'
import { createClientConfiguration, loadKubeConfig } from './kubernetes-connections'
import { createKubernetesLeases } from './kubernetes-leases'

/** The settings that the thread is given by the controller. */
export interface LeaseJob {
  namespace: string
  logLevel: string
}

// Connections of its own: nothing of this thread waits for what the others do.
await holdLeasesInThread<LeaseJob>(({ namespace, logLevel }) => ({
  leases: createKubernetesLeases(
    new CoordinationV1Api(createClientConfiguration(loadKubeConfig())),
    namespace,
  ),
  log: createLogger('controller', logLevel),
}))
