import { join } from 'node:path'
import { removeContainersOf } from '../../agent/containers/docker/remove-container'
import { ensureSampleImage } from '../../agent/containers/docker/sample-image'
import { sampleImage } from '../../agent/samples/sample-tags'
import type { ContainerHost } from '../../simulator/process-booter'
import { step } from '../progress'
import { listDockerPlaces, type DockerSurroundings } from './docker-places'
import { findDocker } from './find-docker'

/** The tag that the first run deploys. */
const firstTag = '1'

/**
 * Finds what runs the containers of simulated instances, with the sentence that says so: the Docker of this machine, with its firewall left
 * alone and images that
 * were built here taken as they are; undefined where there is none.
 */
export async function openContainers(
  surroundings: DockerSurroundings,
  buildFolder: string,
): Promise<{ containers?: ContainerHost; sentence: string }> {
  const found = await findDocker(listDockerPlaces(surroundings))
  if ('reason' in found)
    return { sentence: `Instances run the bundled ${sampleImage} as processes (${found.reason}).` }
  const { name, docker, address } = found
  const samplePath = join(buildFolder, 'samples/sample.js')
  try {
    await step('Making the image of the sample', () => ensureSampleImage({ docker, samplePath }, firstTag))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      sentence: `Instances run the bundled ${sampleImage} as processes (Docker at ${name}: ${reason}).`,
    }
  }
  return {
    containers: {
      docker: {
        ...address,
        prefersLocalImages: true,
        leavesFirewall: true,
        makesSample: true,
        lacksCredentials: true,
      },
      removeContainers: (instance) => removeContainersOf(docker, instance),
    },
    sentence: `Instances run any image, with Docker at ${name}.`,
  }
}
