import type Docker from 'dockerode'
import { openDocker, reasonOf, type DockerAddress } from '../../agent/containers/docker/docker-client'
import { systemClock } from '../../core/time/clock'
import type { DockerPlace } from './docker-places'

/** A daemon on this machine answers in milliseconds. */
const patienceMs = 2000

interface FoundDocker {
  /** Address of Docker, as `DOCKER_HOST` would say it. */
  name: string
  address: DockerAddress
  docker: Docker
}

/** The first of these places where a Docker answers, or why there is none, without a full stop. Sockets are asked; a command that is installed says nothing. */
export async function findDocker(
  places: DockerPlace[],
  platform: string = process.platform,
): Promise<FoundDocker | { reason: string }> {
  // The sample's image is made of the Node that runs us, and containers need one for Linux.
  if (platform !== 'linux') return { reason: 'containers of Docker run here only on Linux' }
  const refusals: string[] = []
  for (const place of places) {
    const asked = await ask(place)
    if ('docker' in asked) return asked
    if (asked.refusal !== undefined) refusals.push(`${place.name}: ${asked.refusal}`)
  }
  if (refusals.length > 0) return { reason: refusals.join('; ') }
  const [only, ...others] = places
  return { reason: others.length > 0 || !only ? 'no Docker answers' : `no Docker answers at ${only.name}` }
}

async function ask({ name, address, refusal }: DockerPlace): Promise<FoundDocker | { refusal?: string }> {
  if (!address) return { refusal }
  const docker = await openDocker(address)
  const late = systemClock.sleep(patienceMs).then(() => Promise.reject(new Error('it does not answer')))
  try {
    const { OSType } = (await Promise.race([docker.info(), late])) as { OSType?: string }
    return OSType === 'linux'
      ? { name, address, docker }
      : { refusal: 'its containers are not those of Linux' }
  } catch (error) {
    // Nobody listens at most of the usual places.
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { refusal: isAbsent ? undefined : reasonOf(error) }
  } finally {
    late.catch(() => undefined)
  }
}
