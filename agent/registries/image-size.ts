import type { Login } from './login'
import { dockerHub, registryHostOf, wholeName } from './registry-host'
import { readBounded } from '../../core/text/read-bounded'

/** An image of a registry, as one of a platform. */
interface SizedImage {
  image: string
  /** A tag, or a digest. */
  reference: string
  /** In Docker's words. */
  architecture: string
}

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
/** Registries themselves take no larger manifest (distribution specification). */
const mostBytes = 4 * 1024 * 1024
const answerMilliseconds = 10_000

interface Manifest {
  layers?: { size?: unknown }[]
  manifests?: { digest?: unknown; platform?: { os?: unknown; architecture?: unknown } }[]
}

/**
 * The bytes of an image's layers as they are sent, which its manifest tells before anything is pulled.
 *
 * @returns undefined where the registry does not say: whatever is wrong is told by the pull itself. Never rejects.
 */
export async function readImageSize(
  { image, reference, architecture }: SizedImage,
  login: Login | undefined,
): Promise<number | undefined> {
  try {
    const registry = new RegistryRepository(image, login)
    const first = await registry.manifest(reference)
    const variant = first.manifests?.find(
      ({ platform }) => platform?.os === 'linux' && platform.architecture === architecture,
    )
    const { layers } = variant ? await registry.manifest(String(variant.digest)) : first
    const sizes = layers?.map(({ size }) => Number(size))
    return sizes?.every((size) => size >= 0) ? sizes.reduce((sum, size) => sum + size, 0) : undefined
  } catch {
    return undefined
  }
}

/** A repository of a registry, which speaks by the distribution specification. */
class RegistryRepository {
  readonly #base: string
  readonly #isLoopback: boolean
  #authorization: string | undefined

  constructor(
    image: string,
    private readonly login: Login | undefined,
  ) {
    const host = registryHostOf(image)
    // Docker speaks HTTP to registries of the loopback alone.
    this.#isLoopback = /^(127\.\d+\.\d+\.\d+|localhost)(:\d+)?$/.test(host)
    const server = host === dockerHub ? 'registry-1.docker.io' : host
    this.#base = `${this.#isLoopback ? 'http' : 'https'}://${server}/v2/${wholeName(image).slice(host.length + 1)}`
  }

  async manifest(reference: string): Promise<Manifest> {
    const url = `${this.#base}/manifests/${reference}`
    let answer = await this.#ask(url)
    if (answer.status === 401) {
      this.#authorization = await this.#authorize(answer.headers.get('www-authenticate') ?? '')
      await answer.body?.cancel()
      answer = await this.#ask(url)
    }
    return (await readJson(answer)) as Manifest
  }

  #ask(url: string): Promise<Response> {
    const authorization = this.#authorization
    return fetch(url, {
      headers: { Accept: manifestTypes, ...(authorization && { Authorization: authorization }) },
      signal: AbortSignal.timeout(answerMilliseconds),
    })
  }

  /** @throws Error where the challenge is none that Docker would answer */
  async #authorize(challenge: string): Promise<string> {
    const basic =
      this.login && `Basic ${Buffer.from(`${this.login.username}:${this.login.password}`).toString('base64')}`
    if (/^basic /i.test(challenge) && basic) return basic
    const told = new Map(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    const realm = new URL(told.get('realm') ?? '')
    if (realm.protocol !== 'https:' && !this.#isLoopback)
      throw new Error('The token would be sent in the clear.')
    for (const key of ['service', 'scope']) {
      const value = told.get(key)
      if (value !== undefined) realm.searchParams.set(key, value)
    }
    const answer = await fetch(realm, {
      headers: basic ? { Authorization: basic } : {},
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    const { token, access_token } = (await readJson(answer)) as Record<string, unknown>
    return `Bearer ${String(token ?? access_token)}`
  }
}

async function readJson(answer: Response): Promise<unknown> {
  if (!answer.ok || !answer.body) throw new Error(`It answered ${answer.status}.`)
  return JSON.parse(await readBounded(answer.body, mostBytes))
}
