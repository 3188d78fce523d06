import { bindServices, type Dependencies } from '../dependencies'
import { createIntegrationToken } from './create-integration-token'
import { createIntegrationUser } from './create-integration-user'
import { deleteIntegrationToken } from './delete-integration-token'
import { listUsers } from './list-users'

export const userServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createIntegrationToken,
    createIntegrationUser,
    deleteIntegrationToken,
    listUsers,
  })
