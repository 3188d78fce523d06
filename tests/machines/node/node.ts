import {
  AppsV1Api,
  BatchV1Api,
  CoreV1Api,
  type KubernetesObject,
  type V1Deployment,
  type V1PodSpec,
} from '@kubernetes/client-node'
import type { Container } from '../images/run-container'
import { deploymentStatus, endedJobStatus, endedPodStatus } from './statuses'
import { runPod, untilReady, type PodSurroundings } from './run-pod'

const lookMilliseconds = 100

export interface ClusterNode {
  /** What runs of a Deployment, or undefined. */
  containerOf(name: string): Container | undefined
  /** Does what needs the node. @throws what the node could not do, as soon as it could not */
  during<Result>(work: Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/**
 * Stands for scheduler, kubelet and the controllers of Deployments and Jobs on a Kubernetes API that has none: runs the pods of a namespace, one of each
 * Deployment because all of them share the network of this machine, and reports what becomes of them.
 */
export function startNode(surroundings: PodSurroundings): ClusterNode {
  const { kubeConfig, namespace } = surroundings
  const apps = kubeConfig.makeApiClient(AppsV1Api)
  const batch = kubeConfig.makeApiClient(BatchV1Api)
  const core = kubeConfig.makeApiClient(CoreV1Api)
  const containers: Container[] = []
  const deployed = new Map<string, Container>()
  const seen = new Set<string>()
  const stopping = new AbortController()

  async function run(spec: V1PodSpec | null | undefined): Promise<Container> {
    if (!spec) throw new Error('There is no pod in it.')
    const container = await runPod(surroundings, spec)
    containers.push(container)
    return container
  }

  async function runJobs(): Promise<void> {
    const { items } = await batch.listNamespacedJob({ namespace })
    for (const job of unseen(items)) {
      const [startTime, container] = [new Date(), await run(job.spec?.template.spec)]
      const status = endedJobStatus(startTime, await container.ended())
      const name = job.metadata?.name ?? ''
      await batch.replaceNamespacedJobStatus({ name, namespace, body: { ...job, status } })
    }
  }

  async function runPods(): Promise<void> {
    const { items } = await core.listNamespacedPod({ namespace })
    for (const pod of unseen(items)) {
      const container = await run(pod.spec)
      const status = endedPodStatus(await container.ended())
      const name = pod.metadata?.name ?? ''
      await core.replaceNamespacedPodStatus({ name, namespace, body: { ...pod, status } })
    }
  }

  async function runDeployment(deployment: V1Deployment): Promise<void> {
    const name = deployment.metadata?.name ?? ''
    const spec = deployment.spec?.template.spec
    deployed.set(name, await run(spec))
    await untilReady(spec)
    const status = deploymentStatus(deployment)
    await apps.replaceNamespacedDeploymentStatus({ name, namespace, body: { ...deployment, status } })
  }

  async function runDeployments(): Promise<void> {
    const { items } = await apps.listNamespacedDeployment({ namespace })
    await Promise.all(unseen(items).map(runDeployment))
    for (const [name, container] of deployed)
      if (!items.some(({ metadata }) => metadata?.name === name)) {
        deployed.delete(name)
        await container.stop()
      }
  }

  /** Those that were not there before. What changes afterwards is not looked at. */
  const unseen = <Item extends KubernetesObject>(items: Item[]): Item[] =>
    items.filter(({ metadata }) => {
      const uid = metadata?.uid ?? ''
      return !seen.has(uid) && seen.add(uid)
    })

  const following = Promise.all(
    [runJobs, runPods, runDeployments].map(async (look) => {
      while (!stopping.signal.aborted) {
        await look()
        await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
      }
    }),
  )
  following.catch(() => undefined)
  return {
    containerOf: (name) => deployed.get(name),
    during: (work) => Promise.race([work, following.then(() => work)]),
    async stop() {
      stopping.abort()
      await following.catch(() => undefined)
      await Promise.all(containers.map((container) => container.remove()))
    },
  }
}
