import { bindServices, type Dependencies } from '../dependencies'
import { sealAuthenticatorSecrets } from '../second-factor/seal-authenticator-secrets'
import { activateAuthenticatorToken } from './activate-authenticator-token'
import { createAuthenticatorToken } from './create-authenticator-token'
import { createRecoveryCodes } from './create-recovery-codes'
import { deleteAuthenticatorToken } from './delete-authenticator-token'
import { getSecurity } from './get-security'
import { getPendingToken } from './pending-token'

export const secondFactorServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    activateAuthenticatorToken,
    createAuthenticatorToken,
    createRecoveryCodes,
    deleteAuthenticatorToken,
    getPendingToken,
    getSecurity,
    sealAuthenticatorSecrets,
  })
