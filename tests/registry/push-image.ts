import { createHash } from 'node:crypto'
import { busyboxLayer, gzip } from '../docker/images'
import type { RegistryServer } from './registry-server'

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'
const configType = 'application/vnd.oci.image.config.v1+json'
const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip'

interface ImageToPush {
  name: string
  tag: string
  /** What its container runs. */
  command?: string[]
  architecture?: string
  /** As a build for several architectures leaves it: an index that names the image. */
  isIndexed?: boolean
  /** A tar beside that of busybox. */
  layer?: Buffer
  /** What the manifest says of the size of its last layer, if that is not the truth. */
  claimedBytes?: number
}

const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** Pushes an image as the distribution specification says. @returns the digest its tag means, and those of its layers */
export async function pushImage(
  { host, tokens }: Pick<RegistryServer, 'host' | 'tokens'>,
  { name, tag, command, architecture = 'amd64', isIndexed = false, layer, claimedBytes }: ImageToPush,
): Promise<{ digest: string; layers: string[] }> {
  const token = tokens.mint([{ type: 'repository', name, actions: ['pull', 'push'] }])
  const headers = { Authorization: `Bearer ${token}` }
  const base = `http://${host}/v2/${name}`

  async function send(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers } })
    if (response.ok) return response
    throw new Error(`${init.method} ${url} answered ${response.status}: ${await response.text()}`)
  }

  async function pushBlob(content: Buffer, mediaType: string) {
    const digest = digestOf(content)
    const { headers: answered } = await send(`${base}/blobs/uploads/`, { method: 'POST' })
    const upload = new URL(answered.get('location') ?? '', base)
    upload.searchParams.set('digest', digest)
    await send(upload.href, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { 'Content-Type': 'application/octet-stream' },
    })
    return { mediaType, digest, size: content.length }
  }

  async function pushManifest(reference: string, mediaType: string, manifest: object) {
    const content = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...manifest }))
    await send(`${base}/manifests/${reference}`, {
      method: 'PUT',
      body: content.toString(),
      headers: { 'Content-Type': mediaType },
    })
    return { mediaType, digest: digestOf(content), size: content.length }
  }

  const tars = [busyboxLayer(), ...(layer ? [layer] : [])]
  const layers = await Promise.all(tars.map(async (tar) => pushBlob(await gzip(tar), layerType)))
  const last = layers.at(-1)
  if (last && claimedBytes !== undefined) last.size = claimedBytes
  const config = {
    architecture,
    os: 'linux',
    config: { Cmd: command, Env: ['PATH=/bin'] },
    rootfs: { type: 'layers', diff_ids: tars.map(digestOf) },
  }
  const pushedConfig = await pushBlob(Buffer.from(JSON.stringify(config)), configType)
  const digests = layers.map(({ digest }) => digest)
  const manifest = { config: pushedConfig, layers }
  if (!isIndexed) return { digest: (await pushManifest(tag, manifestType, manifest)).digest, layers: digests }
  const image = await pushManifest(`${tag}-${architecture}`, manifestType, manifest)
  const manifests = [{ ...image, platform: { architecture, os: 'linux' } }]
  return { digest: (await pushManifest(tag, indexType, { manifests })).digest, layers: digests }
}
