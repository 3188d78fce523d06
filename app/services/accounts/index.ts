import { findActor } from '../actor/find-actor'
import { bindServices, type Dependencies } from '../dependencies'
import { issueVerificationToken } from '../email-verification/issue-verification-token'
import { verifyUser } from '../email-verification/verify-user'
import { changePassword } from '../passwords/change-password'
import { requestPasswordReset } from '../passwords/request-password-reset'
import { sendPasswordResets } from '../passwords/send-password-resets'
import { setForgottenPassword } from '../passwords/set-forgotten-password'
import { sealAuthenticatorSecrets } from '../second-factor/seal-authenticator-secrets'
import { logOut } from '../sessions/log-out'
import { answerChallenge } from '../signing-in/answer-challenge'
import { logIn } from '../signing-in/log-in'
import { ensureTerms } from '../terms/ensure-terms'
import { getTerms } from '../terms/get-terms'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { getAccount } from './get-account'
import { getRegistration } from './get-registration'
import { setMailingList } from './set-mailing-list'

export const accountServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    answerChallenge,
    changePassword,
    createAccount,
    deleteAccount,
    ensureTerms,
    findActor,
    getAccount,
    getRegistration,
    getTerms,
    issueVerificationToken,
    logIn,
    logOut,
    requestPasswordReset,
    sealAuthenticatorSecrets,
    sendPasswordResets,
    setForgottenPassword,
    setMailingList,
    verifyUser,
  })
