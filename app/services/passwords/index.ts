import { bindServices, type Dependencies } from '../dependencies'
import { changePassword } from './change-password'
import { requestPasswordReset } from './request-password-reset'
import { sendPasswordResets } from './send-password-resets'
import { setForgottenPassword } from './set-forgotten-password'

export const passwordServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    changePassword,
    requestPasswordReset,
    sendPasswordResets,
    setForgottenPassword,
  })
