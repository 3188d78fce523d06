import { createMemoryStore } from '../../builders/memory-store'
import { describeStoreContract } from './store-contract'

const store = createMemoryStore()

// One memory is one store: a further client is the same object, which must outlive the client's close.
describeStoreContract({ connect: () => ({ ...store, close: async () => undefined }) })
