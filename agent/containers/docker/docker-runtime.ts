import type Docker from 'dockerode'
import type { Logger } from '../../../core/logging/logger'
import type { Clock } from '../../../core/time/clock'
import type { OpenLineSender } from '../../output/line-sender'
import type { LogMeter } from '../../output/log-meter'
import type { Container, ContainerRuntime, ContainerSpec, FoundContainer, ImageReference } from '../runtime'
import type { RegistryLogin } from '../../registries/login'
import { openCachedLog } from './cached-log'
import { containerName, containerOptions, labels, logStreamOf, portsOf } from './container-options'
import { toContainer } from './docker-container'
import { reasonOf, statusOf } from './docker-client'
import { guardInstance } from './firewall'
import { followOutput } from './follow-output'
import { fixNeighbours } from './neighbours'
import { ensureNetwork, networkName } from './network'
import { hasOwnInit } from './own-init'
import { nameOf, pullImage, resolveImage } from './pull-image'
import { listContainersOf, removeContainer } from './remove-container'
import { createUnusedImages, freeBytesOf } from './unused-images'

interface DockerRuntimeOptions {
  docker: Docker
  /** Whose containers these are: several agents may share a machine. */
  instance: string
  /** The address of the instance that published ports listen on. */
  publishOn: string
  /** An image that is here already is taken as it is: for images built on this machine. */
  prefersLocalImages: boolean
  /** Keep containers from what is the instance's alone. Where the machine is somebody's own, its firewall is left as it is. */
  guardsInstance: boolean
  registryLogin: RegistryLogin
  /** Endpoint of CloudWatch Logs, if not AWS's own. */
  logsEndpoint?: string
  /** Given where Docker itself has no credentials to send what containers print: then the agent does. */
  openLineSender?: OpenLineSender
  /** Learns how much of what containers print Docker sends. */
  logMeter?: LogMeter
  clock: Clock
  log: Logger
}

/** Docker says `x86_64` of machines and `amd64` of images. */
const architectures: Record<string, string> = { x86_64: 'amd64', aarch64: 'arm64' }

/**
 * The runtime of instances: containers of Docker, in a network of their own. They live on when the agent ends; a label says whose they are,
 * and their name, one for each process, makes Docker itself refuse a second one.
 *
 * @throws Error for people, when Docker does not answer
 */
