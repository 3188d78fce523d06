import { removeContainersOf } from '../../../agent/containers/docker/remove-container'
import { createProcessBooter } from '../../../simulator/process-booter'
import type { DockerDaemon } from '../../docker/docker-daemon'

/** Boots agents as `npm start` does where a Docker answers. */
export const dockerBooter =
  ({ docker, socketPath }: DockerDaemon, agentPath: string) =>
  (folder: string) =>
    createProcessBooter({
      folder,
      agentPath,
      containers: {
        docker: { socketPath, prefersLocalImages: true, leavesFirewall: true, makesSample: true },
        removeContainers: (instance) => removeContainersOf(docker, instance),
      },
    })
