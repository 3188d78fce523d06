import { bindServices, type Dependencies } from '../dependencies'
import { answerChallenge } from './answer-challenge'
import { countLogins } from './count-logins'
import { logIn } from './log-in'
import { logInByIdentity } from './log-in-by-identity'

export const signingInServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    answerChallenge: countLogins(answerChallenge),
    logIn: countLogins(logIn),
    logInByIdentity: countLogins(logInByIdentity),
  })
