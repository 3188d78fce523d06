import { bindServices, type Dependencies } from '../dependencies'
import { answerChallenge } from './answer-challenge'
import { changePassword } from './change-password'
import { createAccount } from './create-account'
import { deleteAccount } from './delete-account'
import { ensureTerms } from './ensure-terms'
import { findActor } from './find-actor'
import { getAccount } from './get-account'
import { getRegistration } from './get-registration'
import { getTerms } from './get-terms'
import { issueVerificationToken } from './issue-verification-token'
import { logIn } from './log-in'
import { logOut } from './log-out'
import { requestPasswordReset } from './request-password-reset'
import { sealAuthenticatorSecrets } from './seal-authenticator-secrets'
import { sendPasswordResets } from './send-password-resets'
import { setForgottenPassword } from './set-forgotten-password'
import { setMailingList } from './set-mailing-list'
import { verifyUser } from './verify-user'

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
