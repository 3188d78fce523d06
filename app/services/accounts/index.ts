import { bindServices, type Dependencies } from '../dependencies'
import { createAccount } from './create-account'
import { ensureTerms } from './ensure-terms'
import { findActor } from './find-actor'
import { getAccount } from './get-account'
import { getRegistration } from './get-registration'
import { getTerms } from './get-terms'
import { issueVerificationToken } from './issue-verification-token'
import { logIn } from './log-in'
import { logOut } from './log-out'
import { verifyUser } from './verify-user'

export const accountServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createAccount,
    ensureTerms,
    findActor,
    getAccount,
    getRegistration,
    getTerms,
    issueVerificationToken,
    logIn,
    logOut,
    verifyUser,
  })
