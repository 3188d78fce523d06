import { KubeConfig } from '@kubernetes/client-node'

/** The configuration by which the cluster is reached: as a pod of it, or as the file that KUBECONFIG names says. */
export function loadKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig()
  kubeConfig.loadFromDefault()
  return kubeConfig
}
