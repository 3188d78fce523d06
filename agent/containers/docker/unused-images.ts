import { statfs } from 'node:fs/promises'
import type Docker from 'dockerode'
import { mostImageBytes } from '../../../core/process/process-promises'
import type { Logger } from '../../../core/logging/logger'
import type { Clock } from '../../../core/time/clock'
import { reasonOf, statusOf } from './docker-client'

/** So much of the disk is to be free before a pull: what the images of one environment may take. */
const wantedFreeBytes = mostImageBytes
/** An image that was wanted so lately may be about to be started. */
const latelyMs = 10 * 60_000

interface UnusedImagesOptions {
  docker: Docker
  clock: Pick<Clock, 'monotonic'>
  log: Logger
  /** Room left on the disk with the images; undefined where that disk is none of ours. */
  freeBytes: () => Promise<number | undefined>
}

export interface UnusedImages {
  /** An image was wanted now, by this name. */
  want(name: string): void
  /** Removes images that no container has, those first that were wanted longest ago, until enough of the disk is free. Never rejects. */
  makeRoom(): Promise<void>
}

/** Keeps the disk from filling with the images of versions that ran once. One that is wanted again is pulled again. */
export function createUnusedImages({ docker, clock, log, freeBytes }: UnusedImagesOptions): UnusedImages {
  const wantedAt = new Map<string, number>()
  const lastWanted = ({ RepoTags, RepoDigests }: Docker.ImageInfo): number =>
    Math.max(
      ...[...(RepoTags ?? []), ...(RepoDigests ?? [])].map((name) => wantedAt.get(name) ?? -Infinity),
      -Infinity,
    )
  const isFull = async () => ((await freeBytes()) ?? Infinity) < wantedFreeBytes

  async function remove({ Id, RepoTags }: Docker.ImageInfo): Promise<void> {
    try {
      await docker.getImage(Id).remove({ force: true })
      log.info({ image: RepoTags?.[0] ?? Id }, 'Removed an image that is no longer needed')
    } catch (error) {
      // Gone, or in use by now.
      if (![404, 409].includes(statusOf(error))) throw error
    }
  }

  return {
    want: (name) => void wantedAt.set(name, clock.monotonic()),

    async makeRoom() {
      try {
        if (!(await isFull())) return
        const containers = await docker.listContainers({ all: true })
        const inUse = new Set(containers.map(({ ImageID }) => ImageID))
        const before = clock.monotonic() - latelyMs
        const unused = (await docker.listImages())
          .filter((image) => !inUse.has(image.Id) && lastWanted(image) < before)
          .sort((one, other) => lastWanted(one) - lastWanted(other) || one.Created - other.Created)
        for (const image of unused) if (await isFull()) await remove(image)
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'Images that are no longer needed could not be removed')
      }
    },
  }
}

/** Free bytes of the disk that holds this folder of Docker's; undefined where Docker has a machine of its own. */
export async function freeBytesOf(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
