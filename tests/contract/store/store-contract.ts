import { afterAll, beforeAll } from 'vitest'
import type { ResourceStore } from '../../../controller/store/store'
import { describeDeletion } from './deletion-contract'
import { describeElection } from './election-contract'
import { describeLeases } from './leases-contract'
import { describeStatus } from './status-contract'
import { describeWatch } from './watch-contract'
import { describeWrites } from './writes-contract'

export interface StoreSetup {
  /** A client of the one store that all tests of the file share. */
  connect(): ResourceStore | Promise<ResourceStore>
  /** Cuts every connection of all clients, as a restart of the server would; absent where there are none. */
  cutConnections?(): Promise<void>
}

/** A client of the store for the tests of one file. */
export type UseStore = () => ResourceStore

/** What every side of the resource store promises. */
export function describeStoreContract(setup: StoreSetup): void {
  let store: ResourceStore | undefined
  beforeAll(async () => {
    store = await setup.connect()
  })
  afterAll(() => store?.close())
  const useStore: UseStore = () => {
    if (!store) throw new Error('The store exists only while tests run.')
    return store
  }
  describeWrites(useStore)
  describeStatus(useStore)
  describeDeletion(useStore)
  describeLeases(useStore)
  describeElection(useStore)
  describeWatch(useStore, setup)
}
