import { afterAll, beforeAll } from 'vitest'
import { startDockerDaemon, type DockerDaemon, type DockerDaemonOptions } from './docker-daemon'

export { dockerIsMissing } from './docker-programs'

/** A Docker for the tests of a file, made before them and gone after them. Use it within `describe.skipIf(dockerIsMissing)`. */
export function useDocker(
  prepare: (daemon: DockerDaemon) => Promise<void> = async () => undefined,
  options: DockerDaemonOptions | (() => Promise<DockerDaemonOptions>) = {},
): () => DockerDaemon {
  let daemon: DockerDaemon | undefined
  // Other files may be before us: each waits for its turn.
  const patienceMs = 15 * 60_000
  beforeAll(async () => {
    daemon = await startDockerDaemon(typeof options === 'function' ? await options() : options)
    await prepare(daemon)
  }, patienceMs)
  afterAll(async () => daemon?.stop(), 120_000)
  return () => {
    if (!daemon) throw new Error('Docker is there only while the tests run')
    return daemon
  }
}
