import { bindServices, type Dependencies } from '../dependencies'
import { createExternalNetwork } from './create-external-network'
import { deleteExternalNetwork } from './delete-external-network'
import { getExternalNetwork } from './get-external-network'
import { getExternalNetworkCreateIndex } from './get-external-network-create-index'
import { setLinkedNetworks } from './set-linked-networks'

export const externalNetworkServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createExternalNetwork,
    deleteExternalNetwork,
    getExternalNetwork,
    getExternalNetworkCreateIndex,
    setLinkedNetworks,
  })
