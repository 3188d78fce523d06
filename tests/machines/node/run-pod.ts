import { CoreV1Api, type KubeConfig, type V1EnvVar, type V1PodSpec } from '@kubernetes/client-node'
import type Docker from 'dockerode'
import { eventually } from '../../builders/eventually'
import { runContainer, type Container } from '../images/run-container'
import { layOutFiles } from './pod-files'

export interface PodSurroundings {
  docker: Docker
  kubeConfig: KubeConfig
  namespace: string
}

/** Starts the one container of a pod as its specification says. What a pod may have and those of the chart have not is not known. */
export async function runPod(
  { docker, kubeConfig, namespace }: PodSurroundings,
  spec: V1PodSpec,
): Promise<Container> {
  const core = kubeConfig.makeApiClient(CoreV1Api)
  const [container] = spec.containers
  if (!container?.image || spec.containers.length !== 1 || spec.initContainers)
    throw new Error('Pods of the chart have one container.')

  async function valueOf({ name, value, valueFrom }: V1EnvVar): Promise<string> {
    if (!valueFrom) return value ?? ''
    const { secretKeyRef } = valueFrom
    if (!secretKeyRef) throw new Error(`${name} is from where this node does not look.`)
    const { data = {} } = await core.readNamespacedSecret({ name: secretKeyRef.name ?? '', namespace })
    return Buffer.from(data[secretKeyRef.key] ?? '', 'base64').toString()
  }

  const { hostname, port } = new URL(kubeConfig.getCurrentCluster()?.server ?? '')
  // As the kubelet gives every container.
  const environment: Record<string, string> = {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
  }
  for (const variable of container.env ?? []) environment[variable.name] = await valueOf(variable)
  const services = await core.listNamespacedService({ namespace })
  const files = await layOutFiles(kubeConfig, namespace, spec)
  const { runAsUser, runAsGroup } = spec.securityContext ?? {}
  const running = await runContainer(docker, {
    image: container.image,
    args: container.args,
    environment,
    user: `${runAsUser}:${runAsGroup}`,
    memory: container.resources?.limits?.memory ?? '',
    mounts: files.mounts,
    graceSeconds: spec.terminationGracePeriodSeconds ?? 30,
    hosts: services.items.flatMap(({ metadata }) => metadata?.name ?? []),
  })
  return {
    ...running,
    async remove() {
      await running.remove()
      files.remove()
    },
  }
}

/** Asks what Kubernetes would ask, until the answer is that it is ready. */
export async function untilReady(spec: V1PodSpec | null | undefined): Promise<void> {
  const [container] = spec?.containers ?? []
  const { path, port } = container?.readinessProbe?.httpGet ?? {}
  const number = container?.ports?.find(({ name }) => name === port)?.containerPort ?? port
  await eventually(
    `${container?.name} to be ready`,
    () =>
      fetch(`http://127.0.0.1:${String(number)}${path}`).then(
        ({ ok }) => ok,
        () => false,
      ),
    60_000,
  )
}
