import { join } from 'node:path'
import type { DockerAddress } from '../../agent/containers/docker/docker-client'

/** Facts that decide where Docker is looked for. */
export interface DockerSurroundings {
  /** The address as `DOCKER_HOST` says it. */
  dockerHost?: string
  home: string
  /** Where a person's own sockets are, as `XDG_RUNTIME_DIR` says it. */
  runtimeFolder?: string
}

/** Where Docker may be asked, or why not there. */
export interface DockerPlace {
  name: string
  address?: DockerAddress
  refusal?: string
}

/** `DOCKER_HOST` alone where it is set; else where Docker, rootless Docker, Docker Desktop and Podman usually listen, in this order. */
export function listDockerPlaces({ dockerHost, home, runtimeFolder }: DockerSurroundings): DockerPlace[] {
  if (dockerHost !== undefined) return [parseDockerHost(dockerHost)]
  const own = (name: string) => (runtimeFolder === undefined ? [] : [join(runtimeFolder, name)])
  return [
    '/var/run/docker.sock',
    ...own('docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    join(home, '.docker/run/docker.sock'),
    ...own('podman/podman.sock'),
    '/run/podman/podman.sock',
  ].map(atSocket)
}

const atSocket = (socketPath: string): DockerPlace => ({
  name: `unix://${socketPath}`,
  address: { socketPath },
})

/** Ports that containers publish are those of Docker's machine, so that has to be this one. */
function parseDockerHost(name: string): DockerPlace {
  const socketPath = /^unix:\/\/(\/.+)$/.exec(name)?.[1]
  if (socketPath !== undefined) return atSocket(socketPath)
  const [, host, port] =
    /^(?:tcp|http):\/\/(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?\/?$/.exec(name) ?? []
  if (host === undefined) return { name, refusal: 'DOCKER_HOST names no socket of this machine' }
  return { name, address: { host: host.replace(/[[\]]/g, ''), port: Number(port ?? 2375) } }
}
