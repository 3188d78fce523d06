import type Docker from 'dockerode'
import { labels } from './container-options'
import { statusOf } from './docker-client'

/**
 * Removes a container with its volumes, ending it if it still runs. One that is gone, or on its way out, is fine.
 * @throws what Docker says, when it refuses or does not answer
 */
export async function removeContainer(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true })
  } catch (error) {
    if (![404, 409].includes(statusOf(error))) throw error
  }
}

/** Every container of an instance, running or not. */
export const listContainersOf = (docker: Docker, instance: string): Promise<Docker.ContainerInfo[]> =>
  docker.listContainers({ all: true, filters: { label: [`${labels.instance}=${instance}`] } })

/** Removes every container of an instance whose agent has ended for good. @throws as `removeContainer` does */
export async function removeContainersOf(docker: Docker, instance: string): Promise<void> {
  const left = await listContainersOf(docker, instance)
  await Promise.all(left.map(({ Id }) => removeContainer(docker.getContainer(Id))))
}
