import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { AgentRelease } from '../../../core/agent/protocol'
import { isMissing, type AwsConnection } from './aws-connection'
import type { TrialReleases } from './trial-account'

/** Longer than any trial. Credentials that end sooner end it with them. */
const addressSeconds = 6 * 3600

/** Paths of the bundles of both releases. */
export interface Bundles {
  present: string
  next: string
}

/** A bucket that nobody reads but by a signed address. Its name is the account's, as buckets of all accounts share one space of names. */
export function createPublishedAgents(connection: AwsConnection, accountNumber: string, bundles: Bundles) {
  const Bucket = `sdo-trial-${accountNumber}-${connection.region}`
  const client = new S3Client(connection)

  async function isThere(): Promise<boolean> {
    try {
      await client.send(new HeadBucketCommand({ Bucket }))
      return true
    } catch (error) {
      if (isMissing(error, 'NotFound', 'NoSuchBucket')) return false
      throw error
    }
  }

  async function put(path: string, signal: AbortSignal): Promise<AgentRelease> {
    const content = await readFile(path)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const object = { Bucket, Key: `${sha256}.tar.gz` }
    const isPresent = await client.send(new HeadObjectCommand(object)).then(
      () => true,
      () => false,
    )
    if (!isPresent)
      await client.send(new PutObjectCommand({ ...object, Body: content }), { abortSignal: signal })
    const url = await getSignedUrl(client, new GetObjectCommand(object), { expiresIn: addressSeconds })
    return { url, sha256 }
  }

  return {
    isThere,
    async publish(signal: AbortSignal): Promise<TrialReleases> {
      if (!(await isThere())) await client.send(new CreateBucketCommand({ Bucket }))
      return { present: await put(bundles.present, signal), next: await put(bundles.next, signal) }
    },
    async remove(): Promise<void> {
      if (!(await isThere())) return
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]))
      if (Objects.length > 0) await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
      await client.send(new DeleteBucketCommand({ Bucket }))
    },
  }
}
