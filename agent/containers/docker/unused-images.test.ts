import type Docker from 'dockerode'
import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { createUnusedImages, type UnusedImages } from './unused-images'

const gigabyte = 1e9
const hour = 3_600_000

let clock: VirtualClock
let images: string[]
let inUse: string[]
let free: number | undefined
let unused: UnusedImages

/** Images of one GB each, the first of them the oldest. */
const docker = {
  listContainers: async () => inUse.map((ImageID) => ({ ImageID })),
  listImages: async () => images.map((Id, Created) => ({ Id, Created, RepoTags: [Id], RepoDigests: null })),
  getImage: (id: string) => ({
    remove: async () => {
      images = images.filter((one) => one !== id)
      free = (free ?? 0) + gigabyte
    },
  }),
} as unknown as Docker

beforeEach(() => {
  clock = new VirtualClock()
  images = ['a', 'b', 'c', 'd']
  inUse = []
  free = 5 * gigabyte
  unused = createUnusedImages({ docker, clock, log: silentLogger, freeBytes: async () => free })
})

describe('images that are no longer needed', () => {
  it('stay while there is room', async () => {
    free = 7 * gigabyte
    await unused.makeRoom()
    expect(images).toEqual(['a', 'b', 'c', 'd'])
  })

  it('go until there is room, those first that were wanted longest ago', async () => {
    unused.want('a')
    await clock.advance(hour)
    unused.want('c')
    await clock.advance(hour)
    await unused.makeRoom()
    expect(images).toEqual(['a', 'c'])
  })

  it('are never those that a container has, or that were wanted just now', async () => {
    free = 0
    inUse = ['b']
    unused.want('c')
    await unused.makeRoom()
    expect(images).toEqual(['b', 'c'])
  })

  it('stay where nobody can tell how full the disk is', async () => {
    free = undefined
    await unused.makeRoom()
    expect(images).toHaveLength(4)
  })
})
