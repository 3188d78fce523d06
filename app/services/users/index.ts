import { bindServices, type Dependencies } from '../dependencies'
import { createHumanUser } from './create-human-user'
import { createIntegrationToken } from './create-integration-token'
import { createIntegrationTrust } from './create-integration-trust'
import { createIntegrationUser } from './create-integration-user'
import { deleteIntegrationToken } from './delete-integration-token'
import { deleteIntegrationTrust } from './delete-integration-trust'
import { deleteUser } from './delete-user'
import { endUserSessions } from './end-user-sessions'
import { getIntegrationToken } from './get-integration-token'
import { getIntegrationTrust } from './get-integration-trust'
import { getIntegrationUser } from './get-integration-user'
import { getUser } from './get-user'
import { inviteUser } from './invite-user'
import { listUsers } from './list-users'
import { setAdmin } from './set-admin'

export const userServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createHumanUser,
    createIntegrationToken,
    createIntegrationTrust,
    createIntegrationUser,
    deleteIntegrationToken,
    deleteIntegrationTrust,
    deleteUser,
    endUserSessions,
    getIntegrationToken,
    getIntegrationTrust,
    getIntegrationUser,
    getUser,
    inviteUser,
    listUsers,
    setAdmin,
  })
