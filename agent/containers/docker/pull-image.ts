import type Docker from 'dockerode'
import { imageName, isDockerBaseUrl, isDockerTag } from '../../../core/application/docker-image'
import { mostImageBytes } from '../../../core/process/process-promises'
import type { Login, RegistryLogin } from '../../registries/login'
import type { ImageReference } from '../runtime'
import { readLines } from '../read-lines'
import { reasonOf, statusOf } from './docker-client'
import { explainPullFault, type FaultContext } from './image-faults'
import { readImageSize } from '../../registries/image-size'
import { registryHostOf, wholeName } from '../../registries/registry-host'

/** A registry that sends nothing for so long has stopped answering. Docker reports its progress several times a second. */
const silenceMs = 3 * 60_000
const longestProgressLine = 4000

interface PullDependencies {
  docker: Docker
  /** Architecture of the instance, in Docker's words: amd64 or arm64. */
  architecture: string
  registryLogin: RegistryLogin
  /** An image that is here already is taken as it is, whatever the registry has: for images built on this machine. */
  prefersLocalImages: boolean
}

/** How Docker is asked for it: by digest where one is known. */
export const nameOf = ({ image, tag, digest }: ImageReference): string =>
  digest ? `${image}@${digest}` : `${image}:${tag}`

/**
 * Makes an image available and tells its digest; one that was built on this machine has none.
 * @throws Error for people, without a full stop
 */
export async function pullImage(
  reference: ImageReference,
  dependencies: PullDependencies,
): Promise<{ digest?: string }> {
  const { docker, architecture, prefersLocalImages, registryLogin } = dependencies
  const { image, tag, digest, registryCredentials } = reference
  const name = requireName(reference)
  const registry = registryHostOf(image)
  const context = { ...reference, registry, architecture, name }
  const isHere = async () => (await inspectImage(docker, name)) !== undefined
  if (!((digest || prefersLocalImages) && (await isHere()))) {
    const login = await registryLogin(registry, registryCredentials)
    await requireRoom(docker, context, login)
    await fetchImage(docker, context, login)
  }
  const found = await inspectImage(docker, name)
  if (!found) throw new Error(`Docker does not have ${context.name} although it was pulled`)
  if (found.Architecture !== architecture)
    throw new Error(
      `the image is for ${found.Architecture}, and these instances need ${architecture}: build it for linux/${architecture} and push it as ${tag} again`,
    )
  return { digest: digest ?? digestOf(found, image) }
}

/**
 * Tells which digest the tag of an image has in its registry now; of one that was built on this machine, none.
 * @throws Error for people, without a full stop
 */
export async function resolveImage(
  reference: ImageReference,
  { docker, architecture, prefersLocalImages, registryLogin }: PullDependencies,
): Promise<{ digest?: string }> {
  const { image, registryCredentials } = reference
  const name = requireName(reference)
  const found = prefersLocalImages ? await inspectImage(docker, name) : undefined
  if (found) return { digest: digestOf(found, image) }
  const registry = registryHostOf(image)
  const login = await registryLogin(registry, registryCredentials)
  try {
    const authconfig = login && { ...login, serveraddress: registry }
    const { Descriptor } = await docker.getImage(name).distribution(authconfig ? { authconfig } : {})
    return { digest: Descriptor.digest }
  } catch (error) {
    throw new Error(explainPullFault(reasonOf(error), { ...reference, registry, architecture, name }), {
      cause: error,
    })
  }
}

/** How Docker is asked for an image. @throws Error for people, where it cannot have that name */
function requireName(reference: ImageReference): string {
  const { image, tag } = reference
  // Anything else must not even reach the address of a call.
  if (!isDockerBaseUrl(image) || !isDockerTag(tag))
    throw new Error(`${imageName(reference)} is no name that an image can have`)
  return nameOf(reference)
}

async function inspectImage(docker: Docker, name: string): Promise<Docker.ImageInspectInfo | undefined> {
  try {
    return await docker.getImage(name).inspect()
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 400) return undefined
    throw new Error(`Docker does not answer: ${reasonOf(error)}`, { cause: error })
  }
}

/** An image that was pulled or pushed under several names has a digest for each: at another registry, that of another would name nothing. */
export function digestOf(
  { RepoDigests }: Pick<Docker.ImageInspectInfo, 'RepoDigests'>,
  image: string,
): string | undefined {
  const named = (RepoDigests ?? []).map((name) => name.split('@'))
  return named.find(([repository = '']) => wholeName(repository) === wholeName(image))?.[1]
}

/** Refuses an image before the first byte of it where its manifest tells that it is too large beside those that have containers here. */
async function requireRoom(docker: Docker, context: FaultContext, login: Login | undefined): Promise<void> {
  const { image, tag, digest, architecture } = context
  const bytes = await readImageSize({ image, reference: digest ?? tag, architecture }, login)
  if (bytes === undefined) return
  if (bytes > mostImageBytes) throw new TooLargeError(bytes)
  const containers = await docker.listContainers({ all: true })
  const inUse = new Set(containers.map(({ ImageID }) => ImageID))
  const images = (await docker.listImages()).filter(({ Id }) => inUse.has(Id))
  const taken = images.reduce((sum, { Size }) => sum + Size, 0)
  if (bytes + taken > mostImageBytes)
    throw new Error(
      `the image takes ${gigabytes(bytes)} to pull, and the images in use on its instance take ${gigabytes(taken)}: the images of one environment may take ${gigabytes(mostImageBytes)} together`,
    )
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

async function fetchImage(docker: Docker, context: FaultContext, login: Login | undefined): Promise<void> {
  const { image, tag, digest, registry } = context
  const silence = new AbortController()
  const abort = () => silence.abort()
  let timer = setTimeout(abort, silenceMs)
  try {
    const stream = await docker.createImage(login ? { ...login, serveraddress: registry } : {}, {
      fromImage: image,
      tag: digest ?? tag,
      abortSignal: silence.signal,
    })
    const layers = new Map<string, number>()
    for await (const line of readLines(stream as AsyncIterable<Buffer>, longestProgressLine)) {
      clearTimeout(timer)
      timer = setTimeout(abort, silenceMs)
      const { id, error, progressDetail } = parseProgress(line)
      if (error) throw new Error(error)
      if (id && progressDetail?.total) layers.set(id, Math.max(layers.get(id) ?? 0, progressDetail.total))
      const bytes = [...layers.values()].reduce((sum, size) => sum + size, 0)
      if (bytes > mostImageBytes) {
        abort()
        throw new TooLargeError(bytes)
      }
    }
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    const said = silence.signal.aborted ? 'the registry stopped answering' : reasonOf(error)
    throw new Error(explainPullFault(said, context), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

class TooLargeError extends Error {
  constructor(bytes: number) {
    super(
      `the image takes ${gigabytes(bytes)} or more: the images of one environment may take ${gigabytes(mostImageBytes)} together`,
    )
  }
}

interface Progress {
  id?: string
  error?: string
  progressDetail?: { total?: number }
}

function parseProgress(line: string): Progress {
  try {
    return JSON.parse(line) as Progress
  } catch {
    return {}
  }
}
