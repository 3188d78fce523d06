import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { gzip } from './images'

export interface PublishedImage {
  /** Without the host of the registry: `team/web`. */
  repository: string
  tag: string
  /** What it holds, as a tar archive. */
  layer: Buffer
  /** What it runs, and with which variables; as in Docker's configuration of an image. */
  config: { Cmd: string[]; Env?: string[] }
}

interface Content {
  type: string
  body: Buffer
}

/** Answers whoever pulls these images, as the registry API (version 2) says. Nothing can be pushed. */
export async function serveImages(images: PublishedImage[]): Promise<RequestListener> {
  const contents = new Map<string, Content>([['/v2/', { type: 'application/json', body: Buffer.from('{}') }]])
  for (const image of images) await publish(contents, image)
  return ({ method, url = '' }, response) => {
    const found = contents.get(url)
    if (!found || (method !== 'GET' && method !== 'HEAD')) return void response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': found.type,
      'Content-Length': found.body.length,
      'Docker-Content-Digest': digestOf(found.body),
    })
    response.end(method === 'HEAD' ? undefined : found.body)
  }
}

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const configType = 'application/vnd.docker.container.image.v1+json'
const layerType = 'application/vnd.docker.image.rootfs.diff.tar.gzip'

async function publish(
  contents: Map<string, Content>,
  { repository, tag, layer, config }: PublishedImage,
): Promise<void> {
  const keep = (path: string, type: string, body: Buffer) => {
    contents.set(`/v2/${repository}/${path}`, { type, body })
    return { mediaType: type, size: body.length, digest: digestOf(body) }
  }
  const keepBlob = (type: string, body: Buffer) => keep(`blobs/${digestOf(body)}`, type, body)
  const description = {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
  }
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: keepBlob(configType, Buffer.from(JSON.stringify(description))),
      layers: [keepBlob(layerType, await gzip(layer))],
    }),
  )
  for (const reference of [tag, digestOf(manifest)]) keep(`manifests/${reference}`, manifestType, manifest)
}

const digestOf = (content: Buffer): string => `sha256:${createHash('sha256').update(content).digest('hex')}`