export async function createDockerRuntime(options: DockerRuntimeOptions): Promise<ContainerRuntime> {
  const { docker, instance, publishOn, logsEndpoint, openLineSender, logMeter, clock, log } = options
  const { Architecture, NCPU, DockerRootDir, InitBinary } = (await docker.info().catch((error: unknown) => {
    throw new Error(`Docker does not answer: ${reasonOf(error)}`, { cause: error })
  })) as { Architecture: string; NCPU: number; DockerRootDir: string; InitBinary?: string }
  const architecture = architectures[Architecture] ?? Architecture
  const network = await ensureNetwork(docker)
  if (options.guardsInstance) await guardInstance()
  const host = {
    instance,
    network: networkName,
    publishOn,
    cpus: NCPU,
    logsEndpoint,
    isOutputSent: openLineSender !== undefined,
  }
  /** Many processes of one version ask for the same image at once. */
  const pulls = new Map<string, Promise<{ digest?: string }>>()
  const unusedImages = createUnusedImages({
    docker,
    clock,
    log,
    // Images that were built on this machine are in no registry.
    freeBytes: async () => (options.prefersLocalImages ? undefined : freeBytesOf(DockerRootDir)),
  })

  async function pull(reference: ImageReference): Promise<{ digest?: string }> {
    unusedImages.want(nameOf(reference))
    // Whoever asks with a login that does not work is told so.
    const key = `${nameOf(reference)} ${reference.registryCredentials ?? ''}`
    const underWay = pulls.get(key)
    if (underWay) return underWay
    const pulling = unusedImages
      .makeRoom()
      .then(() => pullImage(reference, { ...options, architecture }))
      .finally(() => pulls.delete(key))
    pulls.set(key, pulling)
    return pulling
  }

  async function create(spec: ContainerSpec): Promise<Docker.Container> {
    const make = async () =>
      docker.createContainer(containerOptions(spec, { ...host, hasInit: await wantsInit(spec) }))
    try {
      return await make()
    } catch (error) {
      if (isImageGone(error)) {
        await pull(spec)
        return make()
      }
      if (statusOf(error) !== 409) throw error
      // One that an earlier try left behind: by its name there can be no other.
      await giveUpName(docker.getContainer(containerName(instance, spec.processId)))
      return make()
    }
  }

  /** Not where the application wants none, where Docker has none (podman in its place), nor where the image brings its own. */
  const wantsInit = async (spec: ContainerSpec): Promise<boolean> =>
    spec.init !== false && Boolean(InitBinary) && !hasOwnInit(await docker.getImage(nameOf(spec)).inspect())

  /** It is a second wall: containers lack what they would have to get over the first by. So one that ended meanwhile, or a kernel without it, is no reason not to run. */
  const guard = (inspected: Docker.ContainerInspectInfo): Promise<void> =>
    fixNeighbours(inspected).catch((error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'The neighbours of a container could not be fixed'),
    )

  function watch(
    container: Docker.Container,
    inspected: Docker.ContainerInspectInfo,
    { sinceEpoch, uncountedEpoch }: { sinceEpoch: number; uncountedEpoch: number },
  ): Container {
    const logStream = logStreamOf(inspected.Config.Labels)
    const made = toContainer(container, inspected, { clock, log })
    if (openLineSender && logStream)
      void followOutput(container, { sender: openLineSender(logStream), sinceEpoch })
    else if (logMeter && logStream) {
      const counter = openCachedLog({
        root: DockerRootDir,
        containerId: inspected.Id,
        sinceEpoch: uncountedEpoch,
      })
      logMeter.watch(counter)
      void made.exited.then(() => counter.end())
    }
    return made
  }

  async function run(spec: ContainerSpec): Promise<Container> {
    let container: Docker.Container | undefined
    try {
      container = await create(spec)
      await container.start()
      const inspected = await container.inspect()
      if (options.guardsInstance) await guard(inspected)
      return watch(container, inspected, { sinceEpoch: clock.now(), uncountedEpoch: 0 })
    } catch (error) {
      // What cannot be removed now is removed by the next try.
      if (container) await removeContainer(container).catch(() => undefined)
      // Somebody removed it: the next try finds it again.
      if (isNetworkGone(error)) await ensureNetwork(docker).catch(() => undefined)
      throw new Error(explainStartFault(reasonOf(error)), { cause: error })
    }
  }

  return {
    ...network,
    outlivesAgent: true,

    pull,
    resolve: (reference) => resolveImage(reference, { ...options, architecture }),

    async start({ logStream, ...spec }) {
      unusedImages.want(nameOf(spec))
      try {
        return await run({ ...spec, logStream })
      } catch (error) {
        const said = reasonOf(error instanceof Error ? error.cause : error)
        if (!logStream || !/log(ging)? driver|awslogs/i.test(said)) throw error
        log.warn({ processId: spec.processId, reason: said }, 'Docker has no driver for CloudWatch Logs')
        const outputFault = `Docker cannot send it there: ${said.slice(0, 200)}.`
        return { ...(await run(spec)), outputFault }
      }
    },

    async find() {
      const listed = await listContainersOf(docker, instance)
      const found = await Promise.all(
        listed.map(async ({ Id }): Promise<FoundContainer | undefined> => {
          const container = docker.getContainer(Id)
          const inspected = await container.inspect()
          const {
            [labels.process]: processId,
            [labels.ports]: ports,
            [labels.digest]: digest,
          } = inspected.Config.Labels
          // Made and never started, as an agent was ended between the two; or not wholly removed, as Docker was.
          if (processId === undefined || isUseless.has(inspected.State.Status)) {
            await removeContainer(container).catch(() => undefined)
            return undefined
          }
          const made = watch(container, inspected, {
            sinceEpoch: clock.now(),
            uncountedEpoch: logMeter?.sinceEpoch ?? 0,
          })
          return { processId, ports: portsOf(ports), digest, container: made }
        }),
      )
      return found.filter((container) => container !== undefined)
    },
  }
}

/** Removes the container, or gives what cannot be removed, and does not run, another name. @throws what Docker says if neither can be done */
async function giveUpName(container: Docker.Container): Promise<void> {
  try {
    await removeContainer(container)
  } catch (error) {
    const { Id, State, Name } = await container.inspect()
    if (State.Running) throw error
    await container.rename({ name: `${Name.replace('/', '')}-left-${Id.slice(0, 12)}` })
  }
}

const isImageGone = (error: unknown) => statusOf(error) === 404 && /no such image/i.test(reasonOf(error))
const isUseless = new Set(['created', 'dead', 'removing'])
const isNetworkGone = (error: unknown) => /network \S+ not found/i.test(reasonOf(error))

function explainStartFault(said: string): string {
  if (/no command specified/i.test(said)) return 'its image names no program to start'
  // Docker misses tools of its own in the same words, but not those of a container's process.
  if (/container process.*(executable file not found|no such file)/is.test(said))
    return `the program that its image names is not in the image (${said.slice(0, 200)})`
  if (/exec format error/i.test(said)) return 'its program is for another architecture than this instance'
  if (/no space left on device/i.test(said)) return 'the disk of the instance is full'
  if (/minimum memory limit/i.test(said)) return 'Docker gives no container less than 6 MB of memory'
  return said.slice(0, 300)
}
