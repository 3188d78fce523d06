import { bindServices, type Dependencies } from '../dependencies'
import { issueVerificationToken } from './issue-verification-token'
import { verifyUser } from './verify-user'

export const emailVerificationServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { issueVerificationToken, verifyUser })
