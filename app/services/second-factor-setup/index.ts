import { bindServices, type Dependencies } from '../dependencies'
import { endOtherSessions } from '../sessions/end-other-sessions'
import { activateAuthenticatorToken } from './activate-authenticator-token'
import { createAuthenticatorToken } from './create-authenticator-token'
import { createRecoveryCodes } from './create-recovery-codes'
import { deleteAuthenticatorToken } from './delete-authenticator-token'
import { getSecurity } from './get-security'
import { getPendingToken } from './pending-token'

export const securityServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    activateAuthenticatorToken,
    createAuthenticatorToken,
    createRecoveryCodes,
    deleteAuthenticatorToken,
    endOtherSessions,
    getPendingToken,
    getSecurity,
  })
