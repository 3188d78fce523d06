import { bindServices, type Dependencies } from '../dependencies'
import { answerChallenge } from './answer-challenge'
import { logIn } from './log-in'

export const signingInServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { answerChallenge, logIn })
