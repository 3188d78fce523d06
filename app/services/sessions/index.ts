import { isFreshLogin } from './fresh-login'
import { findActor } from '../actor/find-actor'
import { bindServices, type Dependencies } from '../dependencies'
import { endSession } from './end-session'
import { getCaller } from './get-caller'
import { logOut } from './log-out'

export const sessionServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { endSession, findActor, getCaller, checkFreshLogin: isFreshLogin, logOut })
